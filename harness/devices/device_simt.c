/* device_simt.c - runs an algorithm's kernel.cu on the SIMT machine.
 *
 * The host's arrays are copied into the machine's global memory, under the
 * names of the ports and buffers, and back after the last step of the plan.
 * Memory is allocated once; in each run every array has its length for this
 * run's n, so any access beyond that is out of bounds.
 */
#include "launches.h"
#include "other_form.h"
#include "simt_gpus.h"
#include "base/sanitizer.h"
#include "simt/cost/model.h"
#include "simt/simt.h"
#include "trace/trace_record.h"

#include <string.h>

/* A kernel's pointers are aligned like the host's, up to this. */
enum { VECTOR = 16 };

/* The buffers of an entry. */
struct buffers {
    int count;
    void *memory[MAX_BUFFERS]; /* NULL: not needed yet */
    size_t room[MAX_BUFFERS];
    struct buffer buffer[MAX_BUFFERS]; /* as in the last plan */
};

struct execution_of_simt {
    struct execution base;
    struct simt *simt;
    void *port[MAX_PORTS]; /* in its memory, with room for the largest sizes */
    char *laid[MAX_PORTS]; /* their addresses in the latest run */
    void *carry;
    size_t bytes; /* of a T */
    struct launch_numbers numbers;
    struct buffers buffers[3]; /* of the three entries */
    struct simt_gpus *gpus;    /* of plans for several; NULL: none was run */
    bool over_gpus;            /* the latest run */
};

static const struct simt_options usual = {
    .schedule = SCHEDULE_INORDER, .counting = true, .checking = true};

static const char *lacks(void)
{
#ifdef WATCHES_RACES
    return "this scanlab was built with ThreadSanitizer, which cannot follow "
           "fibres";
#else
    return NULL;
#endif
}

static struct machine machine_of(const struct setup *setup)
{
    (void)setup;
    return *simt_machine();
}

static void *take_elements(struct execution_of_simt *e, const char *name,
                           size_t bytes)
{
    void *memory = simt_alloc(e->simt, name, bytes, e->bytes, 0);

    if (memory && monoid_is_interval(e->base.setup.monoid))
        simt_opaque(e->simt, memory);
    return memory;
}

static const struct algorithm *algorithm_of(const struct execution_of_simt *e)
{
    return execution_algorithm(&e->base);
}

static size_t unit_of(const struct execution_of_simt *e, int port)
{
    return port_unit(&algorithm_of(e)->task->ports[port], e->bytes);
}

/* Bytes of a port in a call of these sizes. */
static size_t port_bytes(const struct execution_of_simt *e, int port,
                         enum entry entry, struct sizes sizes)
{
    return unit_of(e, port) *
           port_elements(algorithm_of(e), port, entry, sizes);
}

static void *take_port(struct execution_of_simt *e, int i)
{
    const struct port *const port = &algorithm_of(e)->task->ports[i];
    const size_t room =
        port_bytes(e, i, ENTRY_SCAN, setup_largest(&e->base.setup)) + VECTOR;

    return port_is_of_T(port)
               ? take_elements(e, port->name, room)
               : simt_alloc(e->simt, port->name, room, unit_of(e, i), 0);
}

static enum status take_memory(struct execution_of_simt *e, struct problem *why)
{
    bool fits = true;

    for (int i = 0; i < ports_count(algorithm_of(e)); i++)
        fits &= (e->port[i] = take_port(e, i)) != NULL;
    e->carry = take_elements(e, "carry", e->bytes);
    return fits && e->carry
               ? OK
               : problem_set(
                     why, MACHINE_LACKS,
                     "n = %zu does not fit in the SIMT machine's memory",
                     e->base.setup.largest_n);
}

/* Places a port of this run with the alignment of the host's: so that code
 * which reads whole vectors gets pointers that are aligned only for an
 * element. */
static char *lay(struct execution_of_simt *e, const struct call *call, int i)
{
    return simt_resize(e->simt, e->port[i], (uintptr_t)call->port[i] % VECTOR,
                       port_bytes(e, i, call->entry, call->sizes));
}

/* --------------------------------------------------------------- buffers */

static void clear_buffer(struct execution_of_simt *e, struct buffers *buffers,
                         int i)
{
    memset(buffers->memory[i], 0, buffers->room[i]);
    simt_host_wrote(e->simt, buffers->memory[i], buffers->buffer[i].bytes);
}

static enum status take_buffer(struct execution_of_simt *e, enum entry entry,
                               const struct buffer *b, int i,
                               struct problem *why)
{
    struct buffers *const buffers = &e->buffers[entry];
    const size_t room = launches_room(&e->base, entry, i, b->bytes);

    if (buffers->memory[i])
        simt_give_back(e->simt, buffers->memory[i]);
    buffers->room[i] = room;
    buffers->memory[i] = b->unit
                             ? simt_alloc(e->simt, b->name, room, b->unit, 0)
                             : take_elements(e, b->name, room);
    if (!buffers->memory[i])
        return problem_set(why, MACHINE_LACKS,
                           "the SIMT machine's memory has no room for %s",
                           b->name);
    buffers->buffer[i] = *b;
    clear_buffer(e, buffers, i);
    return OK;
}

/* Words left by a launch with a larger n are kept. */
static void resize_buffer(struct execution_of_simt *e, struct buffers *buffers,
                          const struct buffer *b, int i)
{
    const size_t before = buffers->buffer[i].bytes;

    simt_resize(e->simt, buffers->memory[i], 0, b->bytes);
    buffers->buffer[i] = *b;
    if (b->start == STARTS_LAUNCH_TAGGED && b->bytes > before)
        simt_host_wrote(e->simt, (char *)buffers->memory[i] + before,
                        b->bytes - before);
    else if (b->start == STARTS_ZERO)
        clear_buffer(e, buffers, i);
    else if (b->start == STARTS_ANYHOW)
        simt_host_spoilt(e->simt, buffers->memory[i], b->bytes);
}

/* Gives each buffer the length in the plan, and its initial contents. */
static enum status start_buffers(struct execution_of_simt *e, enum entry entry,
                                 const struct plan *plan, struct problem *why)
{
    struct buffers *const buffers = &e->buffers[entry];
    enum status status = OK;

    for (int i = 0; i < plan->buffers && status == OK; i++) {
        const struct buffer *const b = &plan->buffer[i];
        if (!buffers->memory[i] || b->bytes > buffers->room[i])
            status = take_buffer(e, entry, b, i, why);
        if (status == OK)
            resize_buffer(e, buffers, b, i);
    }
    for (int i = plan->buffers; i < buffers->count; i++) {
        simt_resize(e->simt, buffers->memory[i], 0, 0);
        buffers->buffer[i].bytes = 0;
    }
    if (plan->buffers > buffers->count)
        buffers->count = plan->buffers;
    return status;
}

static enum status open_simt(struct execution *execution, struct problem *why)
{
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    struct module_source source = {0};
    enum status status = launches_source(&execution->setup, &source, why);

    source.watched = execution->setup.watches;
    e->numbers = launch_numbers_begin();
    e->bytes = execution->setup.monoid->table.bytes;
    if (status == OK)
        status = simt_open(&source, &e->simt, why);
    if (status == OK)
        status = take_memory(e, why);
    return status;
}

static const struct simt_options *options_of(const struct execution_of_simt *e)
{
    return e->base.setup.simt ? e->base.setup.simt : &usual;
}

/* Each resident block has a copy of the code. */
static enum status reserve_entry(struct execution *execution, enum entry entry,
                                 size_t n, struct problem *why)
{
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    struct plan plan = {0};
    enum status status = OK;

    struct sizes sizes = setup_largest(&execution->setup);

    sizes.of[0] = n;
    execution_plan(execution, entry, sizes, execution->setup.has_carry, &plan);
    for (int s = 0; s < plan.steps && status == OK; s++) {
        struct simt_launch launch = {.kernel = plan.step[s].kernel,
                                     .gpus = plan.gpus};
        memcpy(launch.grid, plan.step[s].grid, sizeof launch.grid);
        memcpy(launch.block, plan.step[s].block, sizeof launch.block);
        status = simt_reserve(e->simt, options_of(e), &launch, why);
    }
    return status;
}

/* A scan's other entries can have more blocks than the scan. */
static enum status reserve(struct execution *execution, size_t n,
                           struct problem *why)
{
    enum status status = reserve_entry(execution, ENTRY_SCAN, n, why);

    if (execution->setup.choice->algorithm->task != &scan_task)
        return status;
    if (status == OK)
        status = reserve_entry(execution, ENTRY_REDUCE, n, why);
    if (status == OK)
        status = reserve_entry(execution, ENTRY_APPLY_CARRY, n, why);
    return status;
}

static void close_simt(struct execution *execution)
{
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    simt_gpus_close(e->gpus);
    simt_close(e->simt);
}

/* ---------------------------------------------------------------------- run */

/* Launch numbers begin again. */
static void clear_tagged(struct execution_of_simt *e)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < e->buffers[k].count; i++)
            if (e->buffers[k].buffer[i].start == STARTS_LAUNCH_TAGGED)
                clear_buffer(e, &e->buffers[k], i);
}

static bool is_input(const struct execution *execution,
                     const struct argument *argument)
{
    return argument->kind == ARGUMENT_PORT &&
           execution_algorithm(execution)
                   ->task->ports[argument->index]
                   .direction == PORT_IN;
}

static bool takes(const void *simt, const struct step *step)
{
    int bytes[MAX_ARGUMENTS];

    for (int a = 0; a < step->arguments; a++)
        bytes[a] = launch_argument_bytes(&step->argument[a]);
    return simt_takes(simt, step->kernel, bytes, step->arguments);
}

static void begin_run(struct execution_of_simt *e, const struct call *call)
{
    simt_begin_run(e->simt);
    if (e->base.setup.trace) {
        trace_reset(e->base.setup.trace, sizes_largest(call->sizes));
        simt_trace(e->simt, e->base.setup.trace);
    }
    if (call->carry) {
        memcpy(e->carry, call->carry, e->bytes);
        simt_host_wrote(e->simt, e->carry, e->bytes);
    }
}

static enum status run_steps(struct execution_of_simt *e,
                             const struct call *call, const struct plan *plan,
                             char *const port[], struct problem *why)
{
    const struct simt_options *options = options_of(e);
    struct launch_memory memory = {.carry = call->carry ? e->carry : NULL};
    enum status status = start_buffers(e, call->entry, plan, why);

    memcpy(memory.port, port, sizeof memory.port);
    for (int i = 0; i < plan->buffers; i++)
        memory.buffer[i] = e->buffers[call->entry].memory[i];
    begin_run(e, call);
    if (launch_numbers_next(&e->numbers))
        clear_tagged(e);
    memory.launch = e->numbers.now;
    bool all = true; /* the launches so far overlap */
    for (int s = 0; s < plan->steps && status == OK; s++) {
        const struct step *step = &plan->step[s];
        all &= step->overlapping;
        struct simt_launch launch = {
            .kernel = step->kernel,
            .dynamic_shared_bytes = step->dynamic_shared_bytes,
            .arguments = step->arguments,
            .overlap = !step->overlapping ? OVERLAPS_NONE
                       : all              ? OVERLAPS_ALL
                                          : OVERLAPS_RUN};
        union launch_value value[MAX_ARGUMENTS];
        memcpy(launch.grid, step->grid, sizeof launch.grid);
        memcpy(launch.block, step->block, sizeof launch.block);
        for (int a = 0; a < step->arguments; a++) {
            launch.bytes[a] =
                launch_argument(&memory, &step->argument[a], &value[a]);
            launch.argument[a] = &value[a];
            launch.is_input[a] = is_input(&e->base, &step->argument[a]);
        }
        status = simt_launch(e->simt, options, &launch, why);
        if (status != OK && e->base.setup.source && !takes(e->simt, step))
            other_form_tell(&e->base.setup, takes, e->simt, status, why);
    }
    return status;
}

/* The machine knows the ends of arrays only in words. With smaller elements the
 * last word can have bytes after the end: they are refilled in each run, so
 * that code which uses them gives a different result, and checked after it. */
static size_t bytes_behind(size_t bytes)
{
    return (4 - bytes % 4) % 4;
}

static unsigned char filling(const struct execution_of_simt *e)
{
    return (unsigned char)(0x9d * (e->numbers.now + 1) + 0x53);
}

static enum status check_behind(struct execution_of_simt *e,
                                const struct call *call, int i,
                                const char *port, unsigned char filled,
                                struct problem *why)
{
    const size_t bytes = port_bytes(e, i, call->entry, call->sizes);

    for (size_t k = bytes; k < bytes + bytes_behind(bytes); k++)
        if ((unsigned char)port[k] != filled) {
            simt_blame(e->simt, NULL, port + k);
            return problem_set(why, CHECK_FAILED,
                               "memory after %s[%zu] was written",
                               algorithm_of(e)->task->ports[i].name,
                               bytes / unit_of(e, i) - 1);
        }
    return OK;
}

/* Places each port, and fills the input ports. */
static void fill_ports(struct execution_of_simt *e, const struct call *call,
                       char *port[])
{
    const struct algorithm *const a = algorithm_of(e);
    const int count = ports_count(a);

    for (int i = count - 1; i >= 0; i--) {
        const int owner = port_owner(a, call, i);
        const size_t bytes = port_bytes(e, i, call->entry, call->sizes);
        port[i] = owner > i ? port[owner] : lay(e, call, i);
        if (owner == i && port_comes_out(&a->task->ports[i]))
            simt_host_spoilt(e->simt, port[i], bytes);
        if (owner == i)
            memset(port[i] + bytes, filling(e), bytes_behind(bytes));
        if (!port_goes_in(&a->task->ports[i]))
            continue;
        memcpy(port[i], call->port[i], bytes);
        simt_host_wrote(e->simt, port[i], bytes);
    }
}

/* True: element k was written; in planes, each of its numbers. */
static bool is_written(const struct execution_of_simt *e, int i,
                       const struct call *call, const char *from, size_t k)
{
    const struct monoid_table *const m = &e->base.setup.monoid->table;
    const size_t unit = unit_of(e, i);
    const size_t n =
        port_elements(algorithm_of(e), i, call->entry, call->sizes);

    if (algorithm_of(e)->task->ports[i].type != PORT_T_IN_PLANES)
        return simt_is_written(e->simt, from + k * unit, unit);
    for (int p = 0; p < m->planes; p++) {
        const size_t bytes = (size_t)m->plane[p].bytes;
        if (!simt_is_written(e->simt, from + k * bytes, bytes))
            return false;
        from += n * bytes;
    }
    return true;
}

/* ... or only some words of it. For planes no part is named. */
static enum status tell_unwritten(struct execution_of_simt *e, const char *name,
                                  size_t k, const char *element, size_t unit,
                                  struct problem *why)
{
    size_t written = 0;

    for (size_t at = 0; unit > 4 && at < unit; at += 4)
        if (simt_is_written(e->simt, element + at, 4)) {
            simt_blame(e->simt, NULL, element + at);
            written += 4;
        }
    return written
               ? problem_set(
                     why, CHECK_FAILED,
                     "%s[%zu] was only partly written: %zu of its %zu bytes",
                     name, k, written, unit)
               : problem_set(why, CHECK_FAILED, "%s[%zu] was never written",
                             name, k);
}

/* Finds the line that stores the element nearest to the k-th. */
static void blame_gap(struct execution_of_simt *e, const struct call *call,
                      int i, const char *from, size_t k, size_t elements)
{
    const char *const name = algorithm_of(e)->task->ports[i].name;
    const size_t unit = unit_of(e, i);

    if (algorithm_of(e)->task->ports[i].type == PORT_T_IN_PLANES)
        return;
    for (size_t d = 1; d < elements; d++)
        for (int side = 0; side < 2; side++) {
            const size_t at = side ? k + d : k - d;
            if (at >= elements || !is_written(e, i, call, from, at))
                continue;
            simt_blame_gap(e->simt, name, elements, at, from + at * unit);
            return;
        }
    simt_blame_gap(e->simt, name, elements, k, NULL);
}

/* Checks that every output element was written, and copies the outputs to the
 * host. */
static enum status fetch_port(struct execution_of_simt *e,
                              const struct call *call, int i, const char *from,
                              struct problem *why)
{
    const char *const name = algorithm_of(e)->task->ports[i].name;
    const size_t unit = unit_of(e, i);
    const size_t elements = port_length(algorithm_of(e), i, call);

    for (size_t k = 0; options_of(e)->checking && k < elements; k++)
        if (!is_written(e, i, call, from, k)) {
            const enum status status =
                tell_unwritten(e, name, k, from + k * unit, unit, why);
            if (!*simt_finding(e->simt))
                blame_gap(e, call, i, from, k, elements);
            return status;
        }
    memcpy(call->port[i], from, elements * unit);
    return OK;
}

static enum status fetch_ports(struct execution_of_simt *e,
                               const struct call *call, char *const port[],
                               struct problem *why)
{
    const struct port *const ports = algorithm_of(e)->task->ports;
    enum status status = OK;

    for (int i = 0; ports[i].name && status == OK; i++)
        if (!port_comes_out(&ports[i]) &&
            port_owner(algorithm_of(e), call, i) == i &&
            memcmp(port[i], call->port[i],
                   port_bytes(e, i, call->entry, call->sizes)) != 0)
            status = problem_set(why, CHECK_FAILED, "%s",
                                 algorithm_of(e)->task == &scan_task
                                     ? "the input was overwritten"
                                     : "an input was overwritten");
    /* Counts first: they determine the lengths of the others. */
    for (int counted = 0; counted < 2; counted++)
        for (int i = 0; ports[i].name && status == OK; i++)
            if (port_comes_out(&ports[i]) &&
                counted == !!ports[i].length.known_after)
                status = fetch_port(e, call, i, port[i], why);
    return status;
}

static enum status run_over_gpus(struct execution_of_simt *e,
                                 const struct call *call,
                                 const struct plan *plan, struct problem *why)
{
    struct simt_gpus_run run = {.simt = e->simt,
                                .options = options_of(e),
                                .execution = &e->base,
                                .call = call,
                                .plan = plan,
                                .carry = call->carry ? e->carry : NULL};

    begin_run(e, call);
    run.restarts = launch_numbers_next(&e->numbers);
    run.launch = e->numbers.now;
    e->over_gpus = true;
    return simt_gpus_run(&e->gpus, &run, why);
}

/* Copies in, runs the plan, copies out. In-place calls stay in place. */
static enum status run(struct execution *execution, const struct call *call,
                       struct problem *why)
{
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    char *port[MAX_PORTS] = {NULL};
    struct plan plan = {0};

    execution_plan(execution, call->entry, call->sizes, call->carry != NULL,
                   &plan);
    e->over_gpus = false;
    if (plan.gpus > 1)
        return run_over_gpus(e, call, &plan, why);
    const unsigned char filled = filling(e);
    fill_ports(e, call, port);
    memcpy(e->laid, port, sizeof e->laid);
    enum status status = run_steps(e, call, &plan, port, why);
    for (int i = 0; i < ports_count(algorithm_of(e)) && status == OK; i++)
        if (port_owner(algorithm_of(e), call, i) == i)
            status = check_behind(e, call, i, port[i], filled, why);
    return status == OK ? fetch_ports(e, call, port, why) : status;
}

static const char *words(const struct execution *e)
{
    return simt_finding(((const struct execution_of_simt *)e)->simt);
}

/* For elements in planes it asks about the first number. */
static void blame(struct execution *execution, const struct blame *b)
{
    struct execution_of_simt *const e = (struct execution_of_simt *)execution;
    const struct port *const port = &algorithm_of(e)->task->ports[b->port];
    const size_t unit = port->type == PORT_T_IN_PLANES
                            ? (size_t)e->base.setup.monoid->table.plane[0].bytes
                            : unit_of(e, b->port);

    simt_blame(e->simt, &b->of,
               e->over_gpus ? simt_gpus_element(e->gpus, b->element)
                            : e->laid[b->port] + b->element * unit);
}

static bool follow(struct execution *execution)
{
    return simt_follow(((struct execution_of_simt *)execution)->simt);
}

static void followed(struct execution *execution, bool same)
{
    simt_followed(((struct execution_of_simt *)execution)->simt, same);
}

static const char *note(const struct execution *e, int index)
{
    return simt_note(((const struct execution_of_simt *)e)->simt, index);
}

static uint64_t path(const struct execution *e)
{
    return simt_path(((const struct execution_of_simt *)e)->simt);
}

static uint64_t arrays(const struct execution *e)
{
    return simt_arrays(((const struct execution_of_simt *)e)->simt);
}

static void place(const struct execution *e, uintptr_t offset, char *text,
                  size_t size)
{
    simt_place(((const struct execution_of_simt *)e)->simt, offset, text, size);
}

static struct device_counts counts(const struct execution *e)
{
    const struct simt_counts *c =
        simt_counts(((const struct execution_of_simt *)e)->simt);
    const struct request_count *global = c->requests.of[REQUEST_GLOBAL];
    const struct request_count *shared = c->requests.of[REQUEST_SHARED];
    const struct request_count *load = &global[REQUEST_LOAD];
    const struct request_count *store = &global[REQUEST_STORE];
    struct device_counts out = {
        .known = true,
        .launches = (double)c->launches,
        .barriers = (double)c->barriers,
        .atomics = (double)c->atomics,
        .fences = (double)c->fences,
        .spins = (double)c->spins,
        .read_bytes = (double)c->read_bytes,
        .write_bytes = (double)c->write_bytes,
        .read_requests = (double)load->requests,
        .write_requests = (double)store->requests,
        .read_sectors = (double)load->sectors,
        .write_sectors = (double)store->sectors,
        .cycles = (double)c->cycles,
        .clock_mhz = model()->clock_mhz,
    };

    for (int kind = 0; kind < REQUEST_KINDS; kind++) {
        out.shared_wavefronts += (double)shared[kind].wavefronts;
        out.shared_conflicts += (double)shared[kind].conflicts;
    }
    for (int k = 0; k < BUSY_COUNTS; k++)
        out.most[k].count = (double)simt_busiest(
            ((const struct execution_of_simt *)e)->simt, (enum busy_kind)k,
            out.most[k].line, sizeof out.most[k].line);
    return out;
}

static enum status explore(struct execution *e, int preemptions,
                           struct problem *why)
{
    return simt_explore(((struct execution_of_simt *)e)->simt, preemptions,
                        why);
}

static bool next_run(struct execution *e)
{
    return simt_next_run(((struct execution_of_simt *)e)->simt);
}

static void leap(struct execution *e, uint32_t launch)
{
    launch_numbers_leap(&((struct execution_of_simt *)e)->numbers, launch);
}

static struct explored explored(const struct execution *e)
{
    const struct explore_result result =
        simt_explored(((const struct execution_of_simt *)e)->simt);

    return (struct explored){.runs = result.runs, .complete = result.complete};
}

static const struct execution_type type = {
    .bytes = sizeof(struct execution_of_simt),
    .machine = machine_of,
    .open = open_simt,
    .reserve = reserve,
    .close = close_simt,
    .run = run,
    .words = words,
    .note = note,
    .path = path,
    .arrays = arrays,
    .blame = blame,
    .follow = follow,
    .followed = followed,
    .place = place,
    .counts = counts,
    .explore = explore,
    .next_run = next_run,
    .leap = leap,
    .explored = explored,
};

const struct device device_simt = {
    .name = "simt",
    .what = "the CUDA kernels on a simulated machine",
    .type = &type,
    .lacks = lacks,
    .runs_kernels = true,
    .has_schedules = true,
    .has_model_time = true,
    .calls_host_op = true,
    .sees_accesses = true,
};
