/* flag_wait.c - threads that poll a flag until it changes.
 *
 * A thread that looked repeatedly would deprive all others of turns and learn
 * nothing. So a thread that looks at the same flag on the same line and finds
 * the same value waits until a thread writes that word.
 *
 *     while (*flag == 0);      look 1: 0.   look 2: 0 again: spinning
 *                              another thread writes *flag: ready, look 3: 1
 *
 * But some waits are bounded: a kernel may look a hundred times, and then
 * continue without the flag. In a proof, the schedules random and pct choose
 * one wait of a launch at random, and let its thread look INSISTS more times
 * while no other thread runs, so that the code after an unsuccessful wait is
 * run, too.
 *
 * A thread may look at several flags, or from several lines. After LOOKS looks
 * during which nothing changed anywhere on the machine, it waits for any
 * change. A block whose threads meet at a barrier between their looks waits in
 * the same way, since a barrier by itself changes no flag.
 *
 *     while (!__syncthreads_or(*flag))        all threads look, and meet; 64
 *         ;                                   times, then they wait for *flag
 */
#include "flag_wait.h"
#include "parts.h"
#include "trace_moments.h"

#include <string.h>

enum {
    LOOKS = 64, /* without a change before a thread waits for any change */
    INSISTS = 2048
};

void flag_forget(struct simt *simt)
{
    simt->waiting.spinners = 0;
    simt->waiting.insisted = false;
}

/* Makes flag_is_awaited() true for the word. */
static void await(struct waiting *waiting, uintptr_t address)
{
    const uint32_t bit = (uint32_t)(address >> 3) * 0x9e3779b1u >> 22;

    if (waiting->spinners == 0)
        memset(waiting->filter, 0, sizeof waiting->filter);
    waiting->filter[bit / 64] |= (uint64_t)1 << bit % 64;
}

static uint64_t value_at(uintptr_t address, size_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)address, bytes < 8 ? bytes : 8);
    return value;
}

/* Waits until the word changes; 0: until anything does. */
static void spin(struct simt *simt, struct thread *t, uintptr_t address)
{
    thread_waits(t, THREAD_SPINNING);
    t->spin = address;
    await(&simt->waiting, address);
    simt->waiting.spinners++;
    simt->counts.spins++;
    if (simt->record.trace)
        moment_waits(simt, t);
    fibre_stop();
}

/* True when the thread keeps looking instead of waiting. */
static bool insists(struct simt *simt, struct thread *t)
{
    if (t->insists) {
        t->insists--;
        return true;
    }
    if (!simt->options.impatient || simt->waiting.insisted ||
        !schedule_is_random(simt) || !schedule_happens(simt, 2))
        return false;
    simt->waiting.insisted = true;
    t->insists = INSISTS;
    return true;
}

/* One look. False: the thread has waited, and looks again. */
static bool look(struct simt *simt, struct thread *t, uintptr_t address,
                 size_t bytes, uint32_t site)
{
    const uint64_t value = value_at(address, bytes);
    const bool news = t->seen_news != simt->launch.news ||
                      (t->spin == address && t->spin_value != value);
    const bool again =
        t->spin == address && t->spin_site == site && t->spin_value == value;
    const bool same = again && t->looked;

    if (news) {
        t->seen_news = simt->launch.news;
        t->looks = 0;
    }
    t->looked = true;
    t->spin_site = site;
    t->spin_value = value;
    if (!same)
        t->insists = 0;
    if (same && !t->woken && insists(simt, t))
        return true;
    if (same && !t->woken) {
        spin(simt, t, address);
        t->woken = true;
        return false;
    }
    if (simt->options.schedule == SCHEDULE_EXHAUSTIVE) {
        schedule_flag(simt, address, false);
        t->spin_value = value_at(address, bytes);
    }
    t->spin = t->looked_at = address;
    t->woken = false;
    if (++t->looks > LOOKS) {
        t->looks = 0;
        spin(simt, t, again ? address : 0);
        t->spin = address;
    }
    return true;
}

void flag_look(struct simt *simt, uintptr_t address, size_t bytes,
               const void *pc)
{
    struct thread *const t = simt->turn.current;
    const uint32_t site = site_of(simt, pc);

    address = global_home(&simt->global, address);
    t->site = site;
    timing_look(&simt->timing, &t->block->pace, &t->warp->look, t->warp->meets,
                t->lane, site);
    if (address - simt->global.begin >= simt->global.used &&
        !is_in_shared(t->block, address))
        return; /* the access itself will be a finding */
    if (simt->options.schedule != SCHEDULE_EXHAUSTIVE && !t->insists)
        schedule_flag(simt, address, false);
    while (!look(simt, t, address, bytes, site))
        ;
}

static bool waits_for(const struct thread *t, uintptr_t address)
{
    return t->state == THREAD_SPINNING &&
           (t->spin == 0 || t->spin / 8 == address / 8);
}

void flag_written(struct simt *simt, uintptr_t address)
{
    launch_progresses(&simt->launch);
    if (!simt->waiting.spinners)
        return;
    for (int s = 0; s < simt->launch.resident; s++) {
        struct block *b = &simt->launch.block[s];
        bool wake = false;
        if (!b->live || b->ready + b->waiting + b->done == b->threads)
            continue;
        for (uint32_t i = 0; i < b->threads && !wake; i++)
            wake = waits_for(&b->thread[i], address);
        if (wake) {
            timing_wake(&simt->turn.current->block->pace, &b->pace);
            flag_wake_all(simt, b);
        }
    }
}

void flag_wake_all(struct simt *simt, struct block *block)
{
    for (uint32_t i = 0; i < block->threads; i++)
        if (block->thread[i].state == THREAD_SPINNING) {
            thread_set_free(&block->thread[i]);
            simt->waiting.spinners--;
        }
    if (simt->record.trace)
        moment_goes_on(simt, block);
}
