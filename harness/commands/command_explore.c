/* command_explore.c - which settings of an algorithm are best here? */
#include "command.h"
#include "algorithms/derived/derivation.h"
#include "base/guard.h"
#include "base/host.h"
#include "base/output_file.h"
#include "base/sizes.h"
#include "devices/written_kernel.h"
#include "explore/derivation_report.h"
#include "explore/explore_report.h"
#include "explore/explore_again.h"
#include "explore/explore_formats.h"
#include "explore/tuning.h"
#include "simt_choice.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_SPACE = 'A' << 8,
    KEY_BUDGET,
    KEY_MODE,
    KEY_SEED,
    KEY_ONCE,
    KEY_DERIVE,
    KEY_SHOW,
    KEY_DRAW,
    KEY_SAVE,
    KEY_RESUME,
    KEY_CACHE,
    KEY_T4
};

struct explore_options {
    const char *space, *output, *derivation, *drawing, *resume, *cache, *t4;
    bool show, save;
    double seconds;
    enum bench_mode mode;
    uint64_t seed;
    bool once;
};

static const struct argp_option own[] = {
    {"space", KEY_SPACE, "P=VALUES,...", 0,
     "the parameters to try, and their values: block=32..256,factor=2,4 "
     "(default: every value of every parameter)",
     GROUP_SCAN},
    {"derive", KEY_DERIVE, "RULES", 0,
     "compose a scan from rules: \"scan_then_reduce(512); sequential(4); "
     "brent_kung(2)\"; a range in brackets, (1..16), stands for several scans",
     GROUP_SCAN},
    {"show", KEY_SHOW, NULL, 0, "print the kernel of the derivation, and end",
     GROUP_OUTPUT},
    {"draw", KEY_DRAW, "FILE.svg", 0,
     "draw the derivation: its levels beside its network", GROUP_OUTPUT},
    {"budget", KEY_BUDGET, "TIME", 0,
     "time for the whole search, proofs and compiling included: 90s, 5m, 1h "
     "(default 120s)",
     GROUP_WHERE},
    {"mode", KEY_MODE, "warm|cold", 0,
     "cold: flush the caches before each sample", GROUP_WHERE},
    {"seed", KEY_SEED, "N", 0,
     "seed for the order of the points and for the random input (default 1)",
     GROUP_WHERE},
    {"once", KEY_ONCE, NULL, 0,
     "do not time the best and the default again in another process",
     GROUP_WHERE},
    {"save", KEY_SAVE, NULL, 0,
     "keep the best settings in tuning.json, for run and bench on this machine "
     "with elements and sizes like these",
     GROUP_OUTPUT},
    {"resume", KEY_RESUME, "FILE.json", 0,
     "go on from the points of an earlier search, as -o has written them",
     GROUP_WHERE},
    {"kernel-tuner", KEY_CACHE, "FILE.json", 0,
     "also write the points as a cache file of Kernel Tuner", GROUP_OUTPUT},
    {"t4", KEY_T4, "FILE.json", 0,
     "also write them as T4, the results format of autotuners", GROUP_OUTPUT},
    {"output", 'o', "FILE.csv|.json", 0,
     "write all points; for a CSV, also a JSON with context and samples",
     GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct explore_options *explore = options;

    switch (key) {
    case 'o': explore->output = value; return 0;
    case KEY_SPACE: explore->space = value; return 0;
    case KEY_ONCE: explore->once = true; return 0;
    case KEY_DERIVE: explore->derivation = value; return 0;
    case KEY_SHOW: explore->show = true; return 0;
    case KEY_SAVE: explore->save = true; return 0;
    case KEY_RESUME: explore->resume = value; return 0;
    case KEY_CACHE: explore->cache = value; return 0;
    case KEY_T4: explore->t4 = value; return 0;
    case KEY_DRAW: explore->drawing = value; return 0;
    case KEY_BUDGET:
        return options_seconds(value, "--budget", &explore->seconds, why) == OK
                   ? 0
                   : 1;
    case KEY_MODE:
        explore->mode = !strcmp(value, "cold") ? MODE_COLD : MODE_WARM;
        if (!strcmp(value, "cold") || !strcmp(value, "warm"))
            return 0;
        problem_set(why, WRONG_USE, "--mode %s: want warm or cold", value);
        return 1;
    case KEY_SEED:
        return options_seed(value, &explore->seed, why) == OK ? 0 : 1;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct command_line command_explore_line = {
    .usage = "ALGORITHM",
    .text =
        "Searches for the best settings of a scan or an application on this "
        "machine: each "
        "point of the space is proved at small n, then timed next to "
        "memcpy and the default; the better half is timed again for "
        "longer, until only a handful are left. With -d simt, points are "
        "compared by model time. For an impossible point the reason is "
        "given.\vExamples: scanlab explore brent_kung -d simt -n 1024 "
        "--space block=64..512,factor=2,4\n          scanlab explore "
        "lookback -d cuda -n 2^28 --budget 5m -o points.csv",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_THREADS |
             TAKES_KIND | TAKES_FUNCTIONS | TAKES_APPLICATIONS | TAKES_PATTERN,
    .device = "cpu",
};

/* --------------------------------------------------------------- the search */

static volatile sig_atomic_t interrupted_by;

static void on_signal(int number)
{
    interrupted_by = number;
    bench_interrupted = true;
}

static void take_signals(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    if (!guard_is_ignored(SIGHUP)) /* as by nohup */
        signal(SIGHUP, on_signal);
}

static void show_progress(const struct search_job *job, const char *what,
                          size_t done, size_t of)
{
    static uint64_t began;
    const uint64_t now = host_now();

    if (!began)
        began = now;
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r%s %zu of %zu, %.0f of %.0f s\033[K", what, done, of,
            (double)(now - began) * 1e-9, job->seconds);
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* Reads one size; a small one if points are compared by model time. */
static enum status read_size(const struct shared_options *options,
                             const struct single *single, size_t *n,
                             struct problem *why)
{
    const bool model = single->device->has_model_time;
    const size_t bytes = model ? 4 : single->monoid.table.bytes;
    const char *const text = options->sizes ? options->sizes
                             : model        ? "2^12"
                                            : "2^24";
    size_t *sizes, count;
    enum status status = sizes_parse(text, bytes, &sizes, &count, why);

    if (status != OK)
        return status;
    *n = sizes[0];
    free(sizes);
    if (count != 1)
        return problem_set(why, WRONG_USE, "explore takes one -n, not %s",
                           text);
    if (*n == 0)
        return problem_set(why, WRONG_USE,
                           "explore: with n = 0 there is nothing to time");
    return model ? OK : bench_fits(single->device, *n, bytes, why);
}

static enum status check_device(const struct shared_options *options,
                                const struct single *single,
                                struct problem *why)
{
    if (single->device->has_model_time && options->monoids)
        return problem_set(why, WRONG_USE,
                           "-m is for devices with real time: -d %s counts on "
                           "the interval monoid",
                           single->device->name);
    return monoid_is_interval(&single->monoid)
               ? problem_set(why, WRONG_USE,
                             "the interval monoid is for verify and measure, "
                             "which use it without -m")
               : OK;
}

static enum status check_formats(const struct explore_options *asked,
                                 const struct device *device,
                                 struct problem *why)
{
    if (!device->has_model_time || (!asked->cache && !asked->t4))
        return OK;
    return problem_set(why, WRONG_USE,
                       "--%s: its times are measured ones, and -d %s has model "
                       "time only",
                       asked->cache ? "kernel-tuner" : "t4", device->name);
}

/* Only what run and bench can use is kept. */
static enum status check_save(const struct shared_options *options,
                              const struct single *single, struct problem *why)
{
    if (single->device->has_model_time)
        return problem_set(why, WRONG_USE,
                           "--save keeps what was timed, and -d %s has model "
                           "time only",
                           single->device->name);
    if (strchr(options->name[0], ':'))
        return problem_set(why, WRONG_USE,
                           "--save: name the algorithm without settings: they "
                           "would be kept as well");
    return tuning_check(why);
}

/* Kernels are proved and counted on the SIMT machine, wherever they are
 * timed. */
static enum status choose_prover(const struct device *device,
                                 struct search_job *job, struct problem *why)
{
    static struct simt_options proofs[MAX_SCHEDULES], counts[MAX_SCHEDULES];
    const struct shared_options usual = {.schedule = NULL};
    int count;

    job->prover = device;
    if (!device->runs_kernels)
        return OK;
    enum status status = device_find("simt", &job->prover, why);
    if (status == OK)
        status = device_ready(job->prover, why);
    if (status == OK)
        status = simt_choose(&usual, "inorder,random:1", true, false, proofs,
                             &job->simt_count, why);
    if (status == OK)
        status = simt_choose(&usual, "timed", false, true, counts, &count, why);
    for (int i = 0; i < job->simt_count; i++)
        proofs[i].impatient = true;
    job->simts = proofs;
    job->counting = counts;
    return status;
}

/* The share of the time for the second process. */
static double seconds_again(const struct explore_options *asked,
                            const struct device *device)
{
    return asked->once || device->has_model_time ? 0 : asked->seconds / 6;
}

static enum status write_files(const struct explore_options *asked,
                               const struct search_job *job,
                               const struct search *found,
                               struct report *report, struct problem *why)
{
    enum status status = OK;

    if (asked->output && !explore_write(job, found, report))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    else if (asked->output)
        status = report_close(report, why);
    if (status == OK && asked->cache)
        status = explore_write_cache(job, found, asked->cache, why);
    return status == OK && asked->t4
               ? explore_write_t4(job, found, asked->t4, why)
               : status;
}

/* After Ctrl-C: keeps the points that have times; the shell sees the signal. */
static void end_by_signal(const struct explore_options *asked)
{
    fprintf(stderr, "scanlab: interrupted; the finished points are %s%s\n",
            asked->output ? "kept in " : "above",
            asked->output ? asked->output : "");
    fflush(NULL);
    signal(interrupted_by, SIG_DFL);
    raise(interrupted_by);
}

/* One derivation: its counts beside its forms, and the drawing. */
static enum status tell_derivation(const struct explore_options *asked,
                                   const struct search_job *job,
                                   const struct search *found,
                                   struct problem *why)
{
    const bool one = asked->derivation && job->space->list.count == 1;

    if (one && !derivation_print_counts(job, &found->point[0]))
        return problem_set(why, CHECK_FAILED,
                           "a count differs from its closed form");
    return asked->drawing ? derivation_draw(job, asked->drawing, why) : OK;
}

/* --save: the best settings, if they are faster; else none. */
static enum status save(const struct explore_options *asked,
                        const struct search_job *job, const struct point *best,
                        bool faster, struct problem *why)
{
    const struct point *const kept = faster ? best : NULL;
    const struct tuning_case c = {.choice = &job->space->base,
                                  .monoid = job->monoid,
                                  .threads =
                                      job->pool ? pool_threads(job->pool) : 0,
                                  .n = job->n};
    const struct tuning_gain gain = {best->gain.median, best->gain.ci_low,
                                     best->gain.ci_high};

    if (!asked->save)
        return OK;
    const enum status status =
        tuning_save(&c, kept ? kept->choice.variant : NULL, &gain, why);
    if (status == OK && kept)
        printf("saved in %s; run and bench use it\n", tuning_file());
    else if (status == OK)
        printf("saved in %s: no setting; the default is not slower\n",
               tuning_file());
    return status;
}

/* Prints the final sentence. */
static enum status conclude(const struct explore_options *asked,
                            const struct search_job *job,
                            const struct search *found, struct problem *why)
{
    const struct point *const best = search_best(found);
    const struct point *const now = &found->point[0];

    if (!best)
        return problem_set(why, CHECK_FAILED, "none of the points is right");
    if (now->state != POINT_TIMED) {
        printf("best: %s; the scan as named has no time to compare with: %s\n",
               explore_setting(best), now->why);
        return OK;
    }
    if (best->incumbent) {
        printf("best: %s%s\n", explore_setting(best),
               !*best->choice.variant        ? ""
               : explore_is_named(job, best) ? " (as named)"
                                             : " (the default)");
        return save(asked, job, best, false, why);
    }
    if (job->device->has_model_time) {
        printf("best: %s, %.3f times as fast as %s by model time\n",
               explore_setting(best), best->gain.median, explore_setting(now));
        return OK;
    }
    bool faster;
    const enum status status = explore_again(
        job, now, best, seconds_again(asked, job->device), &faster, why);
    return status == OK ? save(asked, job, best, faster, why) : status;
}

static enum status search_and_tell(const struct explore_options *asked,
                                   const char *command, struct search_job *job,
                                   struct problem *why)
{
    struct search found = {.point = NULL};
    struct report report;
    enum status status = report_begin(asked->output, explore_columns(), command,
                                      job->device, &report, why);

    if (status != OK)
        return status;
    take_signals();
    status = search_run(job, &found, why);
    end_progress();
    if (status == OK || (interrupted_by && found.points)) {
        explore_print(job, &found);
        status = write_files(asked, job, &found, &report, why);
    }
    report_drop(&report);
    if (interrupted_by)
        end_by_signal(asked);
    if (status == OK)
        status = tell_derivation(asked, job, &found, why);
    if (status == OK)
        status = conclude(asked, job, &found, why);
    search_free(&found);
    return status;
}

/* --derive RULES is explore derived with these rules; a single scan is the one
 * that others are compared with. */
static enum status name_derivation(struct explore_options *asked,
                                   struct shared_options *options,
                                   struct problem *why)
{
    static char name[512];

    if (!asked->derivation)
        return OK;
    if (options->names > 0 || asked->space)
        return problem_set(why, WRONG_USE,
                           "--derive names the scan: give no algorithm and no "
                           "--space beside it");
    const bool one = !strstr(asked->derivation, "..");
    if (!one && (asked->show || asked->drawing))
        return problem_set(why, WRONG_USE,
                           "--%s takes one derivation: give no ranges",
                           asked->show ? "show" : "draw");
    snprintf(name, sizeof name, one ? "derived:%s" : "derived",
             asked->derivation);
    options->name[options->names++] = name;
    asked->space = asked->derivation;
    return OK;
}

/* Before the search, which takes long. */
static enum status check_drawing(const struct explore_options *asked,
                                 const struct choice *choice,
                                 struct problem *why)
{
    const size_t length = strlen(asked->drawing);
    struct output output;

    if (!choice->implementation->notation)
        return problem_set(why, WRONG_USE,
                           "--draw draws a derivation: give --derive");
    if (length < 5 || strcmp(asked->drawing + length - 4, ".svg") != 0)
        return problem_set(why, WRONG_USE, "--draw %s: want a name in .svg",
                           asked->drawing);
    if (derivation_of(choice->value).section > DRAWN_SECTION)
        return problem_set(why, WRONG_USE,
                           "--draw: a section of %d elements is too wide to "
                           "draw; at most %d",
                           derivation_of(choice->value).section, DRAWN_SECTION);
    const enum status status = output_open(asked->drawing, &output, why);
    if (status == OK)
        output_discard(&output);
    return status;
}

/* --show: the kernel, and nothing else. */
static enum status show_kernel(const struct choice *choice, struct problem *why)
{
    char *text;

    if (!choice->implementation->notation)
        return problem_set(
            why, WRONG_USE,
            "--show prints the kernel of a derivation: that of "
            "%s is %s%s/%s",
            choice->algorithm->name, choice_folder(choice->algorithm),
            choice->algorithm->name, device_code(choice->device));
    const enum status status = written_kernel_text(choice, &text, why);
    if (status == OK)
        fputs(text, stdout);
    free(text);
    return status;
}

static enum status open_intervals(const struct algorithm *algorithm,
                                  struct monoid *out, struct problem *why)
{
    const enum element_function function = algorithm->task->function;

    return function ? monoid_open_with("interval", function, "drawn", out, why)
                    : monoid_open("interval", out, why);
}

/* What can be refused before the search, and the space. */
static enum status prepare(const struct explore_options *asked,
                           const struct shared_options *options,
                           const struct single *single, struct space *space,
                           struct problem *why)
{
    enum status status = check_formats(asked, single->device, why);

    if (status == OK && asked->save)
        status = check_save(options, single, why);
    if (status == OK && asked->drawing)
        status = check_drawing(asked, &single->choice, why);
    if (status == OK)
        status = check_device(options, single, why);
    if (status == OK && options->drawn)
        status = command_pattern(single->choice.algorithm, options->pattern,
                                 options->drawn, why);
    return status == OK ? space_parse(asked->space, &single->choice, space, why)
                        : status;
}

/* The rest of the job; n and the prover are set. */
static void fill_job(const struct explore_options *asked,
                     const struct shared_options *options,
                     const struct single *single, const struct monoid *interval,
                     struct search_job *job)
{
    enum { COUNTED = 4096 };

    job->device = single->device;
    job->monoid = &single->monoid;
    job->interval = interval;
    job->pool = single->pool;
    job->count_n =
        job->n < COUNTED || single->device->has_model_time ? job->n : COUNTED;
    job->pattern = options->pattern;
    job->function = options->function[single->choice.algorithm->task->function];
    job->exclusive = options->exclusive;
    job->mode = asked->mode;
    job->seed = asked->seed;
    job->resume = asked->resume;
    job->seconds = asked->seconds - seconds_again(asked, single->device);
    job->children = pool_processors();
}

static enum status explore(const struct explore_options *asked,
                           const struct shared_options *options,
                           const struct single *single, const char *command,
                           struct problem *why)
{
    struct monoid interval = {.library = NULL};
    struct space space = {.axes = 0};
    struct search_job job = {.progress = show_progress, .space = &space};
    enum status status = prepare(asked, options, single, &space, why);

    if (status == OK)
        status = read_size(options, single, &job.n, why);
    if (status == OK)
        status = choose_prover(single->device, &job, why);
    if (status == OK)
        status = open_intervals(single->choice.algorithm, &interval, why);
    if (status == OK) {
        fill_job(asked, options, single, &interval, &job);
        status = search_and_tell(asked, command, &job, why);
    }
    space_free(&space);
    monoid_close(&interval);
    return status;
}

enum status command_explore(int argc, char **argv, struct problem *why)
{
    struct explore_options own_options = {.seconds = 120, .seed = 1};
    struct shared_options options;
    struct single single = {.pool = NULL};
    const char *const command = command_words(argc, argv);
    enum status status = options_parse(&command_explore_line, &own_options,
                                       argc, argv, &options, why);

    if (status == OK)
        status = command_moves(&options, true, why);
    if (status == OK)
        status = name_derivation(&own_options, &options, why);
    if (status == OK)
        status = single_open(&options, "explore", &single, why);
    if (status == OK)
        status = own_options.show
                     ? show_kernel(&single.choice, why)
                     : explore(&own_options, &options, &single, command, why);
    single_close(&single);
    return status;
}
