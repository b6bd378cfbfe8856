/* fuzz_sizes.c - any text after -n gives either sizes that survive being
 * printed and read again, or one line that says why not. The first byte picks
 * the element's size. */
#include "base/sizes.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What prints parses again as the same size, alone. */
static void check_size(size_t n, size_t elem_bytes)
{
    char text[SIZE_TEXT_BYTES];
    size_t *again, count;

    assert(n <= PTRDIFF_MAX / (elem_bytes ? elem_bytes : 1));
    size_print(n, text, sizeof text);
    assert(sizes_parse(text, elem_bytes, &again, &count, NULL) == OK);
    assert(count == 1 && again[0] == n);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const size_t elements[] = {0, 1, 4, 12, 16};
    struct problem why = {.line = ""};
    size_t *sizes, count;

    if (size == 0)
        return 0;
    const size_t elem_bytes = elements[data[0] % 5];
    char *const text = strndup((const char *)data + 1, size - 1);
    assert(text);
    const enum status status =
        sizes_parse(text, elem_bytes, &sizes, &count, &why);
    if (status == OK) {
        assert(sizes && count > 0 && count <= MAX_LISTED_SIZES);
        for (size_t i = 0; i < count; i += 1 + count / 16)
            check_size(sizes[i], elem_bytes);
    } else {
        assert(status == WRONG_USE && !sizes && count == 0);
        assert(why.line[0] && !strchr(why.line, '\n'));
    }
    free(sizes);
    free(text);
    return 0;
}
