/* lineup.c - the rows of a bench. */
#include "lineup.h"
#include "base/sizes.h"
#include "bench/enter_field.h"
#include "calls/call_fill.h"
#include "explore/tuning.h"
#include "monoids/patterns.h"

#include <stdio.h>
#include <string.h>

/* The library of that name, perhaps followed by a variant; or NULL. */
static const struct library *find_library(const char *name,
                                          const char **variant)
{
    const size_t length = strcspn(name, ":");

    *variant = name[length] ? name + length + 1 : NULL;
    for (int k = 0; libraries[k].name; k++)
        if (!strncmp(name, libraries[k].name, length) &&
            !libraries[k].name[length])
            return &libraries[k];
    return NULL;
}

static bool is_gpu(const struct device *device)
{
    return device->is_gpu;
}

static bool has_threads(const struct device *device)
{
    return device->has_threads;
}

static void want(struct lineup *lineup, const struct library *library,
                 const char *variant)
{
    if (lineup->wanted_count == MAX_LIBRARIES)
        return;
    lineup->wanted[lineup->wanted_count].library = library;
    lineup->wanted[lineup->wanted_count++].variant = variant;
}

const struct choice *lineup_application(const struct lineup *lineup)
{
    return lineup->choice_count > 0 &&
                   lineup->choices[0].algorithm->task != &scan_task
               ? &lineup->choices[0]
               : NULL;
}

const struct choice *lineup_any(const struct lineup *lineup,
                                const struct device *device)
{
    static struct choice plain;
    struct problem ignored;

    if (lineup->choice_count > 0)
        return &lineup->choices[0];
    choice_parse(algorithms[0]->name, device, &plain, &ignored);
    return &plain;
}

/* All rows of a bench must do the same task. */
static enum status check_applications(const struct lineup *lineup,
                                      const struct shared_options *options,
                                      struct problem *why)
{
    const struct choice *const all = lineup->choices;
    const struct algorithm *const first = all[0].algorithm;

    for (int i = 1; i < lineup->choice_count; i++)
        if (all[i].algorithm->task != first->task)
            return problem_set(why, WRONG_USE,
                               "%s and %s compute different things: a bench "
                               "compares scans, or variants of one application",
                               first->name, all[i].algorithm->name);
    if (options->exclusive && !first->task->has_kinds)
        return problem_set(why, WRONG_USE, "%s has no --exclusive",
                           first->name);
    return OK;
}

/* The tasks of a library, "radix_sort, reduce", for a message. */
static const char *uses_of(const struct library *library)
{
    static char text[256];
    const char *before = "";
    size_t used = 0;

    for (const struct library_use *use = library->uses; use->what; use++) {
        const char *const name =
            strcmp(use->task, scan_task.name) ? use->task : "scans";
        if (strcmp(name, before) != 0 && used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                     used ? ", " : "", name);
        before = name;
    }
    return text;
}

/* Typed libraries must do the same task as the other rows. */
static enum status check_libraries(const struct lineup *lineup,
                                   struct problem *why)
{
    const struct choice *const of = lineup_application(lineup);

    for (int i = 0; i < lineup->wanted_count; i++) {
        const struct library *const library = lineup->wanted[i].library;
        if (!library_use(library, of ? of->algorithm->task : &scan_task, 0))
            return problem_set(
                why, WRONG_USE,
                "%s cannot be compared with %s; the library offers: %s",
                library->name, of ? of->algorithm->name : "scans",
                uses_of(library));
    }
    return OK;
}

static void want_all(struct lineup *lineup, const struct device *device)
{
    const struct choice *const of = lineup_application(lineup);

    for (int k = 0; libraries[k].name; k++)
        if (libraries[k].on_gpu == device->is_gpu &&
            library_use(&libraries[k], of ? of->algorithm->task : &scan_task,
                        0))
            want(lineup, &libraries[k], NULL);
}

enum status lineup_choose(struct lineup *lineup, struct shared_options *options,
                          const struct device *device, bool with_libraries,
                          struct problem *why)
{
    struct shared_options scans = *options;
    const char *variant;

    *lineup = (struct lineup){.choice_count = 0};
    scans.names = 0;
    for (int i = 0; i < options->names; i++) {
        const struct library *library =
            find_library(options->name[i], &variant);
        if (library && library->on_gpu != device->is_gpu)
            return problem_set(
                why, WRONG_USE, "%s is for -d %s, not for -d %s", library->name,
                device_that(library->on_gpu ? is_gpu : has_threads)->name,
                device->name);
        if (library)
            want(lineup, library, variant);
        else if (strcmp(options->name[i], "memcpy") != 0)
            scans.name[scans.names++] = options->name[i];
    }
    if (options->names == 0)
        scans.name[scans.names++] = "all";
    enum status status = command_choices(&scans, device, lineup->choices,
                                         &lineup->choice_count, why);
    if (status == OK && lineup->choice_count > 0)
        status = check_applications(lineup, options, why);
    if (status != OK)
        return status;
    if (with_libraries && lineup->wanted_count == 0 &&
        (options->names == 0 || lineup_application(lineup)))
        want_all(lineup, device);
    return check_libraries(lineup, why);
}

/* -------------------------------------------------------------- libraries */

/* Prints each sentence once on stderr: a bench opens a library for every
 * monoid. */
static void tell_once(struct lineup *lineup, const char *text)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */

    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    for (int i = 0; i < lineup->told_count; i++)
        if (lineup->told[i] == hash)
            return;
    if (lineup->told_count < MAX_TOLD)
        lineup->told[lineup->told_count++] = hash;
    fprintf(stderr, "scanlab: %s: left out\n", text);
}

/* Opens the requested rows of one library. */
static enum status open_rows(struct lineup *lineup,
                             const struct library_case *what,
                             const char *variant, struct problem *why)
{
    const int rows = library_rows(what);
    const int before = lineup->row_count;
    struct problem lacking;

    for (int i = 0; i < rows && lineup->row_count < MAX_ROWS; i++) {
        struct library_row *row = &lineup->row[lineup->row_count];
        const enum status status = library_open(what, i, row, why);
        if (status == MACHINE_LACKS)
            tell_once(lineup, why->line);
        else if (status != OK)
            return status;
        else if (variant && strcmp(variant, row->variant) != 0)
            library_close(row);
        else
            lineup->row_count++;
    }
    if (variant && lineup->row_count == before) {
        problem_set(&lacking, MACHINE_LACKS, "no row %s:%s for %s",
                    what->library->name, variant, what->monoid->name);
        tell_once(lineup, lacking.line);
    }
    return OK;
}

enum status lineup_libraries(struct lineup *lineup, const struct monoid *monoid,
                             bool exclusive, struct problem *why)
{
    enum status status = OK;

    lineup_close(lineup);
    for (int i = 0; i < lineup->wanted_count && status == OK; i++) {
        const struct library_case what = {lineup->wanted[i].library,
                                          lineup_application(lineup), monoid,
                                          exclusive};
        status = open_rows(lineup, &what, lineup->wanted[i].variant, why);
    }
    return status;
}

void lineup_close(struct lineup *lineup)
{
    while (lineup->row_count)
        library_close(&lineup->row[--lineup->row_count]);
}

/* ------------------------------------------------------------- to a field */

/* The named sizes of an application. */
static struct sizes drawn_sizes(const struct field *field)
{
    const struct drawing drawing = pattern_draw(field->pattern, field->seed);

    return call_sizes(field->choice->algorithm, field->n, &drawing);
}

/* Two rows of one name cannot be distinguished. */
static bool is_row(const struct lineup *lineup, const struct choice *choice)
{
    for (int i = 0; i < lineup->choice_count; i++)
        if (lineup->choices[i].algorithm == choice->algorithm &&
            !strcmp(lineup->choices[i].variant, choice->variant))
            return true;
    return false;
}

/* The i-th choice, with the settings that explore has kept for this field, if
 * any: they are named on stderr and in the row. */
static const struct choice *tuned_choice(struct lineup *lineup,
                                         const struct field *field, int i)
{
    const struct choice *const usual = &lineup->choices[i];
    struct choice *const tuned = &lineup->tuned[i];
    const struct tuning_case c = {
        .choice = usual,
        .monoid = field->monoid,
        .threads = field->pool ? pool_threads(field->pool) : 0,
        .n = field->n};
    char size[SIZE_TEXT_BYTES];

    if (!lineup->tunes || !tuning_find(&c, tuned) || is_row(lineup, tuned) ||
        field_refuses(field, tuned))
        return usual;
    fprintf(stderr, "scanlab: n = %s: %s with %s, from %s\n",
            size_print(field->n, size, sizeof size), usual->algorithm->name,
            tuning_settings(), tuning_file());
    return tuned;
}

static enum status add_algorithms(struct lineup *lineup, struct field *field,
                                  struct problem *why)
{
    char size[SIZE_TEXT_BYTES];

    for (int i = 0; i < lineup->choice_count; i++) {
        const struct choice *const choice = tuned_choice(lineup, field, i);
        const char *const refusal = field_refuses(field, choice);
        if (refusal) {
            printf("n = %s: %s is left out: %s\n",
                   size_print(field->n, size, sizeof size),
                   choice->algorithm->name, refusal);
            continue;
        }
        const enum status status = field_add(field, choice, why);
        if (status != OK)
            return status;
    }
    return OK;
}

static void add_libraries(struct lineup *lineup, struct field *field)
{
    for (int i = 0; i < lineup->row_count; i++)
        field->contestant[field->count++] =
            (struct contestant){.kind = CONTEST_LIBRARY,
                                .name = lineup->row[i].library->name,
                                .variant = lineup->row[i].variant,
                                .library = &lineup->row[i],
                                .pool = field->pool};
}

enum status lineup_enter(struct lineup *lineup, struct field *field,
                         struct problem *why)
{
    field->sizes = drawn_sizes(field);
    const enum status status = add_algorithms(lineup, field, why);

    add_libraries(lineup, field);
    field_add_copies(field);
    return status;
}
