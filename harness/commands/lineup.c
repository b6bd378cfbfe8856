/* lineup.c - who takes part in a bench. */
#include "lineup.h"
#include "base/sizes.h"

#include <stdio.h>
#include <string.h>

/* The library of that name, or NULL. */
static const struct library *find_library(const char *name)
{
    for (int k = 0; libraries[k].name; k++)
        if (!strcmp(name, libraries[k].name))
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

enum status lineup_choose(struct lineup *lineup, struct shared_options *options,
                          const struct device *device, bool with_libraries,
                          struct problem *why)
{
    struct shared_options scans = *options;

    *lineup = (struct lineup){.choice_count = 0};
    scans.names = 0;
    for (int i = 0; i < options->names; i++) {
        const struct library *library = find_library(options->name[i]);
        if (library && library->on_gpu != device->is_gpu)
            return problem_set(
                why, WRONG_USE, "%s is for -d %s, not for -d %s", library->name,
                device_that(library->on_gpu ? is_gpu : has_threads)->name,
                device->name);
        if (library && lineup->library_count < MAX_LIBRARIES)
            lineup->library[lineup->library_count++] = library;
        else if (strcmp(options->name[i], "memcpy") != 0)
            scans.name[scans.names++] = options->name[i];
    }
    if (options->names == 0) {
        scans.name[scans.names++] = "all";
        for (int k = 0; libraries[k].name && with_libraries; k++)
            if (libraries[k].on_gpu == device->is_gpu)
                lineup->library[lineup->library_count++] = &libraries[k];
    }
    return command_choices(&scans, device, lineup->choices,
                           &lineup->choice_count, why);
}

static enum status add_algorithms(struct lineup *lineup, struct field *field,
                                  struct problem *why)
{
    char size[SIZE_TEXT_BYTES];

    for (int i = 0; i < lineup->choice_count; i++) {
        struct contestant *c = &field->contestant[field->count];
        const struct setup setup = {.device = field->device,
                                    .choice = &lineup->choices[i],
                                    .monoid = field->monoid,
                                    .pool = field->pool,
                                    .exclusive = field->exclusive,
                                    .largest_n = field->n};
        *c = (struct contestant){.kind = CONTEST_ALGORITHM,
                                 .name = lineup->choices[i].algorithm->name,
                                 .variant = lineup->choices[i].variant,
                                 .choice = &lineup->choices[i],
                                 .pool = field->pool};
        const char *refusal = setup_refuses(&setup, field->n);
        if (refusal) {
            printf("n = %s: %s is left out: %s\n",
                   size_print(field->n, size, sizeof size), c->name, refusal);
            continue;
        }
        const enum status status = execution_open(&setup, &c->execution, why);
        if (status != OK)
            return status;
        field->count++;
    }
    return OK;
}

static enum status add_libraries(struct lineup *lineup, struct field *field,
                                 struct problem *why)
{
    for (int i = 0; i < lineup->library_count; i++) {
        struct contestant *c = &field->contestant[field->count];
        *c = (struct contestant){.kind = CONTEST_LIBRARY,
                                 .name = lineup->library[i]->name,
                                 .variant = "",
                                 .pool = field->pool};
        const enum status status =
            library_open(lineup->library[i], field->monoid, field->exclusive,
                         &c->library, why);
        if (status == OK) {
            field->count++;
            continue;
        }
        if (status != MACHINE_LACKS)
            return status;
        fprintf(stderr, "scanlab: %s: left out\n", why->line);
        lineup->library[i--] = lineup->library[--lineup->library_count];
    }
    return OK;
}

static void add_copy(struct field *field, const char *variant,
                     const struct copy_kind *copy, bool alone)
{
    field->contestant[field->count++] =
        (struct contestant){.kind = CONTEST_COPY,
                            .name = "memcpy",
                            .variant = variant,
                            .copy = copy,
                            .alone = alone,
                            .pool = field->pool};
}

/* A GPU has one way to copy, on the host the best of several is the roof. */
static void add_copies(struct field *field)
{
    const size_t bytes = field->n * field->monoid->table.bytes;
    enum { SMALL = 4 << 20 };

    if (!field->pool) {
        add_copy(field, "", NULL, false);
        return;
    }
    for (int i = 0; copy_kinds[i].name; i++)
        add_copy(field, copy_kinds[i].name, &copy_kinds[i], false);
    if (bytes <= SMALL && pool_threads(field->pool) > 1)
        add_copy(field, "libc on one thread", &copy_kinds[0], true);
}

enum status lineup_enter(struct lineup *lineup, struct field *field,
                         struct problem *why)
{
    enum status status = add_algorithms(lineup, field, why);
    if (status == OK)
        status = add_libraries(lineup, field, why);
    add_copies(field);
    return status;
}
