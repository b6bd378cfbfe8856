/* array_bounds.c - indices that leave an array of known length.
 *
 *     T left[4];
 *     left[k]      the compiler calls the handler below when k is not 0 to 3
 *
 * An index that leaves a thread's own array gets to another variable of the
 * same thread, where no red zone is. -fsanitize=bounds asks before the address
 * is made. It says how long the array is, but not which one it is.
 *
 * For arrays in shared memory the red zones tell more, and without false
 * alarms: a kernel may take the address of cell[i - 1] and not use it, or run
 * over the end of a row of a matrix. So what may be an index of one of these is
 * let go.
 */
#include "parts.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* What the compiler passes: see ubsan_handlers.h of a compiler. */
struct type_name {
    uint16_t kind, info;
    char name[];
};
struct out_of_bounds {
    struct {
        const char *file;
        uint32_t line, column;
    } place;
    const struct type_name *array, *index;
};

/* The elements of 'T [4]', or of 'T [2][4]'; 0: not known. clang++ adds what
 * the type is also known as. */
static size_t length_of(const char *type)
{
    const char *const end = strchr(type + 1, '\'');
    size_t product = 0;

    for (const char *at = strchr(type, '['); at && at < end;
         at = strchr(at + 1, '['))
        product = (product ? product : 1) * strtoull(at + 1, NULL, 10);
    return product;
}

/* `index`, of a type of fewer bits, as a number with its sign. */
static int64_t signed_index(const struct type_name *type, uint64_t index)
{
    const unsigned bits = 1u << (type->info >> 1);

    return type->info & 1 && bits == 32 ? (int32_t)index : (int64_t)index;
}

/* The elements of a variable, or of one of its rows. */
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

/* The compiler chooses the name. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-declarations"

void __wrap___ubsan_handle_out_of_bounds(const struct out_of_bounds *what,
                                         uint64_t index);
void __wrap___ubsan_handle_out_of_bounds(const struct out_of_bounds *what,
                                         uint64_t index)
{
    struct simt *const simt = simt_running;
    const size_t length = simt ? length_of(what->array->name) : 0;

    if (length && simt->options.checking && !may_be_shared(&simt->code, length))
        report_index(simt, site_of(simt, __builtin_return_address(0)),
                     what->array->name, signed_index(what->index, index));
}
