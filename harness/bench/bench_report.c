/* bench_report.c - rows for readers and for programs. */
#include "bench_report.h"
#include "base/host.h"
#include "op_cost.h"
#include "base/paths.h"
#include "base/sizes.h"
#include "cuda/clocks.h"
#include "cuda/nvrtc.h"
#include "cuda/processes.h"
#include "calls/call_fill.h"
#include "monoids/patterns.h"

#include <argp.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char report_columns[] =
    "run_id,algorithm,variant,device,monoid,elem_bytes,kind,n,threads,block,"
    "items,mode,seed,verified,samples,discarded,min_ns,q1_ns,median_ns,q3_ns,"
    "max_ns,ci_low_ns,ci_high_ns,bytes,gbps,elems_per_s,of_memcpy,"
    "of_memcpy_low,of_memcpy_high,stop_reason,calls_per_sample,pattern,"
    "results";

/* ---------------------------------------------------------------- context */

static json_t *context(const char *command)
{
    const struct host_facts *facts = host_facts();
    char date[64], caches[128];
    const time_t now = time(NULL);

    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    snprintf(caches, sizeof caches, "L1d %zu KiB, L2 %zu KiB, L3 %zu KiB",
             facts->level1_bytes >> 10, facts->level2_bytes >> 10,
             facts->level3_bytes >> 10);
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:i, s:f, s:f, s:s, s:s, s:s, s:s, s:s, "
        "s:[], s:[], s:[]}",
        "run_id", table_run_id(), "command", command, "date", date, "host",
        facts->host, "cpu", facts->processor, "processors", facts->processors,
        "load", isnan(host_load()) ? -1 : host_load(), "memory_gib",
        (double)facts->memory_bytes / (1 << 30), "caches", caches, "system",
        facts->system, "compiler", module_compiler(), "scanlab",
        argp_program_version, "notes",
        "95 % intervals within this run: another run's result can fall "
        "outside; large arrays in huge pages (madvise); outputs poisoned "
        "before and verified after every sample, and at small n after one "
        "extra single call in each round; no sample discarded",
        "forks", "ops", "rows");
}

/* Reads clocks, never sets them: they show if a GPU was hot or shared. */
static void keep_clocks(struct report *report, const char *when,
                        const struct field *field)
{
    const struct clocks clocks = clocks_now();
    json_t *list = json_object_get(report->document, "clocks");
    json_t *item =
        json_pack("{s:s, s:i, s:i, s:s}", "when", when, "sm_mhz", clocks.sm_mhz,
                  "memory_mhz", clocks.memory_mhz, "source", clocks.source);

    if (field && item) {
        json_object_set_new(item, "monoid", json_string(field->monoid->name));
        json_object_set_new(item, "n", json_integer((json_int_t)field->n));
    }
    json_array_append_new(list, item);
}

/* Looks at the beginning and at the end, which costs the rows no time. */
static void see_processes(struct report *report)
{
    const int now = report->device->is_gpu ? gpu_processes_now() : 0;

    if (now > report->gpu_processes)
        report->gpu_processes = now;
}

static void add_gpu(struct report *report)
{
    const struct gpu_facts *gpu = gpu_facts();

    json_object_set_new(
        report->document, "gpu",
        json_pack("{s:s, s:s, s:s, s:s, s:f, s:i, s:f, s:i, s:i}", "name",
                  gpu->name, "architecture", nvrtc_architecture(), "driver",
                  gpu->driver, "nvrtc", nvrtc_version(), "driver_cuda",
                  (double)gpu->driver_cuda / 1000, "multiprocessors",
                  gpu->multiprocessors, "memory_gib",
                  (double)gpu->memory_bytes / (1 << 30), "l2_bytes",
                  (int)gpu->l2_bytes, "sm_mhz_most", gpu->clock_khz / 1000));
    json_object_set_new(
        report->document, "notes",
        json_string("times from events in the stream, around calls_per_sample "
                    "back-to-back calls on two alternating inputs, so that no "
                    "call finds its output already there; or cold: one call "
                    "after writing twice the L2's size; or graph: the calls "
                    "launched as one CUDA graph, which is captured anew and "
                    "uploaded before each sample; arrays stay on the "
                    "GPU; outputs are poisoned before and compared there after "
                    "every sample; no sample discarded"));
    json_object_set_new(report->document, "clocks", json_array());
    keep_clocks(report, "before", NULL);
}

enum status report_begin(const char *path, const char *header,
                         const char *command, const struct device *device,
                         struct report *report, struct problem *why)
{
    const size_t length = path ? strlen(path) : 0;
    const bool is_csv = length > 4 && !strcmp(path + length - 4, ".csv");
    const bool is_json = length > 5 && !strcmp(path + length - 5, ".json");

    *report = (struct report){.device = device};
    see_processes(report);
    if (!path)
        return OK;
    if (!is_csv && !is_json)
        return problem_set(why, WRONG_USE,
                           "-o %s: the name must end in .csv or .json", path);
    if (!path_format(report->json_path, sizeof report->json_path, "%.*s.json",
                     (int)(length - (is_csv ? 4 : 5)), path))
        return problem_set(why, WRONG_USE, "-o: the name is too long");
    report->document = context(command);
    if (!report->document)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (device->is_gpu)
        add_gpu(report);
    enum status status =
        is_csv ? table_open(path, header, &report->table, why) : OK;
    if (status == OK)
        status = output_open(report->json_path, &report->json, why);
    if (status != OK)
        report_drop(report);
    return status;
}

enum status report_open(const char *path, const char *command,
                        const struct device *device, struct report *report,
                        struct problem *why)
{
    return report_begin(path, report_columns, command, device, report, why);
}

void report_pool(struct report *report, struct pool *pool)
{
    const int threads = pool_threads(pool);
    if (threads == 1)
        return;
    const struct fork_costs costs = bench_fork_costs(pool);

    printf("%d threads: fork and join take %.0f ns if they spin, %.1f us if "
           "they sleep\n",
           threads, costs.awake, costs.asleep / 1000);
    if (report->document)
        json_array_append_new(json_object_get(report->document, "forks"),
                              json_pack("{s:i, s:f, s:f}", "threads", threads,
                                        "awake_ns", costs.awake, "asleep_ns",
                                        costs.asleep));
}

enum status report_op(struct report *report, const struct monoid *monoid,
                      struct problem *why)
{
    struct op_cost cost;

    if (monoid->table.vectorized)
        return OK;
    const enum status status = op_cost_measure(monoid, &cost, why);
    if (status != OK)
        return status;
    printf("%s: one op takes %.3f ns in a chain, %.3f ns independently\n",
           monoid->name, cost.chained_ns, cost.side_by_side_ns);
    if (report->document)
        json_array_append_new(json_object_get(report->document, "ops"),
                              json_pack("{s:s, s:f, s:f}", "monoid",
                                        monoid->name, "chained_ns",
                                        cost.chained_ns, "side_by_side_ns",
                                        cost.side_by_side_ns));
    return OK;
}

/* ------------------------------------------------------------------- rows */

static double block_of(const struct choice *choice)
{
    const double block = choice_value(choice, "block");
    return isnan(block) ? choice_value(choice, "tile") : block;
}

/* The pattern of the field's generated inputs; "": no pattern applies. */
static const char *pattern_of(const struct field *field)
{
    if (field->rounding)
        return "rounding";
    return call_has_patterns(field->choice->algorithm)
               ? pattern_name(field->pattern)
               : "";
}

void report_cells(struct table *t, const struct report_row *row)
{
    const struct field *f = row->field;
    const struct contestant *c = row->c;
    const bool right = !c->wrong, timed = right && !row->untimed;
    const double times[] = {
        row->times.min, row->times.q1,     row->times.median, row->times.q3,
        row->times.max, row->times.ci_low, row->times.ci_high};

    table_text(t, table_run_id());
    table_text(t, c->name);
    table_text(t, c->variant);
    table_text(t, f->device->name);
    table_text(t, f->monoid->name);
    table_number(t, (double)f->monoid->table.bytes);
    table_text(t, f->exclusive ? "exclusive" : "inclusive");
    table_number(t, (double)f->n);
    table_number(t, f->pool ? pool_threads(f->pool) : NAN);
    table_number(t, c->choice ? block_of(c->choice) : NAN);
    table_number(t, c->choice ? choice_value(c->choice, "items") : NAN);
    table_text(t, bench_mode_name(f->mode));
    table_number(t, (double)f->seed);
    table_number(t, row->untried ? NAN : right);
    table_number(t, timed ? (double)c->samples : 0);
    table_number(t, 0); /* discarded: always 0 on a cpu */
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        table_number(t, timed ? times[i] : NAN);
    table_number(t, row->bytes);
    table_number(t, timed ? row->bytes / row->times.median : NAN);
    table_number(t, timed ? (double)f->n / row->times.median * 1e9 : NAN);
    table_number(t, timed ? row->ratio.median : NAN);
    table_number(t, timed ? row->ratio.ci_low : NAN);
    table_number(t, timed ? row->ratio.ci_high : NAN);
    table_text(t, f->stop_reason);
    table_number(t, (double)c->calls);
    table_text(t, pattern_of(f));
    const size_t results = timed ? bench_results(f, c) : 0;
    table_number(t, results ? (double)results : NAN);
}

static void keep_samples(json_t *document, const struct report_row *row)
{
    const struct field *f = row->field;
    const struct contestant *c = row->c;
    json_t *samples = json_array();

    for (size_t i = 0; i < c->samples && !c->wrong; i++)
        json_array_append_new(samples, json_real(round(c->ns[i] * 10) / 10));
    json_t *threads = f->pool ? json_integer(pool_threads(f->pool)) : NULL;
    const size_t count = bench_results(f, c);
    json_t *results = count ? json_integer((json_int_t)count) : NULL;
    json_array_append_new(
        json_object_get(document, "rows"),
        json_pack(
            "{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:o*, s:b, s:s*, s:s*, "
            "s:o*, s:o}",
            "algorithm", c->name, "variant", c->variant, "monoid",
            f->monoid->name, "kind", f->exclusive ? "exclusive" : "inclusive",
            "pattern", pattern_of(f), "mode", bench_mode_name(f->mode), "n",
            (json_int_t)f->n, "threads", threads, "verified", !c->wrong,
            "verdict", c->wrong ? verdict_key(contestant_verdict(c)) : NULL,
            "fault", c->wrong ? c->fault : NULL, "results", results,
            "samples_ns", samples));
}

/* Of floats: whether the samples had the same bits. */
static void print_results(const struct report_row *row)
{
    const struct contestant *const c = row->c;

    const size_t results = bench_results(row->field, c);
    if (results == 1)
        printf(", the same bits in all samples");
    else if (results > 1)
        printf(", %zu results in %zu samples", results, c->samples);
}

/* The same rule as for times: the copy may have been disturbed, not the row. */
static void print_ratio(const struct summary *ratio)
{
    if ((ratio->ci_high - ratio->ci_low) / 2 > ratio->median / 2)
        printf("   ratio to memcpy too noisy (%.3f..%.3f)", ratio->ci_low,
               ratio->ci_high);
    else
        printf("   %6.3f of memcpy (%.3f..%.3f)", ratio->median, ratio->ci_low,
               ratio->ci_high);
}

static void print_row(const struct report_row *row)
{
    const struct contestant *c = row->c;
    char name[64];

    snprintf(name, sizeof name, "%s%s%s", c->name, *c->variant ? ":" : "",
             c->variant);
    if (c->wrong) {
        printf("  %-24s %s. %s\n", name, verdict_word(contestant_verdict(c)),
               c->fault);
        return;
    }
    const double median = row->times.median;
    const double half = (row->times.ci_high - row->times.ci_low) / 2;
    const double scale = median < 1e4 ? 1 : median < 1e7 ? 1e3 : 1e6;
    const char *unit = scale == 1 ? "ns" : scale == 1e3 ? "us" : "ms";
    if (half > median / 2) { /* as in plot_too_noisy() */
        printf("  %-24s too noisy: +-%.0f%% within this run", name,
               100 * half / median);
    } else if (isnan(half)) {
        printf("  %-24s %9.4g %s (%zu samples: too few for an interval) "
               "%8.2f GB/s   %6.3f of memcpy",
               name, median / scale, unit, c->samples, row->bytes / median,
               row->ratio.median);
    } else {
        printf("  %-24s %9.4g %s +-%4.1f%% %8.2f GB/s", name, median / scale,
               unit, 100 * half / median, row->bytes / median);
        print_ratio(&row->ratio);
    }
    print_results(row);
    printf("\n");
}

/* memcpy first, then by time. */
static int by_time(const void *a, const void *b)
{
    const struct report_row *x = a, *y = b;
    const bool copy_x = x->c->kind == CONTEST_COPY;
    const bool copy_y = y->c->kind == CONTEST_COPY;

    if (copy_x != copy_y)
        return copy_x ? -1 : 1;
    if (x->c->wrong != y->c->wrong)
        return x->c->wrong ? 1 : -1;
    return (x->times.median > y->times.median) -
           (x->times.median < y->times.median);
}

/* "2 threads", "NVIDIA H200". */
static char *print_place(const struct field *field, char *text, size_t size)
{
    const int threads = field->pool ? pool_threads(field->pool) : 0;

    if (threads)
        snprintf(text, size, "%d thread%s", threads, threads == 1 ? "" : "s");
    else
        snprintf(text, size, "%s", gpu_facts()->name);
    return text;
}

/* Reads the clock at the end of a field, when the processors are still busy. */
static void see_clock(struct report *report)
{
    const double mhz =
        report->device->is_gpu ? (double)clocks_now().sm_mhz : host_mhz();

    if (!(mhz > 0))
        return;
    if (report->mhz_low == 0 || mhz < report->mhz_low)
        report->mhz_low = mhz;
    if (mhz > report->mhz_high)
        report->mhz_high = mhz;
}

void report_field(struct report *report, const struct field *field)
{
    struct report_row row[MAX_CONTESTANTS];
    int count = 0;
    char size[32], place[160];

    for (int i = 0; i < field->count; i++) {
        const struct contestant *c = &field->contestant[i];
        if (c->kind == CONTEST_COPY && i != field->best_copy)
            continue; /* only the fastest copy is the roof */
        row[count] = (struct report_row){.field = field, .c = c};
        row[count].bytes =
            field->moved > 0 && c->kind != CONTEST_COPY
                ? field->moved
                : 2.0 * (double)field->n * (double)field->monoid->table.bytes;
        if (!c->wrong) {
            row[count].times = bench_times(c);
            row[count].ratio = bench_of_memcpy(field, c);
        }
        count++;
    }
    qsort(row, (size_t)count, sizeof *row, by_time);
    printf("n = %s, %s%s%s, %s, %s, %s: %zu rounds (%s)\n",
           size_print(field->n, size, sizeof size), field->monoid->name,
           *pattern_of(field) ? ", pattern " : "", pattern_of(field),
           field->exclusive ? "exclusive" : "inclusive",
           print_place(field, place, sizeof place),
           bench_mode_name(field->mode), field->rounds, field->stop_reason);
    for (int i = 0; i < count; i++) {
        print_row(&row[i]);
        report_cells(&report->table, &row[i]);
        table_end_row(&report->table);
        if (report->document)
            keep_samples(report->document, &row[i]);
        report->rows++;
    }
    if (report->document && report->device->is_gpu)
        keep_clocks(report, "after", field);
    see_clock(report);
    fflush(stdout);
}

/* If the clock changes, early and late rows are not comparable. */
static void warn_of_clock(const struct report *report)
{
    static const double STEADY = 1.05;

    if (report->mhz_high > STEADY * report->mhz_low)
        fprintf(stderr,
                "scanlab: the clock varied during the run, %.0f to %.0f MHz: "
                "compare only rows of the same size\n",
                report->mhz_low, report->mhz_high);
}

/* Other processes take time, caches and bandwidth of the GPU. */
static void warn_of_processes(struct report *report)
{
    const int own = report->has_parent ? 2 : 1;

    see_processes(report);
    if (report->gpu_processes == 0)
        return;
    const int others =
        report->gpu_processes > own ? report->gpu_processes - own : 0;
    if (others)
        fprintf(stderr,
                "scanlab: %d other process%s using this GPU: times may be too "
                "long; nvidia-smi lists %s\n",
                others, others == 1 ? " was" : "es were",
                others == 1 ? "it" : "them");
    if (report->document)
        json_object_set_new(report->document, "other_processes",
                            json_integer(others));
}

/* ---------------------------------------------------------------- closing */

enum status report_close(struct report *report, struct problem *why)
{
    struct output *files[2] = {&report->json, &report->table.output};
    const int count = report->table.wanted ? 2 : 1;

    warn_of_clock(report);
    warn_of_processes(report);
    if (!report->document)
        return OK;
    json_dumpf(report->document, report->json.file, JSON_COMPACT);
    fputc('\n', report->json.file);
    report->table.wanted = false; /* report_drop() has no table to close */
    const enum status status = output_commit_all(files, count, why);
    report_drop(report);
    return status;
}

void report_drop(struct report *report)
{
    table_drop(&report->table);
    if (report->json.file)
        output_discard(&report->json);
    json_decref(report->document);
    report->document = NULL;
}
