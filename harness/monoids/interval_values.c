/* interval_values.c - nodes come after their operands, so one pass evaluates
 * them all. */
#include "interval_values.h"
#include "interval_table.h"

#include <stdlib.h>
#include <string.h>

char *interval_values(const struct monoid_table *monoid, const void *in,
                      size_t n)
{
    const size_t bytes = monoid->bytes;
    char *const value = malloc((interval_nodes() + 1) * bytes);

    if (!value)
        return NULL;
    monoid->identity(value + INTERVAL_NONE * bytes);
    monoid->identity(value + INTERVAL_IDENTITY * bytes);
    if (n > 0)
        memcpy(value + INTERVAL_FIRST_LEAF * bytes, in, n * bytes);
    for (uint32_t i = INTERVAL_FIRST_LEAF + (uint32_t)n; i < interval_nodes();
         i++) {
        const struct interval_operands of = interval_operands(i);
        monoid->op(value + of.left * bytes, value + of.right * bytes,
                   value + i * bytes);
    }
    return value;
}
