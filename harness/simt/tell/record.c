/* record.c - what happens on the machine, for a trace: its own view of blocks,
 * barriers and waits, and what a kernel tells through algorithms/trace.h.
 *
 * A row is a slot for a resident block. Each call costs a look at simt->trace
 * when nobody asks for a trace.
 */
#include "monoids/interval.h"
#include "simt/run/machine.h"

#include <stdio.h>
#include <string.h>

void simt_trace_ticket(uint32_t tile, uint64_t begin, uint32_t count);
void simt_trace_phase(unsigned phase);
void simt_trace_publish(uint32_t tile, unsigned state, const void *value,
                        size_t bytes);
void simt_trace_look(uint32_t tile, unsigned state);

/* Cycles of the block's clock; else steps, of which no two events share one. */
static uint64_t now(const struct simt *simt, const struct block *block)
{
    if (simt->options.schedule == SCHEDULE_TIMED)
        return block ? block->pace.time : simt->last_end;
    return simt_steps(simt) + trace_recorded(simt->trace);
}

static struct trace_point of_block(const struct simt *simt,
                                   const struct block *block)
{
    return (struct trace_point){block->slot, now(simt, block), 0};
}

static struct trace_point of_thread(const struct simt *simt,
                                    const struct thread *thread)
{
    return (struct trace_point){thread->block->slot, now(simt, thread->block),
                                thread->index};
}

/* --------------------------------------------------------------------- words
 */

/* Lines of the source need more stack than a fibre has. */
struct question {
    struct simt *simt;
    const struct block *block;
    uint32_t site;
    uintptr_t address;
    size_t bytes;
    uint32_t text;
};

static void ask_place(void *arg)
{
    struct question *const q = arg;
    char words[192];

    q->text = trace_text(q->simt->trace,
                         finding_place(q->simt, q->site, words, sizeof words));
}

static uint32_t place_of(struct simt *simt, uint32_t site)
{
    uint32_t *const known =
        simt->trace_places ? &simt->trace_places[site] : NULL;
    struct question question = {.simt = simt, .site = site};

    if (known && *known)
        return *known - 1;
    fibre_errand(simt, ask_place, &question);
    if (known)
        *known = question.text + 1;
    return question.text;
}

static void ask_memory(void *arg)
{
    struct question *const q = arg;
    char words[192];

    q->text = trace_text(q->simt->trace,
                         finding_memory(q->simt, q->block, q->address, q->bytes,
                                        words, sizeof words));
}

static uint32_t memory_of(struct simt *simt, const struct block *block,
                          uintptr_t address, size_t bytes)
{
    struct question question = {
        .simt = simt, .block = block, .address = address, .bytes = bytes};

    fibre_errand(simt, ask_memory, &question);
    return question.text;
}

/* ------------------------------------------------------- what the machine sees
 */

static void note_op(void *arg, uint32_t node)
{
    struct simt *const simt = arg;
    const struct thread *const t = simt->current;

    if (!t)
        return;
    const struct trace_point point = of_thread(simt, t);
    trace_op(simt->trace, &point, node);
}

void record_launch_begins(struct simt *simt)
{
    const struct simt_launch *const l = simt->launch;

    trace_launch_begins(simt->trace, now(simt, NULL), l->kernel, l->grid,
                        l->block);
    if (trace_keeps_values(simt->trace))
        interval_watch(note_op, simt);
}

void record_launch_ends(struct simt *simt)
{
    interval_watch(NULL, NULL);
    trace_launch_ends(simt->trace, now(simt, NULL));
}

void record_block_begins(struct simt *simt, const struct block *block)
{
    const struct trace_point point = of_block(simt, block);
    trace_block_begins(simt->trace, &point, block->number);
}

void record_block_ends(struct simt *simt, const struct block *block)
{
    const struct trace_point point = of_block(simt, block);
    trace_block_ends(simt->trace, &point);
}

void record_barrier(struct simt *simt, const struct block *block)
{
    const struct trace_point point = of_block(simt, block);

    if (!trace_is_told(simt->trace))
        trace_barrier(simt->trace, &point,
                      place_of(simt, block->thread[0].site));
}

void record_warp_barrier(struct simt *simt, const struct thread *thread)
{
    const struct trace_point point = of_thread(simt, thread);

    if (!trace_is_told(simt->trace) && simt->traces_accesses)
        trace_warp_barrier(simt->trace, &point, place_of(simt, thread->site));
}

void record_waits(struct simt *simt, const struct thread *thread)
{
    const struct trace_point point = of_thread(simt, thread);
    const uintptr_t address = thread->spin ? thread->spin : thread->looked_at;

    trace_waits(simt->trace, &point,
                memory_of(simt, thread->block, address, sizeof(uint32_t)),
                place_of(simt, thread->spin_site));
}

void record_goes_on(struct simt *simt, const struct block *block)
{
    const struct trace_point point = of_block(simt, block);
    trace_goes_on(simt->trace, &point);
}

void record_flag(struct simt *simt, const struct thread *thread,
                 uintptr_t address, size_t bytes, bool atomic, uint64_t value)
{
    const struct trace_point point = of_thread(simt, thread);

    if (!trace_is_told(simt->trace))
        trace_flag(simt->trace, &point,
                   memory_of(simt, thread->block, address, bytes),
                   place_of(simt, thread->site), atomic, value);
}

/* Counted from the kernel's first variable: that of other kernels, which have
 * a place in the same module, would shift all banks. */
static uint32_t place_in_shared(const struct simt *simt,
                                const struct block *block, uintptr_t address)
{
    uint64_t first = block->shared_bytes;

    if (address - block->shared >= block->shared_bytes)
        return TRACE_GLOBAL;
    for (size_t i = 0; i < simt->owns; i++)
        if (simt->own[i]->offset < first)
            first = simt->own[i]->offset;
    return address - block->shared >= first
               ? (uint32_t)(address - block->shared - first)
               : TRACE_GLOBAL;
}

void record_access(struct simt *simt, const struct thread *thread,
                   uintptr_t address, size_t bytes, bool write, uint32_t site)
{
    const struct trace_point point = of_thread(simt, thread);

    const struct trace_access access = {
        .what = memory_of(simt, thread->block, address, bytes),
        .where = place_of(simt, site),
        .writes = write,
        .bytes = (uint32_t)bytes,
        .shared = place_in_shared(simt, thread->block, address),
        .value = write ? NULL : (const void *)address};

    simt->traces_accesses = trace_access(simt->trace, &point, &access);
}

void record_finding(struct simt *simt, uint32_t block, const char *sentence)
{
    struct trace_point point = {TRACE_NOBODY, now(simt, NULL), 0};

    for (int s = 0; s < simt->resident; s++)
        if (simt->block[s].live && simt->block[s].number == block)
            point = of_block(simt, &simt->block[s]);
    trace_finding(simt->trace, &point, sentence);
}

/* ------------------------------------------------------------ a kernel tells
 */

void simt_trace_ticket(uint32_t tile, uint64_t begin, uint32_t count)
{
    struct simt *const simt = simt_running;

    if (!simt->trace)
        return;
    const struct trace_point point = of_thread(simt, simt->current);
    trace_ticket(simt->trace, &point, tile, begin, count);
}

void simt_trace_phase(unsigned phase)
{
    struct simt *const simt = simt_running;

    if (!simt->trace)
        return;
    const struct trace_point point = of_thread(simt, simt->current);
    trace_phase(simt->trace, &point, phase);
}

void simt_trace_publish(uint32_t tile, unsigned state, const void *value,
                        size_t bytes)
{
    struct simt *const simt = simt_running;

    if (!simt->trace)
        return;
    const struct trace_point point = of_thread(simt, simt->current);
    trace_publish(simt->trace, &point, tile, state, value, bytes);
}

void simt_trace_look(uint32_t tile, unsigned state)
{
    struct simt *const simt = simt_running;

    if (!simt->trace)
        return;
    const struct thread *const t = simt->current;
    const struct trace_point point = of_thread(simt, t);
    /* Looks of one warp since its lanes last met are one. */
    trace_look(simt->trace, &point, t->warp->meets * WARP + t->index / WARP,
               tile, state);
}
