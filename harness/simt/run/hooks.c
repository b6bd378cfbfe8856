/* hooks.c - the functions that an instrumented kernel calls at each access.
 *
 * The compiler inserts the calls (-fsanitize=thread) for ThreadSanitizer's own
 * library, which is not linked. In the module the linker adds the prefix
 * __wrap_ to the names of the functions called, so that scanlab itself may be
 * built with ThreadSanitizer.
 */
#include "monoids/compares.h"
#include "parts.h"
#include "simt/device/calls.h"
#include "trace_moments.h"

#include <string.h>

#define PC __builtin_return_address(0)

/* The compiler chooses the names. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-declarations"

static void access_volatile(uintptr_t address, size_t bytes, bool write,
                            const void *pc);
static void access_split(const void *pc, const char *what);

/* True for the running thread's own variables, which no other thread touches.
 * The choice of variable may depend on an element, so it is part of the path,
 * as a distance from the hook's frame, since stacks begin differently. */
static inline __attribute__((always_inline)) bool is_private(const void *p)
{
    if ((uintptr_t)p - fibre_stack >= STACK_BYTES)
        return false;
    if (compares.records)
        accesses_go_on(&simt_running->accesses,
                       (uintptr_t)p - (uintptr_t)__builtin_frame_address(0));
    return true;
}

static inline __attribute__((always_inline)) void
access_plain(const void *p, uint16_t bytes, bool write, const void *pc)
{
    const struct request_access what = {
        .bytes = bytes, .kind = write ? REQUEST_STORE : REQUEST_LOAD};
    const uintptr_t address = (uintptr_t)p;

    if (is_private(p) || (!write && indices_have(p)))
        return;
    if (simt_running->launch.goes_quickly && !(address & (bytes - 1u)))
        access_quickly(address, requests_key(&what), pc);
    else
        access_aligned(address, bytes, write, ACCESS_PLAIN, pc);
}

#define HOOKS(n)                                                               \
    void __wrap___tsan_read##n(void *p);                                       \
    void __wrap___tsan_read##n(void *p)                                        \
    {                                                                          \
        access_plain(p, n, false, PC);                                         \
    }                                                                          \
    void __wrap___tsan_write##n(void *p);                                      \
    void __wrap___tsan_write##n(void *p)                                       \
    {                                                                          \
        access_plain(p, n, true, PC);                                          \
    }                                                                          \
    void __wrap___tsan_unaligned_read##n(void *p);                             \
    void __wrap___tsan_unaligned_read##n(void *p)                              \
    {                                                                          \
        if (is_private(p))                                                     \
            return;                                                            \
        access_pieces((uintptr_t)p, n, false, PC);                             \
    }                                                                          \
    void __wrap___tsan_unaligned_write##n(void *p);                            \
    void __wrap___tsan_unaligned_write##n(void *p)                             \
    {                                                                          \
        if (is_private(p))                                                     \
            return;                                                            \
        access_pieces((uintptr_t)p, n, true, PC);                              \
    }

#define VOLATILE_HOOKS(n)                                                      \
    void __wrap___tsan_volatile_read##n(void *p);                              \
    void __wrap___tsan_volatile_read##n(void *p)                               \
    {                                                                          \
        if (is_private(p))                                                     \
            return;                                                            \
        access_volatile((uintptr_t)p, n, false, PC);                           \
    }                                                                          \
    void __wrap___tsan_volatile_write##n(void *p);                             \
    void __wrap___tsan_volatile_write##n(void *p)                              \
    {                                                                          \
        if (is_private(p))                                                     \
            return;                                                            \
        access_volatile((uintptr_t)p, n, true, PC);                            \
    }

/* One step here, and several on a GPU. */
#define SPLIT_HOOKS(name, what)                                                \
    void __wrap___tsan_##name(void *p);                                        \
    void __wrap___tsan_##name(void *p)                                         \
    {                                                                          \
        if (!is_private(p))                                                    \
            access_split(PC, what);                                            \
    }

/* An access that is not aligned for its size: a struct of smaller numbers. */
static void access_pieces(uintptr_t address, size_t bytes, bool write,
                          const void *pc)
{
    const unsigned align = address % 4 == 0 && bytes % 4 == 0 ? 4 : 1;

    access_memory(address, bytes, align, write, ACCESS_PLAIN, pc);
}

HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

VOLATILE_HOOKS(1)
VOLATILE_HOOKS(2)
VOLATILE_HOOKS(4)
VOLATILE_HOOKS(8)

#define WIDE "16 bytes, which it splits into two accesses of 8"
SPLIT_HOOKS(volatile_read16, WIDE)
SPLIT_HOOKS(volatile_write16, WIDE)

/* For clang++; g++ splits these into bytes. */
#define PACKED "a word in a packed struct, which it splits into single bytes"
SPLIT_HOOKS(unaligned_volatile_read2, PACKED)
SPLIT_HOOKS(unaligned_volatile_read4, PACKED)
SPLIT_HOOKS(unaligned_volatile_read8, PACKED)
SPLIT_HOOKS(unaligned_volatile_read16, PACKED)
SPLIT_HOOKS(unaligned_volatile_write2, PACKED)
SPLIT_HOOKS(unaligned_volatile_write4, PACKED)
SPLIT_HOOKS(unaligned_volatile_write8, PACKED)
SPLIT_HOOKS(unaligned_volatile_write16, PACKED)

void __wrap___tsan_read_range(void *p, size_t bytes);
void __wrap___tsan_read_range(void *p, size_t bytes)
{
    if (!is_private(p))
        access_pieces((uintptr_t)p, bytes, false, PC);
}

void __wrap___tsan_write_range(void *p, size_t bytes);
void __wrap___tsan_write_range(void *p, size_t bytes)
{
    if (!is_private(p))
        access_pieces((uintptr_t)p, bytes, true, PC);
}

/* What -fsanitize=alignment passes: see ubsan_handlers.h of a compiler. */
struct type_mismatch {
    struct {
        const char *file;
        uint32_t line, column;
    } place;
    const void *type;
    unsigned char log_alignment, kind;
};
enum { OF_LOAD, OF_STORE }; /* kinds; others touch a part of it, or nothing */

/* A pointer is not aligned for its type. Types of up to 8 bytes are left to the
 * hooks above, which know the size of the access. clang++ does not check
 * copies of a struct. */
void __wrap___ubsan_handle_type_mismatch_v1(const struct type_mismatch *what,
                                            uintptr_t address);
void __wrap___ubsan_handle_type_mismatch_v1(const struct type_mismatch *what,
                                            uintptr_t address)
{
    const size_t alignment = (size_t)1 << what->log_alignment;

    if (!is_private((const void *)address) && alignment > 8 &&
        what->kind <= OF_STORE && address % alignment != 0)
        access_type_misaligned(address, alignment, what->kind == OF_STORE, PC);
}

void simt_of_vector(const void *vector, size_t bytes, int write)
{
    const uintptr_t address = (uintptr_t)vector;

    if (!is_private(vector) && address % bytes != 0)
        access_type_misaligned(address, bytes, write != 0, PC);
}

void __wrap___tsan_init(void);
void __wrap___tsan_init(void)
{
}
void __wrap___tsan_func_entry(void *pc);
void __wrap___tsan_func_entry(void *pc)
{
    (void)pc;
}
void __wrap___tsan_func_exit(void);
void __wrap___tsan_func_exit(void)
{
}

/* Library calls that touch the kernel's memory. Compilers also copy structs
 * with them; clang calls them by these names, or with the prefix __tsan_. */
static inline __attribute__((always_inline)) void
access_range(const void *p, size_t bytes, bool write, const void *pc)
{
    if (!is_private(p))
        access_pieces((uintptr_t)p, bytes, write, pc);
}

#define COPIES(name, of)                                                       \
    void *__wrap_##name(void *to, const void *from, size_t bytes);             \
    void *__wrap_##name(void *to, const void *from, size_t bytes)              \
    {                                                                          \
        access_range(from, bytes, false, PC);                                  \
        access_range(to, bytes, true, PC);                                     \
        return of(to, from, bytes);                                            \
    }
COPIES(memcpy, memcpy)
COPIES(memmove, memmove)
COPIES(__tsan_memcpy, memcpy)
COPIES(__tsan_memmove, memmove)

#define FILLS(name)                                                            \
    void *__wrap_##name(void *to, int value, size_t bytes);                    \
    void *__wrap_##name(void *to, int value, size_t bytes)                     \
    {                                                                          \
        access_range(to, bytes, true, PC);                                     \
        return memset(to, value, bytes);                                       \
    }
FILLS(memset)
FILLS(__tsan_memset)

/* Treating it as one step would prove flags that a GPU reads half written. */
static void access_split(const void *pc, const char *what)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt->turn.current;

    finding_more(simt, "  Keep a flag in one volatile word of at most 8 bytes, "
                       "aligned to its size.\n");
    finding(simt,
            "split: %P (%T) makes a volatile access that a GPU does not "
            "perform in one step: %s",
            site_of(simt, pc), t->block->number, t->index, what);
}

void simt_next_of_device(const void *address)
{
    simt_running->accesses.of_device = (uintptr_t)address;
}

/* The kind of a volatile access, which is of system scope unless
 * simt_next_of_device() was called. */
static enum access_kind kind_of_volatile(struct simt *simt, uintptr_t address)
{
    const bool of_device = simt->accesses.of_device == address;

    simt->accesses.of_device = 0;
    return of_device && simt->judge.order.top == SCOPE_SYSTEM ? ACCESS_OF_DEVICE
                                                              : ACCESS_VOLATILE;
}

/* A volatile access may be to a flag, for which other threads wait. */
static void access_volatile(uintptr_t address, size_t bytes, bool write,
                            const void *pc)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->turn.current;
    const enum access_kind kind = kind_of_volatile(simt, address);

    if (!write) {
        flag_look(simt, address, bytes, pc);
    } else {
        /* The write comes after the accesses that it releases. */
        timing_settle(&simt->timing, &t->block->pace);
        schedule_flag(simt, address, true);
    }
    access_aligned(address, bytes, write, kind, pc);
    if (simt->options.checking) {
        if (write) {
            stale_written(simt, address, bytes, kind, pc);
            order_flag_written(&simt->judge.order, t->order, address, bytes,
                               false);
        } else {
            stale_lend(simt, address, bytes, kind);
        }
        end_if_exhausted(simt);
    }
    if (!write)
        return;
    if (simt->record.trace)
        moment_flag(simt, t, address, bytes, false, 0);
    flag_written(simt, address);
}

void simt_wide_load(const void *memory, void *value)
{
    if (!is_private(memory))
        access_volatile((uintptr_t)memory, 16, false, PC);
    memcpy(value, memory, 16);
}

void simt_wide_store(void *memory, const void *value)
{
    if (!is_private(memory))
        access_volatile((uintptr_t)memory, 16, true, PC);
    memcpy(memory, value, 16);
}
