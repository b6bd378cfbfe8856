/* atomics.c - atomics, fences and loads of a special kind, as kernels call them
 * (device/cuda.h). */
#include "parts.h"
#include "simt/device/calls.h"
#include "trace_moments.h"

#include <string.h>

#define PC __builtin_return_address(0)

static int64_t as_signed(uint64_t x, size_t bytes)
{
    return bytes == 4 ? (int32_t)x : (int64_t)x;
}

static uint64_t add_floating(uint64_t old, uint64_t value, size_t bytes)
{
    uint64_t sum = 0;

    if (bytes == 4) {
        float a, b;
        memcpy(&a, &old, sizeof a);
        memcpy(&b, &value, sizeof b);
        a += b;
        memcpy(&sum, &a, sizeof a);
    } else {
        double a, b;
        memcpy(&a, &old, sizeof a);
        memcpy(&b, &value, sizeof b);
        a += b;
        memcpy(&sum, &a, sizeof a);
    }
    return sum;
}

static uint64_t updated(int kind, uint64_t old, uint64_t value,
                        uint64_t compare, size_t bytes)
{
    const int64_t a = as_signed(old, bytes), b = as_signed(value, bytes);

    switch (kind) {
    case SIMT_ADD: return old + value;
    case SIMT_EXCHANGE: return value;
    case SIMT_COMPARE: return old == compare ? value : old;
    case SIMT_AND: return old & value;
    case SIMT_OR: return old | value;
    case SIMT_XOR: return old ^ value;
    case SIMT_MIN: return old < value ? old : value;
    case SIMT_MAX: return old > value ? old : value;
    case SIMT_MIN_SIGNED: return a < b ? old : value;
    case SIMT_MAX_SIGNED: return a > b ? old : value;
    case SIMT_INC: return old >= value ? 0 : old + 1;
    case SIMT_DEC: return old == 0 || old > value ? value : old - 1;
    default: return add_floating(old, value, bytes);
    }
}

/* The new value of the word; *old gets its present value. */
static uint64_t update_of(const void *memory, int kind, size_t bytes,
                          uint64_t value, uint64_t compare, uint64_t *old)
{
    const uint64_t whole = bytes == 4 ? UINT32_MAX : UINT64_MAX;

    *old = 0;
    memcpy(old, memory, bytes);
    return updated(kind, *old, value & whole, compare & whole, bytes) & whole;
}

/* Elements are not flags, so updates of one race; but updates that change
 * nothing do not race with each other. */
static bool is_idle(const struct simt *simt, int kind, uintptr_t address,
                    size_t bytes, uint64_t value, uint64_t compare)
{
    const uintptr_t home = global_home(&simt->global, address);
    uint64_t old;

    return kind != SIMT_EXCHANGE && global_is_opaque(&simt->global, home) &&
           global_is_opaque(&simt->global, home + bytes - 1) &&
           update_of((const void *)home, kind, bytes, value, compare, &old) ==
               old;
}

uint64_t simt_atomic(int kind, void *memory, size_t bytes, uint64_t value,
                     uint64_t compare, int scope)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->turn.current;
    const uintptr_t address = (uintptr_t)memory;
    const enum access_kind access = scope == SIMT_OF_BLOCK ? ACCESS_ATOMIC_BLOCK
                                    : access_scope(simt, scope) == SCOPE_SYSTEM
                                        ? ACCESS_ATOMIC_SYSTEM
                                        : ACCESS_ATOMIC;
    const bool swaps = kind == SIMT_COMPARE &&
                       compared_is_swap(simt, address, bytes, &compare);
    uint64_t old;

    t->swapped = 0;
    if (kind == SIMT_COMPARE && !swaps)
        compared_by_call(simt, compare, (unsigned)bytes, PC);
    else if (kind != SIMT_COMPARE &&
             kind != SIMT_EXCHANGE) /* an exchange is a store */
        compared_by_call(simt, value, (unsigned)bytes, PC);
    timing_flag(&simt->timing, &t->block->pace);
    schedule_atomic(simt, address);
    /* atomicExch() is CUDA's atomic store */
    access_atomic(address, bytes,
                  swaps                   ? ATOMIC_SWAP
                  : kind == SIMT_EXCHANGE ? ATOMIC_STORE
                  : is_idle(simt, kind, address, bytes, value, compare)
                      ? ATOMIC_LOAD
                      : ATOMIC_UPDATE,
                  access, PC);
    uint64_t new = update_of(memory, kind, bytes, value, compare, &old);
    if (new == old && simt->options.schedule != SCHEDULE_EXHAUSTIVE) {
        /* it changes nothing: only a look at the flag */
        flag_look(simt, address, bytes, PC);
        new = update_of(memory, kind, bytes, value, compare, &old);
    }
    if (swaps)
        compared_by_swap(simt, address, bytes, old, compare, new, PC);
    simt->counts.atomics++;
    busiest_event(&simt->busiest, BUSY_ATOMICS, site_of(simt, PC));
    if (simt->options.checking) {
        if (new != old)
            stale_written(simt, address, bytes, access, PC);
        else
            stale_looked(simt, address, bytes, access, PC);
        order_flag_read(&simt->judge.order, t->order, address, bytes);
        order_flag_written(&simt->judge.order, t->order, address, bytes, true);
        end_if_exhausted(simt);
    }
    memcpy(memory, &new, bytes);
    if (simt->record.trace)
        moment_flag(simt, t, address, bytes, true, new);
    if (new != old)
        flag_written(simt, address);
    return old;
}

static void fence(int scope, bool sc, const void *pc)
{
    struct simt *simt = simt_running;
    struct thread *const t = simt->turn.current;

    simt->counts.fences++;
    t->site = site_of(simt, pc);
    busiest_event(&simt->busiest, BUSY_FENCES, t->site);
    if (simt->options.checking) {
        order_fence(&simt->judge.order, t->order, access_scope(simt, scope),
                    sc);
        end_if_exhausted(simt);
    }
}

void simt_threadfence(int scope)
{
    fence(scope, true, PC);
}

void simt_fence_acq_rel(int scope)
{
    fence(scope, false, PC);
}

/* On a GPU such a load treats the address of a shared or private variable as
 * one in global memory. */
static void check_global(const void *memory, const void *pc)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt->turn.current;
    const struct code_copy *const code = &t->block->code;
    const uintptr_t address = (uintptr_t)memory;
    const bool shared = address - code->shared < code->shared_bytes;

    if (shared || address - fibre_stack < STACK_BYTES)
        finding(simt,
                "out of bounds: %P (%T) uses %s, but only global memory can be "
                "accessed here",
                site_of(simt, pc), t->block->number, t->index,
                shared ? "shared memory" : "a thread's own variable");
}

void simt_of_global(const void *memory)
{
    check_global(memory, PC);
}

void simt_load_readonly(const void *memory, size_t bytes)
{
    check_global(memory, PC);
    access_readonly((uintptr_t)memory, bytes, PC);
}
