/* trace_moments.c - records in a trace when and where an event happens,
 * including the reports of a kernel through algorithms/contract/trace.h. */
#include "trace_moments.h"
#include "monoids/interval_table.h"
#include "parts.h"
#include "simt/device/calls.h"

uint64_t moment_now(const struct simt *simt, const struct block *block)
{
    if (simt->options.schedule == SCHEDULE_TIMED)
        return block ? block->pace.time : simt->timing.last_end;
    return simt_steps(simt) + trace_recorded(simt->record.trace);
}

struct trace_point moment_of_block(const struct simt *simt,
                                   const struct block *block)
{
    return (struct trace_point){block->slot, moment_now(simt, block), 0};
}

struct trace_point moment_of_thread(const struct simt *simt,
                                    const struct thread *thread)
{
    return (struct trace_point){thread->block->slot,
                                moment_now(simt, thread->block), thread->index};
}

static struct record_word word_at(const struct block *block, uintptr_t address,
                                  size_t bytes)
{
    return (struct record_word){&block->code, address, bytes};
}

/* ---------------------------------------------------- what the machine sees */

static void note_op(void *arg, uint32_t node, const void *place)
{
    const struct simt *const simt = arg;
    const struct thread *const t = simt->turn.current;

    (void)place;
    if (!t || !interval_is_op(node))
        return;
    const struct trace_point point = moment_of_thread(simt, t);
    trace_op(simt->record.trace, &point, node);
}

void moment_launch_begins(struct simt *simt)
{
    const struct simt_launch *const l = simt->launch.shape;

    trace_launch_begins(simt->record.trace, moment_now(simt, NULL), l->kernel,
                        l->grid, l->block);
    if (trace_keeps_values(simt->record.trace))
        interval_watch(note_op, simt);
}

void moment_launch_ends(struct simt *simt)
{
    interval_watch(NULL, NULL);
    trace_launch_ends(simt->record.trace, moment_now(simt, NULL));
}

void moment_block_begins(struct simt *simt, const struct block *block)
{
    const struct trace_point point = moment_of_block(simt, block);
    trace_block_begins(simt->record.trace, &point, block->number);
}

void moment_block_ends(struct simt *simt, const struct block *block)
{
    const struct trace_point point = moment_of_block(simt, block);
    trace_block_moved(simt->record.trace, point.row, block->reads,
                      block->writes);
    trace_block_ends(simt->record.trace, &point);
}

void moment_barrier(struct simt *simt, const struct block *block, uint32_t site)
{
    const struct trace_point point = moment_of_block(simt, block);
    record_barrier(&simt->record, &point, site);
}

void moment_warp_barrier(struct simt *simt, const struct thread *thread)
{
    const struct trace_point point = moment_of_thread(simt, thread);
    record_warp_barrier(&simt->record, &point, thread->site);
}

void moment_waits(struct simt *simt, const struct thread *thread)
{
    const struct trace_point point = moment_of_thread(simt, thread);
    const struct record_word word =
        word_at(thread->block, thread->spin ? thread->spin : thread->looked_at,
                sizeof(uint32_t));
    record_waits(&simt->record, &point, &word, thread->spin_site);
}

void moment_goes_on(struct simt *simt, const struct block *block)
{
    const struct trace_point point = moment_of_block(simt, block);
    trace_goes_on(simt->record.trace, &point);
}

void moment_flag(struct simt *simt, const struct thread *thread,
                 uintptr_t address, size_t bytes, bool atomic, uint64_t value)
{
    const struct trace_point point = moment_of_thread(simt, thread);
    const struct record_word word = word_at(thread->block, address, bytes);
    record_flag(&simt->record, &point, &word, thread->site, atomic, value);
}

void moment_stale(struct simt *simt, const struct thread *thread,
                  uintptr_t address, size_t bytes, uint64_t value)
{
    const struct trace_point point = moment_of_thread(simt, thread);
    const struct record_word word = word_at(thread->block, address, bytes);
    record_stale(&simt->record, &point, &word, thread->site, value);
}

void moment_access(struct simt *simt, const struct thread *thread,
                   uintptr_t address, size_t bytes, bool write, uint32_t site)
{
    const struct trace_point point = moment_of_thread(simt, thread);
    const struct record_word word = word_at(thread->block, address, bytes);
    record_access(&simt->record, &point, &word, write, site);
}

void moment_finding(struct simt *simt, uint32_t block, const char *sentence)
{
    struct trace_point point = {TRACE_NO_ROW, moment_now(simt, NULL), 0};

    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *const b = &simt->launch.block[s];
        if (b->live && b->number == block)
            point = moment_of_block(simt, b);
    }
    trace_finding(simt->record.trace, &point, sentence);
}

/* ------------------------------------------------------ reports of a kernel */

void simt_trace_ticket(uint32_t tile, uint64_t begin, uint32_t count)
{
    struct simt *const simt = simt_running;

    if (!simt->record.trace)
        return;
    const struct trace_point point = moment_of_thread(simt, simt->turn.current);
    trace_ticket(simt->record.trace, &point, tile, begin, count);
}

void simt_trace_phase(unsigned phase)
{
    struct simt *const simt = simt_running;

    if (!simt->record.trace)
        return;
    const struct trace_point point = moment_of_thread(simt, simt->turn.current);
    trace_phase(simt->record.trace, &point, phase);
}

void simt_trace_publish(uint32_t tile, unsigned state, const void *value,
                        size_t bytes)
{
    struct simt *const simt = simt_running;

    if (!simt->record.trace)
        return;
    const struct trace_point point = moment_of_thread(simt, simt->turn.current);
    trace_publish(simt->record.trace, &point, tile, state, value, bytes);
}

void simt_trace_publish_count(uint32_t tile, unsigned state, uint64_t count)
{
    struct simt *const simt = simt_running;

    if (!simt->record.trace)
        return;
    const struct trace_point point = moment_of_thread(simt, simt->turn.current);
    trace_publish_count(simt->record.trace, &point, tile, state, count);
}

void simt_trace_look(uint32_t tile, unsigned state)
{
    struct simt *const simt = simt_running;

    if (!simt->record.trace)
        return;
    const struct thread *const t = simt->turn.current;
    const struct trace_point point = moment_of_thread(simt, t);
    /* All looks of a warp since its lanes last met count as one look. */
    trace_look(simt->record.trace, &point,
               t->warp->meets * WARP + t->index / WARP, tile, state);
}
