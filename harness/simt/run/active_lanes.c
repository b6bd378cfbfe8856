/* active_lanes.c - see active_lanes.h. */
#include "active_lanes.h"
#include "parts.h"
#include "simt/device/calls.h"

#define PC __builtin_return_address(0)

static bool waits_there(const struct thread *t)
{
    return t->state == THREAD_AT_WARP && t->collective == COLLECTIVE_ACTIVE;
}

static uint32_t together(const struct thread *lane, const struct thread *t)
{
    uint32_t mask = 0;

    for (uint32_t k = 0; k < WARP; k++)
        if (waits_there(&lane[k]) && lane[k].in == t->in)
            mask |= 1u << k;
    return mask;
}

static bool go_on(struct simt *simt, struct thread *lane)
{
    bool any = false;

    for (uint32_t k = 0; k < WARP; k++) {
        const struct thread *const t = &lane[k];
        const uint32_t mask = waits_there(t) ? together(lane, t) : 0;
        for (uint32_t i = k; i < WARP; i++)
            if (mask >> i & 1) {
                lane[i].out = mask;
                thread_set_free(&lane[i]);
            }
        lane[k].warp->waiting &= ~mask;
        any |= mask != 0;
    }
    if (any)
        launch_progresses(&simt->launch);
    return any;
}

bool active_lanes_go_on(struct simt *simt)
{
    bool any = false;

    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *const b = &simt->launch.block[s];
        for (uint32_t w = 0; b->live && w < b->threads; w += WARP)
            any |= go_on(simt, &b->thread[w]);
    }
    return any;
}

static bool waits(struct simt *simt)
{
    return simt->options.schedule == SCHEDULE_INORDER ||
           (simt->options.schedule == SCHEDULE_RANDOM &&
            schedule_happens(simt, 2));
}

unsigned simt_activemask(void)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->turn.current;

    if (!waits(simt))
        return 1u << t->lane;
    t->site = site_of(simt, PC);
    t->in = (uint32_t)((uintptr_t)PC - t->block->code.image);
    t->collective = COLLECTIVE_ACTIVE;
    t->kind = 0;
    t->mask = 1u << t->lane; /* no other lane waits for it */
    t->warp->waiting |= t->mask;
    t->warp->mixed = true;
    thread_waits(t, THREAD_AT_WARP);
    fibre_wait();
    return t->out;
}
