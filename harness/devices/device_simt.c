/* device_simt.c - runs an algorithm's kernel.cu on the SIMT machine.
 *
 * The host's arrays are copied into the machine's global memory, under the
 * names of the ports and buffers, and back after the last step of the plan.
 * Room is taken once; in each run every array has the length that it has for
 * this run's n, so what lies after that is out of bounds.
 */
#include "launches.h"
#include "base/sanitizer.h"
#include "simt/cost/model.h"
#include "simt/simt.h"
#include "trace/trace_record.h"

#include <string.h>

/* Pointers of the host tell how a kernel's are to be aligned, up to this. */
enum { VECTOR = 16 };

/* The buffers of an entry. */
struct buffers {
    int count;
    void *memory[MAX_BUFFERS]; /* NULL: none was needed yet */
    size_t room[MAX_BUFFERS];
    struct buffer buffer[MAX_BUFFERS]; /* as the last plan wanted them */
};

struct execution_of_simt {
    struct execution base;
    struct simt *simt;
    void *in, *out, *carry; /* in its memory, with room for largest_n */
    size_t bytes;           /* of an element */
    struct launch_numbers numbers;
    struct buffers buffers[3]; /* of the three entries */
};

static const struct simt_options usual = {
    .schedule = SCHEDULE_INORDER, .counting = true, .checking = true};

static const char *lacks(void)
{
#ifdef WATCHES_RACES
    return "this scanlab is built with ThreadSanitizer, which loses its way "
           "among fibres";
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
    void *memory = simt_take(e->simt, name, bytes, e->bytes, 0);

    if (memory && monoid_is_interval(e->base.setup.monoid))
        simt_opaque(e->simt, memory);
    return memory;
}

static enum status take_memory(struct execution_of_simt *e, struct problem *why)
{
    const size_t n = e->base.setup.largest_n;

    e->in = take_elements(e, "in", n * e->bytes + VECTOR);
    e->out = take_elements(e, "out", n * e->bytes + VECTOR);
    e->carry = take_elements(e, "carry", e->bytes);
    return e->in && e->out && e->carry
               ? OK
               : problem_set(why, MACHINE_LACKS,
                             "n = %zu does not fit the SIMT machine's memory",
                             n);
}

/* An array of this run, as the host's own lies: so that code which reads whole
 * vectors meets pointers that are aligned for an element only. */
static void *lay(struct execution_of_simt *e, void *memory, const void *host,
                 size_t n)
{
    return simt_resize(e->simt, memory, (uintptr_t)host % VECTOR / 4 * 4,
                       n * e->bytes);
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
    buffers->memory[i] = b->unit ? simt_take(e->simt, b->name, room, b->unit, 0)
                                 : take_elements(e, b->name, room);
    if (!buffers->memory[i])
        return problem_set(why, MACHINE_LACKS,
                           "the SIMT machine's memory has no room for %s",
                           b->name);
    buffers->buffer[i] = *b;
    clear_buffer(e, buffers, i);
    return OK;
}

/* Words that a launch with a larger n has left are still there. */
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

/* Each as long as the plan has it, and as it begins. */
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

/* Each block that is resident has a copy of the code. */
static enum status reserve(struct execution *execution, size_t n,
                           struct problem *why)
{
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    struct plan plan = {0};
    enum status status = OK;

    execution_plan(execution, ENTRY_SCAN, n, execution->setup.has_carry, &plan);
    for (int s = 0; s < plan.steps && status == OK; s++) {
        struct simt_launch launch = {.kernel = plan.step[s].kernel};
        memcpy(launch.grid, plan.step[s].grid, sizeof launch.grid);
        memcpy(launch.block, plan.step[s].block, sizeof launch.block);
        status = simt_reserve(e->simt, options_of(e), &launch, why);
    }
    return status;
}

static void close_simt(struct execution *execution)
{
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    simt_close(e->simt);
}

/* ---------------------------------------------------------------------- run */

/* The launches' numbers begin again. */
static void clear_tagged(struct execution_of_simt *e)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < e->buffers[k].count; i++)
            if (e->buffers[k].buffer[i].start == STARTS_LAUNCH_TAGGED)
                clear_buffer(e, &e->buffers[k], i);
}

static enum status run_steps(struct execution_of_simt *e, enum entry entry,
                             const struct plan *plan, size_t n,
                             void *const ports[], const void *carry,
                             struct problem *why)
{
    const struct simt_options *options = options_of(e);
    struct launch_memory memory = {.port = {ports[0], ports[1]},
                                   .carry = carry ? e->carry : NULL};
    enum status status = start_buffers(e, entry, plan, why);

    for (int i = 0; i < plan->buffers; i++)
        memory.buffer[i] = e->buffers[entry].memory[i];
    simt_begin_run(e->simt);
    if (e->base.setup.trace) {
        trace_reset(e->base.setup.trace, n);
        simt_trace(e->simt, e->base.setup.trace);
    }
    if (launch_numbers_next(&e->numbers))
        clear_tagged(e);
    memory.launch = e->numbers.now;
    if (carry) {
        memcpy(e->carry, carry, e->bytes);
        simt_host_wrote(e->simt, e->carry, e->bytes);
    }
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
        }
        status = simt_launch(e->simt, options, &launch, why);
    }
    return status;
}

/* Copies in, runs the plan, copies out. Where in is out, it is there too. */
static enum status run(struct execution *execution, enum entry entry,
                       const void *in, void *out, size_t n, const void *carry,
                       struct problem *why)
{
    const size_t n_out = entry == ENTRY_REDUCE ? 1 : n;
    struct execution_of_simt *e = (struct execution_of_simt *)execution;
    void *const to = lay(e, e->out, out, n_out);
    void *const from = in == out ? to : lay(e, e->in, in, n);
    void *const ports[2] = {from, to};
    struct plan plan = {0};

    execution_plan(execution, entry, n, carry != NULL, &plan);
    simt_host_spoilt(e->simt, to, n_out * e->bytes);
    memcpy(from, in, n * e->bytes);
    simt_host_wrote(e->simt, from, n * e->bytes);
    enum status status = run_steps(e, entry, &plan, n, ports, carry, why);
    if (status != OK)
        return status;
    if (from != to && memcmp(from, in, n * e->bytes) != 0)
        return problem_set(why, CHECK_FAILED, "the input was overwritten");
    for (size_t i = 0; options_of(e)->checking && i < n_out; i++)
        if (!simt_is_written(e->simt, (char *)to + i * e->bytes, e->bytes))
            return problem_set(why, CHECK_FAILED, "out[%zu] was never written",
                               i);
    memcpy(out, to, n_out * e->bytes);
    return OK;
}

static const char *words(const struct execution *e)
{
    return simt_finding(((const struct execution_of_simt *)e)->simt);
}

static const char *note(const struct execution *e, int index)
{
    return simt_note(((const struct execution_of_simt *)e)->simt, index);
}

static uint64_t path(const struct execution *e)
{
    return simt_path(((const struct execution_of_simt *)e)->simt);
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
