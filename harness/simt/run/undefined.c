/* undefined.c - operations that C++ leaves undefined, which a GPU's compiler
 * exploits. The compiler's -fsanitize calls a handler for each:
 *
 *     T left[4];
 *     left[k]              bounds: k is not 0 to 3
 *     (1 << 31) - 1        signed-integer-overflow, if elements belong to a
 *                          proof: sums of real monoids wrap
 *     (int)3e10            float-cast-overflow
 *     no return            return, unreachable
 *
 * and also for promises to the compiler that do not hold.
 *
 * An index outside a thread's own array leads to another variable of the same
 * thread, where there is no red zone. -fsanitize=bounds checks before the
 * address is computed. It reports the array's length, but not which array it
 * is. For arrays in shared memory the red zones reveal more, without false
 * alarms: a kernel may take the address of cell[i - 1] and not use it, or run
 * past the end of a row of a matrix. So an index into what may be an array in
 * shared memory is ignored.
 */
#include "parts.h"
#include "report.h"
#include "simt/device/calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The compiler's arguments: see ubsan_handlers.h of a compiler. */
struct type_name {
    uint16_t kind, info;
    char name[];
};
struct place {
    const char *file;
    uint32_t line, column;
};
struct out_of_bounds {
    struct place place;
    const struct type_name *array, *index;
};
struct overflow {
    struct place place;
    const struct type_name *type;
};

/* "'int'", without the text that clang++ adds after it. */
static int length_of_name(const struct type_name *type)
{
    return 2 + (int)strcspn(type->name + 1, "'");
}

static unsigned bits_of(const struct type_name *type)
{
    return 1u << (type->info >> 1);
}

/* `bits`, read as a number of this type, with its sign. */
static int64_t number_of(const struct type_name *type, uint64_t bits)
{
    const unsigned unused = 64 - bits_of(type);

    return type->info & 1 ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
}

/* ----------------------------------------------------------------- indices */

/* The elements of 'T [4]', or of 'T [2][4]'; 0: not known. clang++ adds the
 * type's other name. */
static size_t length_of(const char *type)
{
    const char *const end = strchr(type + 1, '\'');
    size_t product = 0;

    for (const char *at = strchr(type, '['); at && at < end;
         at = strchr(at + 1, '['))
        product = (product ? product : 1) * strtoull(at + 1, NULL, 10);
    return product;
}

/* True for the number of elements of a variable, or of one of its rows. */
static bool may_be_index_of(const struct source_symbol *s, size_t bytes,
                            size_t length)
{
    const size_t all = bytes / s->element_bytes;

    return all == length || (s->is_matrix && all % length == 0);
}

static bool may_be_shared(const struct kernel_code *code, size_t length)
{
    for (size_t i = 0; i < code->owns; i++)
        if (may_be_index_of(code->own[i], code_bytes(code, code->own[i]),
                            length))
            return true;
    return false;
}

/* The compiler chooses the names of handlers. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-declarations"

#define PC __builtin_return_address(0)

void __wrap___ubsan_handle_out_of_bounds(const struct out_of_bounds *what,
                                         uint64_t index)
{
    struct simt *const simt = simt_running;
    const size_t length = simt ? length_of(what->array->name) : 0;

    if (length && simt->options.checking && !may_be_shared(&simt->code, length))
        report_index(simt, site_of(simt, PC), what->array->name,
                     number_of(what->index, index));
}

/* ----------------------------------------------------------------- numbers */

static void tell_undefined(const void *pc, const char *what)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt->turn.current;

    finding_more(simt, "  This is undefined behaviour in C++, so a GPU's "
                       "compiler may remove code around it.\n");
    finding(simt, "undefined: %P (%T) %s", site_of(simt, pc), t->block->number,
            t->index, what);
}

/* Numbers of more than 64 bits are passed through pointers. */
static void tell_overflow(const void *pc, const struct overflow *what,
                          uint64_t left, const char *operator, uint64_t right)
{
    const struct type_name *const type = what->type;
    const bool is_mask = *operator== '-' && right == 1; /* (1 << 31) - 1 */
    char sum[64] = "a number", text[200];

    if (bits_of(type) <= 64)
        snprintf(sum, sizeof sum, "%lld %s %lld",
                 (long long)number_of(type, left), operator,(long long)
                                                       number_of(type, right));
    snprintf(text, sizeof text, "computes %s, which does not fit into %.*s",
             sum, length_of_name(type), type->name);
    finding_more(
        simt_running,
        is_mask
            ? "  Unsigned numbers wrap: such a mask is "
              "(1u << lane) - 1.\n"
            : "  Unsigned numbers wrap: use an unsigned or a wider type.\n");
    tell_undefined(pc, text);
}

void __wrap___ubsan_handle_add_overflow(const struct overflow *what,
                                        uint64_t left, uint64_t right)
{
    tell_overflow(PC, what, left, "+", right);
}

void __wrap___ubsan_handle_sub_overflow(const struct overflow *what,
                                        uint64_t left, uint64_t right)
{
    tell_overflow(PC, what, left, "-", right);
}

void __wrap___ubsan_handle_mul_overflow(const struct overflow *what,
                                        uint64_t left, uint64_t right)
{
    tell_overflow(PC, what, left, "*", right);
}

void __wrap___ubsan_handle_negate_overflow(const struct overflow *what,
                                           uint64_t number)
{
    tell_overflow(PC, what, 0, "-", number);
}

void __wrap___ubsan_handle_float_cast_overflow(void)
{
    tell_undefined(PC, "converts a number to a type that cannot hold it");
}

/* ---------------------------------------------------------------- promises */

void __wrap___ubsan_handle_builtin_unreachable(void)
{
    tell_undefined(PC, "reaches __builtin_unreachable()");
}

void __wrap___ubsan_handle_missing_return(void)
{
    tell_undefined(PC,
                   "reaches the end of a function that must return a value");
}

void simt_broken_promise(void)
{
    tell_undefined(PC, "breaks the promise made with __builtin_assume()");
}

void simt_promise_aligned(const void *p, size_t alignment, size_t beyond)
{
    struct simt *const simt = simt_running;
    const struct thread *const t = simt->turn.current;

    if (alignment == 0 || ((uintptr_t)p - beyond) % alignment == 0)
        return;
    finding_more(simt, "  A GPU's compiler may combine narrow accesses there "
                       "into a wide one, which then stops the kernel.\n");
    finding(simt,
            "misaligned: %P (%T) promises with __builtin_assume_aligned() that "
            "the address of %M is a multiple of %zu",
            site_of(simt, PC), t->block->number, t->index, &t->block->code,
            (uintptr_t)p, (size_t)1, alignment);
}
