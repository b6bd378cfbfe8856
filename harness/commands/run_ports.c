/* run_ports.c - see run_ports.h.
 *
 *     scanlab run filter -i in.txt -o count=- --predicate odd
 *                        |         PORT=FILE
 *                        the first input
 */
#include "run_ports.h"
#include "arrays/array_file.h"
#include "base/colour.h"
#include "base/host.h"
#include "base/output_file.h"
#include "call_inputs.h"
#include "monoids/host_planes.h"
#include "devices/port_compare.h"
#include "sandbox/children.h"
#include "sandbox/seal.h"
#include "sandbox/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SHOWN = 32, FEW = 8, LINE = 64 };

/* What comes back of the run. */
struct ran {
    enum status status;
    struct problem why;
    double ms, device_ns;
    struct device_counts counts;
    char words[4096];
};

struct run {
    const struct shared_options *options;
    const struct run_files *files;
    const struct single *with;
    const struct setup *setup;
    const struct algorithm *algorithm;
    bool under_test;
    const char *to[MAX_PORTS]; /* files, or NULL */
    struct call_inputs inputs;
    struct call call;
    void *expected[MAX_PORTS];
    char *memory; /* of all ports; with a child */
    size_t bytes;
    struct ran ran;
    struct check_verdict verdict;
};

/* --------------------------------------------------------------------- run */

static size_t port_bytes(const struct run *run, int i)
{
    return run->inputs.type[i].bytes *
           port_elements(run->algorithm, i, ENTRY_SCAN, run->call.sizes);
}

/* One piece of memory for all ports, which a child shares; and one for what the
 * plain loop makes of the inputs. */
static enum status take_memory(struct run *run, struct problem *why)
{
    size_t at[MAX_PORTS];

    for (int i = 0; run->algorithm->task->ports[i].name; i++) {
        at[i] = run->bytes;
        run->bytes += (port_bytes(run, i) / LINE + 2) * LINE;
    }
    const enum status status = host_has_memory(2 * run->bytes, "this run", why);
    if (status != OK)
        return status;
    run->memory = mmap(NULL, run->bytes, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    char *const expected = malloc(run->bytes);
    if (run->memory == MAP_FAILED || !expected) {
        free(expected);
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    memset(run->memory, 0xa5, run->bytes);
    for (int i = 0; run->algorithm->task->ports[i].name; i++) {
        run->call.port[i] = run->memory + at[i];
        run->expected[i] = expected + at[i];
        if (run->inputs.in[i].data)
            memcpy(run->call.port[i], run->inputs.in[i].data,
                   port_bytes(run, i));
    }
    return OK;
}

/* In the child, where there is one. */
static void run_task(void *context, int task, void *result)
{
    struct run *const run = context;
    struct ran *const ran = result;
    struct execution *execution = NULL;
    struct setup setup = *run->setup;
    struct pool *pool = NULL;

    (void)task;
    ran->status = OK;
    if (run->under_test && setup.pool) { /* threads are not forked */
        ran->status = pool_open(pool_threads(setup.pool), &pool, &ran->why);
        setup.pool = pool;
    }
    if (ran->status == OK)
        ran->status = execution_open(&setup, &execution, &ran->why);
    if (ran->status == OK)
        ran->status =
            execution_reserve(execution, run->call.sizes.of[0], &ran->why);
    if (run->under_test)
        seal();
    const uint64_t start = host_now();
    if (ran->status == OK)
        ran->status = execution_call(execution, &run->call, &ran->why);
    ran->ms = (double)(host_now() - start) / 1e6;
    if (execution) {
        ran->counts = execution_counts(execution);
        ran->device_ns = execution_device_ns(execution);
        snprintf(ran->words, sizeof ran->words, "%s",
                 ran->status == OK ? "" : execution_words(execution));
    }
    execution_close(execution);
    pool_close(pool);
}

static bool take_ran(void *context, int task, const void *result,
                     const struct child_words *words)
{
    struct run *const run = context;

    (void)task;
    run->ran = *(const struct ran *)result;
    words_show_code(words, &run->ran.why);
    if (words->end)
        run->ran.status = words_tell_end(words, &run->ran.why);
    return true;
}

static enum status run_once(struct run *run, struct problem *why)
{
    const struct children_job job = {.tasks = 1,
                                     .children = run->under_test,
                                     .result_bytes = sizeof run->ran,
                                     .run = run_task,
                                     .done = take_ran,
                                     .context = run};
    const enum status status = children_run(&job, why);

    if (status != OK || run->ran.status == OK)
        return status;
    fputs(run->ran.words, stderr);
    *why = run->ran.why;
    return run->ran.status;
}

/* The inputs as they were are still in run->inputs, or are compared by the
 * device.
 */
static enum status check(struct run *run, const struct request *request,
                         struct problem *why)
{
    port_expected(request, run->algorithm, &run->with->monoid, run->expected);
    return port_compare(request, run->algorithm, &run->with->monoid, &run->call,
                        run->expected, &run->verdict, why);
}

/* ------------------------------------------------------------------- words */

static void print_time(const struct run *run, char *text, size_t size)
{
    const int threads = run->with->pool ? pool_threads(run->with->pool) : 0;
    const struct device_counts c = run->ran.counts;

    if (threads > 0)
        snprintf(text, size, "%d thread%s: %.3f ms", threads,
                 threads == 1 ? "" : "s", run->ran.ms);
    else if (run->with->device->has_model_time)
        snprintf(text, size,
                 "simt: %.0f cycles of model time (%.1f us at %.0f MHz), "
                 "simulated in %.3f ms",
                 c.cycles, c.cycles / c.clock_mhz, c.clock_mhz, run->ran.ms);
    else
        snprintf(text, size, "%s: %.4g ms, with copies %.4g ms",
                 run->with->device->name, run->ran.device_ns / 1e6,
                 run->ran.ms);
}

/* "  out      3 1 1 5"; of many elements the first few. */
static void show_port(const struct run *run, int i, FILE *to)
{
    const struct port *const port = &run->algorithm->task->ports[i];
    const size_t length = port_length(run->algorithm, i, &run->call);
    char element[256], room[MOST_ELEMENT_BYTES];

    fprintf(to, "  %-8s", port->name);
    for (size_t k = 0; k < length && k < (length > SHOWN ? FEW : SHOWN); k++)
        fprintf(
            to, " %s",
            monoid_print(&run->inputs.type[i],
                         port_element(run->algorithm, i, &run->inputs.type[i],
                                      &run->call, k, room),
                         element, sizeof element));
    if (length > SHOWN)
        fprintf(to, " ... (%zu in all)", length);
    putc('\n', to);
}

static void say(const struct run *run, FILE *to)
{
    char call[512], time[160], words[128];

    print_time(run, time, sizeof time);
    fprintf(to, "%s on %s, %s%s%s\n",
            call_inputs_words(&run->inputs, run->with, run->options->exclusive,
                              call, sizeof call),
            time, colour_right(to),
            check_words(&run->verdict, words, sizeof words), colour_off(to));
    for (int i = 0; run->algorithm->task->ports[i].name; i++)
        show_port(run, i, to);
}

/* Files have elements, also of a port that is in planes. */
static enum status write_output(const struct run *run, int i,
                                struct output *out, struct problem *why)
{
    const struct monoid_table *const type = &run->inputs.type[i];
    const bool planes = run->algorithm->task->ports[i].type == PORT_T_IN_PLANES;
    struct array array = {.data = run->call.port[i],
                          .n = port_length(run->algorithm, i, &run->call)};

    if (planes && !(array.data = malloc(array.n * type->bytes + 1)))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t k = 0; planes && k < array.n; k++)
        port_element(run->algorithm, i, type, &run->call, k,
                     (char *)array.data + k * type->bytes);
    const enum status status =
        array_write_to(out, run->options->input.format, type, &array, why);
    if (planes)
        free(array.data);
    return status;
}

/* All files, or none: they belong together. */
static enum status write_outputs(const struct run *run, struct problem *why)
{
    struct output output[MAX_PORTS], *all[MAX_PORTS];
    int port[MAX_PORTS], count = 0;
    enum status status = OK;

    for (int i = 0; run->algorithm->task->ports[i].name && status == OK; i++) {
        if (!run->to[i])
            continue;
        status = output_open(run->to[i], &output[count], why);
        if (status != OK)
            break;
        port[count] = i;
        all[count] = &output[count];
        count++;
    }
    for (int k = 0; k < count && status == OK; k++)
        status = write_output(run, port[k], all[k], why);
    if (status == OK)
        return output_commit_all(all, count, why);
    for (int k = 0; k < count; k++)
        output_discard(all[k]);
    return status;
}

static bool writes_to_stdout(const struct run *run)
{
    for (int i = 0; i < MAX_PORTS; i++)
        if (run->to[i] && !strcmp(run->to[i], "-"))
            return true;
    return false;
}

/* --------------------------------------------------------------------- all */

/* What a scan takes and this application does not. */
static enum status refuse_options(const struct run *run, struct problem *why)
{
    const char *const option =
        run->options->carry ? "--init"
        : run->options->exclusive && !run->algorithm->task->has_kinds
            ? "--exclusive"
        : run->setup->trace ? "--trace"
                            : NULL;

    if (option)
        return problem_set(why, WRONG_USE, "%s takes no %s",
                           run->algorithm->name, option);
    if (monoid_is_interval(&run->with->monoid))
        return problem_set(why, WRONG_USE,
                           "the interval monoid has no values to scan: use "
                           "verify or measure, without -m");
    return OK;
}

static enum status run_all(struct run *run, struct setup *setup,
                           struct problem *why)
{
    enum status status =
        call_inputs_get(run->options, run->with, SHOWN, &run->inputs, why);

    if (status != OK)
        return status;
    run->call.sizes = setup->others = run->inputs.sizes;
    setup->largest_n = run->call.sizes.of[0];
    const struct request request = setup_request(setup, run->call.sizes);
    const char *const refusal = setup->choice->implementation->refuse(&request);
    if (refusal)
        return problem_set(why, WRONG_USE, "n = %zu: %s", setup->largest_n,
                           refusal);
    status = call_inputs_draw(&run->inputs, &request, why);
    if (status == OK)
        status = take_memory(run, why);
    if (status != OK)
        return status;
    memcpy(run->expected[0], run->memory, run->bytes);
    status = run_once(run, why);
    if (status == OK)
        status = check(run, &request, why);
    if (status == OK)
        status = write_outputs(run, why);
    if (status == OK && !run->files->quiet)
        say(run, writes_to_stdout(run) ? stderr : stdout);
    return status;
}

enum status run_ports(const struct shared_options *options,
                      const struct run_files *out, struct single *with,
                      struct setup *setup, bool under_test, struct problem *why)
{
    struct run run = {.options = options,
                      .files = out,
                      .with = with,
                      .setup = setup,
                      .algorithm = with->choice.algorithm,
                      .under_test = under_test,
                      .call = {.entry = ENTRY_SCAN}};
    enum status status = refuse_options(&run, why);

    if (status == OK)
        status = call_files(run.algorithm, out->file, out->count, false,
                            options->input.format, run.to, why);
    if (status == OK)
        status = run_all(&run, setup, why);
    call_inputs_free(&run.inputs);
    free(run.expected[0]);
    if (run.memory && run.memory != MAP_FAILED)
        munmap(run.memory, run.bytes);
    return status;
}
