/* command_bench.c - how fast is it for real? */
#include "bench/bench_report.h"
#include "bench/bench_runs.h"
#include "command.h"
#include "on_ranks.h"
#include "lineup.h"
#include "base/guard.h"
#include "base/host.h"
#include "base/sizes.h"
#include "monoids/patterns.h"
#include "ranks/ranks.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_LIMIT = 'A' << 8,
    KEY_MODE,
    KEY_SEED,
    KEY_PATTERN,
    KEY_WITHOUT,
    KEY_UNTUNED,
    KEY_ROUNDING,
    KEY_RUNS,
    KEY_ONE
};

struct bench_options {
    const char *output;
    double seconds;
    enum bench_mode mode[BENCH_MODES];
    int modes;
    uint64_t seed;
    const char *pattern_text; /* as typed; NULL: half */
    enum pattern pattern[PATTERNS];
    int patterns;
    bool without_libraries, rounding;
    int runs;
    bool one_of_runs; /* another process prints the messages that appear once */
    bool untuned;     /* --no-tuning */
};

static const struct argp_option own[] = {
    {"output", 'o', "FILE.csv|.json", 0,
     "write rows; for a CSV, also a JSON with context and samples",
     GROUP_OUTPUT},
    {"time-limit", KEY_LIMIT, "TIME", 0, "total time: 90s, 5m (default), 1h",
     GROUP_WHERE},
    {"mode", KEY_MODE, "warm|cold|graph,...", 0,
     "cold: flush the caches before each sample; graph, on a GPU: launch the "
     "calls of a sample as one CUDA graph",
     GROUP_WHERE},
    {"seed", KEY_SEED, "N", 0, "seed for the random input (default 1)",
     GROUP_WHERE},
    {"pattern", KEY_PATTERN, "P,...", 0,
     "how flags, segments or rows are generated: half (default), none, all, "
     "runs, tenth, rare, power_law, empty; for a matrix also stencil",
     GROUP_WHERE},
    {"runs", KEY_RUNS, "K", 0,
     "split the time over K processes, to show the spread between runs",
     GROUP_WHERE},
    {"one-of-runs", KEY_ONE, NULL, OPTION_HIDDEN, "run as one of --runs K",
     GROUP_WHERE},
    {"no-libraries", KEY_WITHOUT, NULL, 0, "leave the library rows out",
     GROUP_WHERE},
    {"no-tuning", KEY_UNTUNED, NULL, 0,
     "leave out the settings that tuning.json has for this case", GROUP_WHERE},
    {"rounding", KEY_ROUNDING, NULL, 0,
     "scans of floats: generate inputs whose sums are rounded, and count the "
     "different results of each row's samples",
     GROUP_WHERE},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take_runs(const char *value, int *runs, struct problem *why)
{
    char *end;
    const long number = strtol(value, &end, 10);

    if (end == value || *end || number < 1 || number > MAX_RUNS) {
        problem_set(why, WRONG_USE, "--runs %s: want 1 to %d", value, MAX_RUNS);
        return 1;
    }
    *runs = (int)number;
    return 0;
}

/* "half,power_law"; repeated names count once. */
static error_t take_patterns(const char *value, struct bench_options *bench,
                             struct problem *why)
{
    char *text, *part[MAX_LIST];
    int count;
    enum status status =
        command_split(value, "--pattern", &text, part, &count, why);

    bench->pattern_text = value;
    bench->patterns = 0;
    for (int i = 0; i < count && status == OK; i++) {
        enum pattern *const next = &bench->pattern[bench->patterns];
        bool is_new = bench->patterns < PATTERNS;
        enum pattern found;
        status = pattern_find(part[i], &found, why);
        for (int k = 0; k < bench->patterns && status == OK; k++)
            is_new = is_new && bench->pattern[k] != found;
        if (status != OK || !is_new)
            continue;
        *next = found;
        bench->patterns++;
    }
    free(text);
    return status == OK ? 0 : 1;
}

static enum status find_mode(const char *name, const char *value,
                             enum bench_mode *out, struct problem *why)
{
    for (int mode = 0; mode < BENCH_MODES; mode++)
        if (!strcmp(name, bench_mode_name((enum bench_mode)mode))) {
            *out = (enum bench_mode)mode;
            return OK;
        }
    return problem_set(why, WRONG_USE,
                       "--mode %s: want warm or cold, or with -d cuda graph",
                       value);
}

/* "warm,graph"; repeated names count once. */
static error_t take_modes(const char *value, struct bench_options *bench,
                          struct problem *why)
{
    char *text, *part[MAX_LIST];
    int count;
    enum status status =
        command_split(value, "--mode", &text, part, &count, why);

    bench->modes = 0;
    for (int i = 0; i < count && status == OK; i++) {
        bool is_new = true;
        enum bench_mode found = MODE_WARM;
        status = find_mode(part[i], value, &found, why);
        for (int k = 0; k < bench->modes && status == OK; k++)
            is_new = is_new && bench->mode[k] != found;
        if (status == OK && is_new)
            bench->mode[bench->modes++] = found;
    }
    free(text);
    return status == OK ? 0 : 1;
}

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct bench_options *bench = options;

    switch (key) {
    case 'o': bench->output = value; return 0;
    case KEY_LIMIT:
        return options_seconds(value, "--time-limit", &bench->seconds, why) ==
                       OK
                   ? 0
                   : 1;
    case KEY_RUNS: return take_runs(value, &bench->runs, why);
    case KEY_ONE: bench->one_of_runs = true; return 0;
    case KEY_WITHOUT: bench->without_libraries = true; return 0;
    case KEY_UNTUNED: bench->untuned = true; return 0;
    case KEY_ROUNDING: bench->rounding = true; return 0;
    case KEY_MODE: return take_modes(value, bench, why);
    case KEY_PATTERN: return take_patterns(value, bench, why);
    case KEY_SEED: return options_seed(value, &bench->seed, why) == OK ? 0 : 1;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct command_line command_bench_line = {
    .usage = "[ALGORITHM...|all|APPLICATION...] [LIBRARY...]",
    .text = "Times scans, or variants of one application, next to memcpy and "
            "libraries in interleaved rounds; every output is checked. Without "
            "names, it times all algorithms. The libraries are tbb, "
            "openmp_inscan, std_par_unseq, std_seq and vqsort, and on a GPU "
            "cub and cusparse; 'scanlab list' describes them. If no library is "
            "named, all installed libraries that compute the same thing are "
            "timed along with all algorithms or an application.\vExample: "
            "scanlab bench -n 2^10..2^24 -o scan.csv",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_THREADS |
             TAKES_KIND | TAKES_FUNCTIONS | TAKES_APPLICATIONS | TAKES_RANKS,
    .device = "cpu",
};

/* ---------------------------------------------------------------- fields */

struct benching {
    const struct bench_options *options;
    const struct device *device;
    bool exclusive;
    enum element_function function; /* of an application */
    const char *function_said;
    struct lineup lineup;
    struct report report;
    double deadline;
    double weight_left; /* of the remaining fields */
    int field, fields, wrong, unjudged;
    struct contestant contestants[MAX_CONTESTANTS];
};

static double now(void)
{
    return (double)host_now() / 1e9;
}

static volatile sig_atomic_t interrupted_by;

static void on_signal(int signal_number)
{
    interrupted_by = signal_number;
    bench_interrupted = true;
}

static struct benching *showing; /* for show_progress */

static void show_progress(const struct field *field)
{
    char size[32];

    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r[%d/%d] n = %s, round %zu \033[K", showing->field,
            showing->fields, size_print(field->n, size, sizeof size),
            field->rounds);
    if (field->stop_reason || bench_interrupted)
        fprintf(stderr, "\r\033[K");
}

/* Rounds with large arrays take longer, so they get more of the time. */
static double weight_of(size_t n, size_t elem_bytes)
{
    return 1 + (double)(n * elem_bytes) / (64 << 20);
}

static enum status run_field(struct benching *b, struct field *field,
                             struct problem *why)
{
    const double weight = weight_of(field->n, field->monoid->table.bytes);

    b->field++;
    field->contestant = b->contestants;
    enum status status = lineup_enter(&b->lineup, field, why);
    field->seconds = (b->deadline - now()) * weight / b->weight_left;
    if (field->seconds < 0.05)
        field->seconds = 0.05;
    b->weight_left -= weight;
    if (status == OK)
        status = bench_field(field, show_progress, why);
    if (status == OK)
        report_field(&b->report, field);
    for (int i = 0; i < field->count; i++) {
        const struct contestant *const c = &field->contestant[i];
        b->wrong += c->wrong && !c->unjudged;
        b->unjudged += c->unjudged;
        contestant_close(&field->contestant[i]);
    }
    return status;
}

/* Prints on stderr, before the start, how long it may take. */
static void tell_duration(const struct benching *b)
{
    const double seconds = b->options->seconds;
    const int others = b->lineup.wanted_count;
    const int rows = b->lineup.choice_count + others;
    const int patterns = b->options->patterns;
    const int modes = b->options->modes;
    const int sizes = b->fields / patterns / modes;

    fprintf(stderr, "scanlab: %d row%s at %d size%s", rows,
            rows == 1 ? "" : "s", sizes, sizes == 1 ? "" : "s");
    if (patterns > 1)
        fprintf(stderr, " in %d patterns", patterns);
    if (modes > 1)
        fprintf(stderr, " in %d modes", modes);
    fprintf(stderr, ", in about %.3g %s (--time-limit)",
            seconds < 120 ? seconds : seconds / 60,
            seconds < 120 ? "s" : "min");
    if (others)
        fprintf(stderr, ", and compiling for %d librar%s", others,
                others == 1 ? "y" : "ies");
    if (b->options->runs > 1)
        fprintf(stderr,
                "; Ctrl-C keeps the finished rows, in %d runs\nscanlab: "
                "within: 95 %% interval of the median over these runs; "
                "between: the same with the runs resampled too: a few runs say "
                "little about the next one\n",
                b->options->runs);
    else
        fprintf(stderr,
                "; Ctrl-C keeps the finished rows; intervals hold within this "
                "run\nscanlab: a time is the median of the rounds, +- half the "
                "width of its 95 %% interval; GB/s: n elements read and n "
                "written; of memcpy: "
                "the copy's time divided by the row's in the same round\n");
}

/* Other processes take time, caches and bandwidth, not equally from all
 * rows. */
static void warn_of_load(void)
{
    const double load = host_load();
    const int processors = host_facts()->processors;

    if (load > processors / 2.0)
        fprintf(
            stderr,
            "scanlab: this machine is busy: a load of %.1f on %d processor%s "
            "in the last minute; times and ratios may be wrong\n",
            load, processors, processors == 1 ? "" : "s");
}

/* Compiling library rows does not count against the time limit. */
static enum status open_libraries(struct benching *b,
                                  const struct monoid *monoid,
                                  struct problem *why)
{
    const double start = now();
    const enum status status =
        lineup_libraries(&b->lineup, monoid, b->exclusive, why);

    b->deadline += now() - start;
    return status;
}

/* Runs all sizes, patterns and modes of one monoid with one thread count. */
static enum status run_sizes(struct benching *b, const struct monoid *monoid,
                             struct pool *pool, const size_t *sizes,
                             size_t count, struct problem *why)
{
    const size_t patterns = (size_t)b->options->patterns;
    const size_t modes = (size_t)b->options->modes;
    const size_t fields = count * patterns * modes;
    enum status status = OK;

    for (size_t i = 0; i < fields && status == OK && !bench_interrupted; i++) {
        struct field field = {.device = b->device,
                              .monoid = monoid,
                              .choice = lineup_any(&b->lineup, b->device),
                              .pattern =
                                  b->options->pattern[i / modes % patterns],
                              .exclusive = b->exclusive,
                              .n = sizes[i / modes / patterns],
                              .pool = pool,
                              .mode = b->options->mode[i % modes],
                              .rounding = b->options->rounding,
                              .seed = b->options->seed};
        status = run_field(b, &field, why);
    }
    return status;
}

static enum status check_rounding(const struct benching *b,
                                  const struct monoid *monoid,
                                  struct problem *why)
{
    const struct monoid_table *const m = &monoid->table;

    if (lineup_any(&b->lineup, b->device)->algorithm->task != &scan_task)
        return problem_set(why, WRONG_USE, "--rounding works only with scans");
    if (m->kind != FLOATING ||
        (m->bytes != sizeof(float) && m->bytes != sizeof(double)))
        return problem_set(
            why, WRONG_USE,
            "--rounding: %s is not a monoid of floats or doubles",
            monoid->name);
    return OK;
}

/* Checks the monoids, and the memory for the largest size, before any other
 * work. */
static enum status check_sizes(struct benching *b,
                               const struct shared_options *options,
                               const char *text, char *const *monoids,
                               int monoid_count, int thread_count,
                               struct problem *why)
{
    const int blocks = thread_count * b->options->patterns * b->options->modes;

    for (int i = 0; i < monoid_count; i++) {
        struct monoid monoid;
        size_t *sizes, count;
        enum status status = monoid_open(monoids[i], &monoid, why);
        if (status != OK)
            return status;
        warn_of_segments(options, &monoid);
        const size_t bytes = monoid.table.bytes;
        if (b->options->rounding)
            status = check_rounding(b, &monoid, why);
        monoid_close(&monoid);
        if (status != OK)
            return status;
        if (monoid_is_interval(&monoid))
            return problem_set(why, WRONG_USE,
                               "the interval monoid is for verify and measure, "
                               "which use it without -m");
        status = sizes_parse(text, bytes, &sizes, &count, why);
        for (size_t k = 0; k < count && status == OK; k++) {
            if (sizes[k] == 0)
                status =
                    problem_set(why, WRONG_USE,
                                "bench: with n = 0 there is nothing to time");
            else if (sizes[k] > SIZE_MAX / 8 / bytes)
                status = problem_set(
                    why, MACHINE_LACKS,
                    "n = %zu is more than any computer can hold", sizes[k]);
            else
                status = bench_fits(b->device, sizes[k], bytes, why);
            b->weight_left += weight_of(sizes[k], bytes) * blocks;
        }
        b->fields += (int)count * blocks;
        free(sizes);
        if (status != OK)
            return status;
    }
    return OK;
}

static enum status run_all(struct benching *b, const char *text,
                           char *const *monoids, int monoid_count,
                           const int *threads, int thread_count,
                           struct problem *why)
{
    enum status status = OK;

    for (int t = 0; t < thread_count && status == OK; t++) {
        struct pool *pool;
        status = command_pool(threads[t], &pool, why);
        if (status == OK && pool)
            report_pool(&b->report, pool);
        for (int i = 0; i < monoid_count && status == OK; i++) {
            struct monoid monoid;
            size_t *sizes = NULL, count = 0;
            status = monoid_open_with(monoids[i], b->function, b->function_said,
                                      &monoid, why);
            if (status == OK)
                status =
                    sizes_parse(text, monoid.table.bytes, &sizes, &count, why);
            if (status == OK && pool)
                status = report_op(&b->report, &monoid, why);
            if (status == OK)
                status = open_libraries(b, &monoid, why);
            if (status == OK)
                status = run_sizes(b, &monoid, pool, sizes, count, why);
            free(sizes);
            monoid_close(&monoid);
        }
        pool_close(pool);
    }
    return status;
}

/* Prints the final messages; after Ctrl-C complete rows are kept. */
static enum status finish(struct benching *b, enum status status,
                          struct problem *why)
{
    struct problem closing;

    if (b->report.rows == 0) /* nothing to write; an old file is kept */
        report_drop(&b->report);
    if (b->report.rows == 0 && !bench_interrupted)
        return status;
    const size_t rows = b->report.rows;
    const enum status closed = report_close(&b->report, &closing);
    if (status != OK && !bench_interrupted) /* else a compiler was interrupted,
                                               too */
        return status;
    if (closed != OK) {
        *why = closing;
        return closed;
    }
    if (bench_interrupted) {
        if (!b->options->one_of_runs)
            fprintf(stderr,
                    "scanlab: interrupted after field %d of %d; %zu row%s "
                    "kept%s%s\n",
                    b->field, b->fields, rows, rows == 1 ? " is" : "s are",
                    b->options->output ? " in " : "",
                    b->options->output ? b->options->output : "");
        fflush(NULL);
        /* The shell should see why we stop. */
        signal(interrupted_by, SIG_DFL);
        raise(interrupted_by);
    }
    if (!b->wrong && b->unjudged)
        return problem_set(why, NOT_JUDGED, "%d row%s not judged", b->unjudged,
                           b->unjudged == 1 ? " is" : "s are");
    if (!b->wrong)
        return OK;
    return b->wrong == 1
               ? problem_set(why, CHECK_FAILED,
                             "1 output was wrong, so its time is not given")
               : problem_set(
                     why, CHECK_FAILED,
                     "%d outputs were wrong, so their times are not given",
                     b->wrong);
}

static enum status find_device(const struct shared_options *options,
                               const struct device **out, struct problem *why)
{
    const enum status status = command_device(options, out, why);

    return status == OK && (*out)->has_model_time
               ? problem_set(why, WRONG_USE,
                             "bench measures real time, and -d %s has none: "
                             "count with measure -d %s%s",
                             (*out)->name, (*out)->name,
                             options->device ? "" : "; or use -d cuda")
               : status;
}

/* The report is open: from here on its rows survive a signal. */
static void begin_showing(struct benching *b,
                          const struct shared_options *options)
{
    b->exclusive = options->exclusive;
    b->report.has_parent = b->options->one_of_runs;
    b->deadline = now() + b->options->seconds;
    showing = b;
    if (!b->options->one_of_runs)
        tell_duration(b);
    warn_of_load();
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!guard_is_ignored(SIGHUP)) /* as by nohup */
        signal(SIGHUP, on_signal);
}

/* Chooses an application's element function; returns the list of monoids. */
static const char *choose_elements(struct benching *b,
                                   const struct shared_options *options)
{
    const struct choice *const application = lineup_application(&b->lineup);

    if (!application)
        return options->monoids ? options->monoids : "add_i32";
    b->function = application->algorithm->task->function;
    b->function_said = command_function(options, application->algorithm);
    return command_monoids(options, application->algorithm);
}

/* A pattern that does not apply is an error. */
static enum status check_patterns(const struct benching *b, struct problem *why)
{
    const struct choice *const choice = lineup_any(&b->lineup, b->device);
    const struct bench_options *const options = b->options;

    enum status status = OK;

    if (!options->pattern_text)
        return OK;
    for (int i = 0; i < options->patterns && status == OK; i++)
        status = command_pattern(choice->algorithm, options->pattern[i],
                                 options->pattern_text, why);
    return status;
}

/* CUDA graphs are for GPUs. */
static enum status check_modes(const struct benching *b, struct problem *why)
{
    const struct bench_options *const options = b->options;

    for (int i = 0; i < options->modes; i++)
        if (options->mode[i] == MODE_GRAPH && !b->device->is_gpu)
            return problem_set(why, WRONG_USE,
                               "--mode graph is for -d cuda, not for -d %s",
                               b->device->name);
    return OK;
}

static enum status bench_on_ranks(const struct shared_options *options,
                                  const struct bench_options *bench,
                                  const char *command, struct problem *why)
{
    const struct on_ranks_timing timing = {.output = bench->output,
                                           .seconds = bench->seconds,
                                           .seed = bench->seed,
                                           .command = command};
    const char *const unused = bench->runs > 1       ? "--runs"
                               : bench->patterns > 1 ? "--pattern"
                               : bench->rounding     ? "--rounding"
                               : bench->modes > 1 || bench->mode[0] != MODE_WARM
                                   ? "--mode"
                                   : NULL;

    return unused ? problem_set(why, WRONG_USE, "%s: not under mpirun", unused)
                  : on_ranks_bench(options, &timing, why);
}

enum status command_bench(int argc, char **argv, struct problem *why)
{
    struct bench_options bench = {
        .seconds = 300, .seed = 1, .patterns = 1, .modes = 1};
    struct shared_options options;
    struct benching *b = calloc(1, sizeof *b);
    int threads[MAX_LIST], thread_count = 0, monoid_count = 0;
    char *monoid_text = NULL, *monoids[MAX_LIST];
    const char *const command = command_words(argc, argv);

    char **const typed = calloc((size_t)argc + 1, sizeof *typed);

    if (!b || !typed)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    memcpy(typed, argv, (size_t)argc * sizeof *typed); /* argp moves them */
    b->options = &bench;
    enum status status =
        options_parse(&command_bench_line, &bench, argc, argv, &options, why);
    if (status == OK && ranks_started()) {
        status = bench_on_ranks(&options, &bench, command, why);
        free(typed);
        free(b);
        return status;
    }
    if (status == OK)
        status = command_moves(&options, true, why);
    if (status == OK)
        status = find_device(&options, &b->device, why);
    if (status == OK)
        status = check_modes(b, why);
    if (status == OK)
        status = lineup_choose(&b->lineup, &options, b->device,
                               !bench.without_libraries, why);
    b->lineup.tunes = !bench.untuned && !options.source;
    if (status == OK)
        status = check_patterns(b, why);
    if (status == OK)
        status = command_threads(options.threads, b->device, threads,
                                 &thread_count, why);
    if (status == OK)
        status = command_split(choose_elements(b, &options), "-m", &monoid_text,
                               monoids, &monoid_count, why);
    const char *sizes = options.sizes ? options.sizes : "2^10..2^24";
    if (status == OK)
        status = check_sizes(b, &options, sizes, monoids, monoid_count,
                             thread_count, why);
    if (status == OK && bench.runs > 1) {
        const struct bench_runs runs = {bench.runs, bench.seconds,
                                        bench.output};
        tell_duration(b);
        status = bench_runs(&runs, argc, typed, why);
    } else if (status == OK) {
        status = report_open(bench.output, command, b->device, &b->report, why);
        if (status == OK) {
            begin_showing(b, &options);
            status = run_all(b, sizes, monoids, monoid_count, threads,
                             thread_count, why);
            status = finish(b, status, why);
        }
    }
    free(typed);
    free(monoid_text);
    lineup_close(&b->lineup);
    free(b);
    return status;
}
