/* command.c - turns options into devices, algorithms and threads. */
#include "command.h"
#include "sandbox/move.h"
#include "calls/call_fill.h"
#include "base/host.h"
#include "ranks/ranks.h"
#include "arrays/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---------------------------------------------------------------- devices */

static bool has_threads(const struct device *device)
{
    return device->has_threads;
}

static bool has_schedules(const struct device *device)
{
    return device->has_schedules;
}

static bool runs_native(const struct device *device)
{
    return !device->runs_kernels;
}

/* Rejects an option for another device, which would be ignored. */
static enum status refuse_misfits(const struct shared_options *options,
                                  const struct device *device,
                                  struct problem *why)
{
    const struct {
        const char *name;
        bool given;
        bool (*can)(const struct device *device);
    } all[] = {
        {"--threads", options->threads, has_threads},
        {"--schedule", options->schedule, has_schedules},
        {"--resident", options->resident, has_schedules},
        {"--machine", options->machine_file, has_schedules},
        {"--lockstep", options->lockstep, has_schedules},
        {"--strict-barriers", options->strict_barriers, has_schedules},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && !all[i].can(device))
            return problem_set(why, WRONG_USE, "%s is for -d %s, not for -d %s",
                               all[i].name, device_that(all[i].can)->name,
                               device->name);
    return OK;
}

static bool ends_in(const char *text, const char *end)
{
    const size_t length = text ? strlen(text) : 0, tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* derived:..., of which there are kernels only. */
static bool names_a_space(const struct shared_options *options)
{
    for (int i = 0; i < options->names; i++)
        for (int k = 0; spaces[k]; k++)
            if (strcspn(options->name[i], ":") == strlen(spaces[k]->name) &&
                !strncmp(options->name[i], spaces[k]->name,
                         strlen(spaces[k]->name)))
                return true;
    return false;
}

/* The typed device; else the only one that the other options allow. */
static const char *device_meant(const struct shared_options *options)
{
    const bool scheduled = options->schedule || options->resident ||
                           options->machine_file || options->lockstep ||
                           options->strict_barriers;

    if (options->device)
        return options->device;
    if (options->threads)
        return device_that(has_threads)->name;
    if (ends_in(options->source, ".c"))
        return device_that(runs_native)->name;
    if (scheduled || ends_in(options->source, ".cu") || names_a_space(options))
        return device_that(has_schedules)->name;
    return options->usual_device;
}

enum status command_device(const struct shared_options *options,
                           const struct device **out, struct problem *why)
{
    enum status status = device_find(device_meant(options), out, why);

    if (status == OK)
        status = refuse_misfits(options, *out, why);
    return status == OK ? device_ready(*out, why) : status;
}

enum status command_threads(const char *text, const struct device *device,
                            int out[MAX_LIST], int *count, struct problem *why)
{
    *count = 0;
    if (!device->has_threads || !text) {
        out[(*count)++] = !device->has_threads ? 0
                          : ranks_started()    ? ranks_threads()
                                               : host_facts()->processors;
        return OK;
    }
    for (const char *at = text;; at++) {
        char *end;
        const long threads = strtol(at, &end, 10);
        if (*count == MAX_LIST)
            return problem_set(why, WRONG_USE,
                               "--threads %s: at most %d numbers", text,
                               MAX_LIST);
        if (end == at || (*end && *end != ',') || threads < 1 ||
            threads > MAX_THREADS)
            break;
        out[(*count)++] = (int)threads;
        at = end;
        if (!*at)
            return OK;
    }
    return problem_set(why, WRONG_USE,
                       "--threads %s: want numbers from 1 to %d, like 1,2,4",
                       text, MAX_THREADS);
}

/* Like command_threads(), for a command that runs once. */
static enum status one_thread_count(const struct shared_options *options,
                                    const char *command,
                                    const struct device *device, int *out,
                                    struct problem *why)
{
    int threads[MAX_LIST], count;

    if (command_threads(options->threads, device, threads, &count, why) != OK ||
        count != 1)
        return problem_set(why, WRONG_USE,
                           "--threads %s: %s takes one number, 1 to %d",
                           options->threads, command, MAX_THREADS);
    *out = threads[0];
    return OK;
}

enum status command_pool(int threads, struct pool **out, struct problem *why)
{
    *out = NULL;
    return threads > 0 ? pool_open(threads, out, why) : OK;
}

/* ---------------------------------------------------------------- choices */

/* Applies --block 64 and the like. Rejects a setting that no choice has, or
 * that a single named choice lacks. */
static enum status apply_settings(const struct shared_options *options,
                                  const struct device *device,
                                  struct choice *choices, int count, bool all,
                                  struct problem *why)
{
    for (int s = 0; s < options->settings; s++) {
        const struct setting *setting = &options->setting[s];
        bool used = false;
        for (int i = 0; i < count; i++) {
            if (all &&
                choice_parameter(choices[i].implementation, setting->name) < 0)
                continue;
            const enum status status =
                choice_set(&choices[i], setting->name, setting->value, why);
            /* A value that one of many algorithms does not allow, another
             * may. */
            if (status != OK && !all)
                return status;
            used |= status == OK;
        }
        if (!used)
            return problem_set(why, WRONG_USE,
                               "no algorithm accepts --%s %s on %s (see "
                               "'scanlab list --verbose')",
                               setting->name, setting->value, device->name);
    }
    return OK;
}

static enum status too_many(struct problem *why)
{
    return problem_set(why, WRONG_USE, "more than %d algorithms", MAX_CHOICES);
}

/* All scans that have code for the device. */
static enum status add_all(const struct device *device,
                           struct choice out[MAX_CHOICES], int *count,
                           struct problem *why)
{
    const int before = *count;

    for (int k = 0; algorithms[k]; k++) {
        if (algorithms[k]->task != &scan_task ||
            !choice_implementation(algorithms[k], device))
            continue;
        if (*count == MAX_CHOICES)
            return too_many(why);
        choice_parse(algorithms[k]->name, device, &out[(*count)++], why);
    }
    return *count > before
               ? OK
               : problem_set(why, WRONG_USE, "no algorithm has a %s yet",
                             device_code(device));
}

/* Rejects a pipe or a device, which would block; missing files are reported
 * later. */
static enum status check_source(const struct shared_options *options,
                                struct problem *why)
{
    struct stat facts;

    return options->source && stat(options->source, &facts) == 0 &&
                   !S_ISREG(facts.st_mode)
               ? problem_set(why, WRONG_USE, "%s is not a file",
                             options->source)
               : OK;
}

const char *command_monoids(const struct shared_options *options,
                            const struct algorithm *algorithm)
{
    const struct task *const task = algorithm->task;

    return options->monoids       ? options->monoids
           : task->default_monoid ? task->default_monoid
                                  : "add_i32";
}

struct call_source command_source(const struct shared_options *options,
                                  size_t digits_most)
{
    struct call_source source = options->input;

    source.sizes = options->sizes;
    source.patterns = options->drawn;
    source.pattern = options->pattern;
    source.digits_most = digits_most;
    return source;
}

const char *command_function(const struct shared_options *options,
                             const struct algorithm *algorithm)
{
    const struct task *const task = algorithm->task;
    const enum element_function function = algorithm->task->function;

    return options->function[function] ? options->function[function]
           : task->default_function && !options->monoids
               ? task->default_function
               : element_functions[function].by_default;
}

/* True: -m, --predicate, --key ... has a user's path; built-in ones have
 * names. */
static bool has_own_header(const struct shared_options *options)
{
    bool has = options->monoids && strstr(options->monoids, ".h");

    for (int i = 0; i < ELEMENT_FUNCTIONS; i++)
        has |= options->function[i] && strstr(options->function[i], ".h");
    return has;
}

bool command_is_under_test(const struct shared_options *options,
                           const struct device *device)
{
    return (options->source || has_own_header(options)) && !device->is_gpu;
}

enum status command_moves(const struct shared_options *options, bool patient,
                          struct problem *why)
{
    return has_own_header(options) ? move_into_child(patient, why) : OK;
}

enum status command_pattern(const struct algorithm *algorithm,
                            enum pattern pattern, const char *typed,
                            struct problem *why)
{
    if (!call_has_patterns(algorithm))
        return problem_set(
            why, WRONG_USE,
            "--pattern %s: %s has no flags, segments or rows to generate",
            typed, algorithm->task == &scan_task ? "a scan" : algorithm->name);
    if (pattern == PATTERN_STENCIL && !algorithm->task->matrix)
        return problem_set(
            why, WRONG_USE,
            "--pattern stencil works only with matrices: %s has none",
            algorithm->name);
    return OK;
}

/* Not every command accepts applications. */
static enum status check_application(const struct shared_options *options,
                                     const struct choice *choice,
                                     struct problem *why)
{
    const struct task *const task = choice->algorithm->task;

    if (task != &scan_task && !options->applications)
        return problem_set(why, WRONG_USE,
                           "%s is an application: use it with run, verify, "
                           "measure, bench, explore or trace",
                           choice->algorithm->name);
    if (options->drawn) {
        const enum status status = command_pattern(
            choice->algorithm, options->pattern, options->drawn, why);
        if (status != OK)
            return status;
    }
    for (int i = FUNCTION_NONE + 1; i < ELEMENT_FUNCTIONS; i++)
        if (options->function[i] && i != (int)choice->algorithm->task->function)
            return problem_set(why, WRONG_USE, "%s has no %s",
                               choice->algorithm->name,
                               element_functions[i].name);
    return OK;
}

enum status command_choices(const struct shared_options *options,
                            const struct device *device,
                            struct choice out[MAX_CHOICES], int *count,
                            struct problem *why)
{
    enum status status = check_source(options, why);
    bool all = false;

    *count = 0;
    for (int i = 0; i < options->names && status == OK; i++) {
        if (!strcmp(options->name[i], "all")) {
            all = true;
            status = add_all(device, out, count, why);
        } else if (*count == MAX_CHOICES) {
            status = too_many(why);
        } else {
            status =
                choice_parse(options->name[i], device, &out[(*count)++], why);
            if (status == OK)
                status = check_application(options, &out[*count - 1], why);
        }
    }
    return status == OK ? apply_settings(options, device, out, *count, all, why)
                        : status;
}

enum status command_carry(const char *text, const struct monoid_table *monoid,
                          void *out, struct problem *why)
{
    struct array array;
    struct problem inner;

    if (text_parse(text, strlen(text), monoid, &array, &inner) != OK) {
        /* The text before the colon names a line of a file. */
        const char *colon = strstr(inner.line, ": ");
        return problem_set(why, WRONG_USE, "--init %s: %s", text,
                           colon ? colon + 2 : inner.line);
    }
    const bool one = array.n == 1;
    if (one)
        memcpy(out, array.data, monoid->bytes);
    array_free(&array);
    return one ? OK
               : problem_set(why, WRONG_USE,
                             "--init %s: want one element of the monoid", text);
}

enum status command_begin(const struct shared_options *options,
                          const struct device **device,
                          struct choice out[MAX_CHOICES], int *count,
                          struct problem *why)
{
    if (options->names == 0 && options->source)
        return problem_set(why, WRONG_USE,
                           "name the algorithm that --source %s implements",
                           options->source);
    if (options->names == 0)
        return problem_set(why, WRONG_USE,
                           "name one or more algorithms, or all");
    enum status status = command_device(options, device, why);
    if (status == OK)
        status = command_choices(options, *device, out, count, why);
    if (status == OK && options->source && *count != 1)
        status = problem_set(
            why, WRONG_USE,
            "--source needs one algorithm: the one whose %s it replaces",
            device_code(*device));
    return status;
}

static enum status choose_one(const struct shared_options *options,
                              const char *command, struct single *out,
                              struct problem *why)
{
    struct choice choices[MAX_CHOICES];
    int count = 0;

    if (options->names != 1)
        return problem_set(why, WRONG_USE, "%s takes one algorithm, not %d",
                           command, options->names);
    enum status status = command_device(options, &out->device, why);
    if (status == OK)
        status = command_choices(options, out->device, choices, &count, why);
    if (status == OK && count != 1)
        status = problem_set(why, WRONG_USE, "%s takes one algorithm", command);
    if (status == OK)
        out->choice = choices[0];
    return status;
}

/* Each element includes the flag of its segment, and an exclusive scan shifts
 * both by one. */
void warn_of_segments(const struct shared_options *options,
                      const struct monoid *monoid)
{
    if (options->exclusive && !monoid->is_users &&
        !strcmp(monoid->name, "seg_add_i32"))
        fputs("scanlab: warning: an exclusive scan of (flag, value) pairs is "
              "not the exclusive segmented scan: a segment's first element "
              "gets the sum of the previous segment\n",
              stderr);
}

enum status single_open(const struct shared_options *options,
                        const char *command, struct single *out,
                        struct problem *why)
{
    int threads = 0;

    *out = (struct single){.pool = NULL};
    enum status status = choose_one(options, command, out, why);
    if (status == OK)
        status = one_thread_count(options, command, out->device, &threads, why);
    const struct algorithm *const algorithm = out->choice.algorithm;
    if (status == OK)
        status = monoid_open_with(
            command_monoids(options, algorithm), algorithm->task->function,
            command_function(options, algorithm), &out->monoid, why);
    return status == OK ? command_pool(threads, &out->pool, why) : status;
}

void single_close(struct single *single)
{
    pool_close(single->pool);
    monoid_close(&single->monoid);
}

/* Writes the word in single quotes, unless a shell needs none. */
static void add_word(FILE *to, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        "%+,-./:=@^_";

    if (*word && word[strspn(word, plain)] == '\0') {
        fputs(word, to);
        return;
    }
    putc('\'', to);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", to);
        else
            putc(*word, to);
    putc('\'', to);
}

const char *command_words(int argc, char **argv)
{
    static char *text;
    size_t size;

    free(text);
    text = NULL;
    FILE *const to = open_memstream(&text, &size);
    if (!to)
        return "";
    fputs(argv[0], to); /* "scanlab run": two words */
    for (int i = 1; i < argc; i++) {
        putc(' ', to);
        add_word(to, argv[i]);
    }
    return fclose(to) == 0 && text ? text : "";
}

const char *command_scanviz(void)
{
    static const char *found;

    if (!found)
        found = access("./scanviz", X_OK) == 0 ? "./scanviz" : "scanviz";
    return found;
}

const char *command_to_view(const char *path)
{
    static char *text;
    size_t size;

    free(text);
    text = NULL;
    FILE *const to = open_memstream(&text, &size);
    if (!to)
        return "";
    fprintf(to, "%s ", command_scanviz());
    add_word(to, path);
    return fclose(to) == 0 && text ? text : "";
}

enum status command_split(const char *text, const char *option, char **copy,
                          char *parts[MAX_LIST], int *count,
                          struct problem *why)
{
    char *rest = *copy = strdup(text);

    *count = 0;
    if (!rest)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (char *part; (part = strsep(&rest, ","));) {
        if (*count == MAX_LIST)
            return problem_set(why, WRONG_USE, "%s %s: at most %d items",
                               option, text, MAX_LIST);
        parts[(*count)++] = part;
    }
    return OK;
}
