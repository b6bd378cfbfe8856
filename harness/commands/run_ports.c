/* run_ports.c - see run_ports.h.
 *
 *     scanlab run filter -i in.txt -o count=- --predicate odd
 *                        |         PORT=FILE
 *                        the first input
 *
 * How long the inputs are says what the named sizes are; without a file
 * elements are drawn, -n of them, and the application draws the rest.
 */
#include "run_ports.h"
#include "arrays/array_file.h"
#include "base/colour.h"
#include "base/host.h"
#include "base/sizes.h"
#include "monoids/patterns.h"
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
    const char *from[MAX_PORTS], *to[MAX_PORTS]; /* files, or NULL */
    struct array in[MAX_PORTS];
    struct monoid_table type[MAX_PORTS]; /* of each port's elements */
    struct call call;
    void *expected[MAX_PORTS];
    char *memory; /* of all ports; with a child */
    size_t bytes;
    struct ran ran;
    struct check_verdict verdict;
};

/* ------------------------------------------------------------------- ports */

/* Plain numbers, for files and for words. */
static struct monoid_table table_of(const struct port *port,
                                    const struct monoid_table *T)
{
    if (port->type == PORT_T)
        return *T;
    const size_t unit = port_unit(port, T->bytes);
    return (struct monoid_table){.bytes = unit,
                                 .alignment = unit,
                                 .kind = port->type == PORT_F32 ? FLOATING
                                         : port->type == PORT_I32
                                             ? SIGNED_INTEGER
                                             : UNSIGNED_INTEGER,
                                 .component_bytes = (int)unit,
                                 .components = 1};
}

/* The port of PORT=FILE, and the file; without a port's name the first of that
 * direction. */
static enum status find_port(const struct run *run, const char *text, bool in,
                             int *port, const char **file, struct problem *why)
{
    const struct port *const ports = run->algorithm->ports;
    const size_t length = strcspn(text, "=");
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    *port = text[length] ? ports_find(run->algorithm, name) : -1;
    if (*port < 0 && text[length] && !name[strcspn(name, "./")])
        return problem_set(why, WRONG_USE,
                           "-%c %s: %s has no port '%s'; 'scanlab list "
                           "--verbose' names them",
                           in ? 'i' : 'o', text, run->algorithm->name, name);
    *file = *port >= 0 ? text + length + 1 : text;
    for (int i = 0; *port < 0 && ports[i].name; i++)
        if (in ? port_goes_in(&ports[i]) : port_comes_out(&ports[i]))
            *port = i;
    if (in ? port_goes_in(&ports[*port]) : port_comes_out(&ports[*port]))
        return OK;
    return problem_set(why, WRONG_USE, "-%c %s: %s is %s of %s", in ? 'i' : 'o',
                       text, ports[*port].name, in ? "an output" : "an input",
                       run->algorithm->name);
}

static enum status take_files(struct run *run, const char *const *said,
                              int count, bool in, const char **files,
                              struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < count && status == OK; i++) {
        const char *file = NULL;
        int port = 0;
        status = find_port(run, said[i], in, &port, &file, why);
        if (status == OK && files[port])
            status = problem_set(why, WRONG_USE, "-%c %s: %s has a file",
                                 in ? 'i' : 'o', said[i],
                                 run->algorithm->ports[port].name);
        if (status == OK)
            files[port] = file;
    }
    return status;
}

/* ------------------------------------------------------------------- inputs */

/* The index of the size that a port's length is made of, or -1. */
static int size_of(const struct run *run, const struct port *port)
{
    const char *const *const sizes = run->algorithm->sizes;

    if (!port->length.size)
        return -1;
    for (int i = 0; sizes[i]; i++)
        if (!strcmp(sizes[i], port->length.size))
            return i;
    return 0;
}

/* Sizes are what the files' lengths make them. */
static enum status take_size(struct run *run, int i, bool known[MAX_SIZES],
                             struct problem *why)
{
    const struct port *const port = &run->algorithm->ports[i];
    const int at = size_of(run, port);
    const size_t plus = (size_t)port->length.plus;

    if (at < 0 ? run->in[i].n == plus
               : run->in[i].n >= plus &&
                     (!known[at] ||
                      run->call.sizes.of[at] + plus == run->in[i].n)) {
        if (at >= 0) {
            run->call.sizes.of[at] = run->in[i].n - plus;
            known[at] = true;
        }
        return OK;
    }
    return problem_set(
        why, WRONG_USE,
        "%s: %s has %zu elements, want %zu, as the other "
        "inputs have it",
        run->from[i], port->name, run->in[i].n,
        port_elements(run->algorithm, i, ENTRY_SCAN, run->call.sizes));
}

static enum status read_inputs(struct run *run, struct problem *why)
{
    const struct scan_input *const input = &run->options->input;
    bool known[MAX_SIZES] = {false};
    void *data[MAX_PORTS] = {NULL};
    enum status status = OK;

    for (int i = 0; run->algorithm->ports[i].name && status == OK; i++) {
        const struct port *const port = &run->algorithm->ports[i];
        if (!port_goes_in(port))
            continue;
        if (!run->from[i])
            return problem_set(why, WRONG_USE,
                               "which %s? -i %s=FILE names it; without any -i "
                               "all inputs are drawn",
                               port->name, port->name);
        status = array_read(run->from[i], input->format,
                            i == 0 ? input->column : NULL, &run->type[i],
                            &run->in[i], why);
        if (status == OK)
            status = take_size(run, i, known, why);
        data[i] = run->in[i].data;
    }
    if (status == OK && run->algorithm->application->sizes_of_inputs)
        run->algorithm->application->sizes_of_inputs(data, run->call.sizes.of);
    return status;
}

/* T of the first port is drawn as a scan's elements are; n is what -n says,
 * also where no port has T. */
static enum status draw_inputs(struct run *run, struct drawing *drawing,
                               struct problem *why)
{
    struct scan_input input = run->options->input;
    struct array any = {0};

    input.sizes = run->options->sizes;
    input.digits_most = SHOWN;
    enum status status =
        scan_input_get(&input, &run->with->monoid.table, &any, why);
    const size_t n = any.n;
    array_free(&any);
    for (int i = 0; run->algorithm->ports[i].name && status == OK; i++)
        if (run->algorithm->ports[i].type == PORT_T &&
            port_goes_in(&run->algorithm->ports[i]))
            status = scan_input_get(&input, &run->type[i], &run->in[i], why);
    if (status != OK)
        return status;
    run->call.sizes = sizes_of_scan(n);
    if (run->algorithm->application->sizes)
        run->algorithm->application->sizes(n, drawing, run->call.sizes.of);
    return OK;
}

/* --------------------------------------------------------------------- run */

static size_t port_bytes(const struct run *run, int i)
{
    return run->type[i].bytes *
           port_elements(run->algorithm, i, ENTRY_SCAN, run->call.sizes);
}

/* One piece of memory for all ports, which a child shares; and one for what the
 * plain loop makes of the inputs. */
static enum status take_memory(struct run *run, struct problem *why)
{
    size_t at[MAX_PORTS];

    for (int i = 0; run->algorithm->ports[i].name; i++) {
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
    for (int i = 0; run->algorithm->ports[i].name; i++) {
        run->call.port[i] = run->memory + at[i];
        run->expected[i] = expected + at[i];
        if (run->in[i].data)
            memcpy(run->call.port[i], run->in[i].data, port_bytes(run, i));
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

/* The inputs as they were are still in run->in, or are compared by the device.
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
    const struct port *const port = &run->algorithm->ports[i];
    const size_t length = port_length(run->algorithm, i, &run->call);
    char element[256];

    fprintf(to, "  %-8s", port->name);
    for (size_t k = 0; k < length && k < (length > SHOWN ? FEW : SHOWN); k++)
        fprintf(to, " %s",
                monoid_print(&run->type[i],
                             (char *)run->call.port[i] + k * run->type[i].bytes,
                             element, sizeof element));
    if (length > SHOWN)
        fprintf(to, " ... (%zu in all)", length);
    putc('\n', to);
}

/* Whether any port has elements of the monoid. */
static bool has_T(const struct run *run)
{
    for (int i = 0; run->algorithm->ports[i].name; i++)
        if (run->algorithm->ports[i].type == PORT_T)
            return true;
    return false;
}

static void say(const struct run *run, FILE *to)
{
    char time[160], size[32], words[128];
    const char *const variant = run->with->choice.variant;

    print_time(run, time, sizeof time);
    fprintf(to, "%s%s%s%s of %s element%s%s%s%s%s on %s, %s%s%s\n",
            run->algorithm->title, *variant ? ":" : "", variant,
            !run->algorithm->application->has_kinds ? ""
            : run->options->exclusive               ? ", exclusive,"
                                                    : ", inclusive,",
            size_print(run->call.sizes.of[0], size, sizeof size),
            run->call.sizes.of[0] == 1 ? "" : "s", has_T(run) ? " of " : "",
            has_T(run) ? run->with->monoid.name : "",
            *run->with->monoid.predicate ? " by " : "",
            run->with->monoid.predicate, time, colour_right(to),
            check_words(&run->verdict, words, sizeof words), colour_off(to));
    for (int i = 0; run->algorithm->ports[i].name; i++)
        show_port(run, i, to);
}

static enum status write_outputs(const struct run *run, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; run->algorithm->ports[i].name && status == OK; i++) {
        const struct array array = {
            .data = run->call.port[i],
            .n = port_length(run->algorithm, i, &run->call)};
        if (run->to[i])
            status = array_write(run->to[i], run->options->input.format,
                                 &run->type[i], &array, why);
    }
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
        : run->options->exclusive && !run->algorithm->application->has_kinds
            ? "--exclusive"
        : run->setup->trace ? "--trace"
                            : NULL;

    if (option)
        return problem_set(why, WRONG_USE, "%s takes no %s",
                           run->algorithm->name, option);
    if (monoid_is_interval(&run->with->monoid))
        return problem_set(why, WRONG_USE,
                           "the interval monoid has no values: use verify");
    return OK;
}

static enum status get_inputs(struct run *run, struct drawing *drawing,
                              struct problem *why)
{
    if (run->options->files && run->options->sizes)
        return problem_set(why, WRONG_USE,
                           "-n and -i together: the files say how many");
    if (run->options->files && run->options->input.seeded)
        return problem_set(why, WRONG_USE,
                           "--seed and -i together: nothing is drawn");
    return run->options->files ? read_inputs(run, why)
                               : draw_inputs(run, drawing, why);
}

static enum status run_all(struct run *run, struct setup *setup,
                           struct problem *why)
{
    const struct application *const a = run->algorithm->application;
    struct drawing drawing = pattern_draw(0, run->options->input.seed);
    enum status status = get_inputs(run, &drawing, why);

    if (status != OK)
        return status;
    setup->largest_n = run->call.sizes.of[0];
    setup->others = run->call.sizes;
    const struct request request = setup_request(setup, run->call.sizes);
    const char *const refusal = setup->choice->implementation->refuse(&request);
    if (refusal)
        return problem_set(why, WRONG_USE, "n = %zu: %s", setup->largest_n,
                           refusal);
    status = take_memory(run, why);
    if (status != OK)
        return status;
    if (!run->options->files && a->draw)
        a->draw(&request, &drawing, run->call.port);
    const char *const wrong =
        a->refuse_input ? a->refuse_input(&request, run->call.port) : NULL;
    if (wrong)
        return problem_set(why, WRONG_USE, "%s", wrong);
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
    enum status status =
        take_files(&run, options->file, options->files, true, run.from, why);

    if (status == OK)
        status = refuse_options(&run, why);
    if (status == OK)
        status = take_files(&run, out->file, out->count, false, run.to, why);
    for (int i = 0; run.algorithm->ports[i].name; i++)
        run.type[i] = table_of(&run.algorithm->ports[i], &with->monoid.table);
    if (status == OK)
        status = run_all(&run, setup, why);
    for (int i = 0; i < MAX_PORTS; i++)
        array_free(&run.in[i]);
    free(run.expected[0]);
    if (run.memory && run.memory != MAP_FAILED)
        munmap(run.memory, run.bytes);
    return status;
}
