/* fuzz_npy.c - any bytes are either an array that survives being written and
 * read again, or refused in one line. The first byte picks the monoid. */
#include "arrays/npy.h"
#include "tables.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_again(const struct monoid_table *monoid,
                        const struct array *array)
{
    struct array again;
    char *bytes;
    size_t size;
    FILE *const stream = open_memstream(&bytes, &size);

    assert(stream);
    npy_write(stream, monoid, array);
    assert(fclose(stream) == 0);
    assert((size - array->n * monoid->bytes) % 64 == 0);
    assert(npy_parse((unsigned char *)bytes, size, monoid, &again, NULL) == OK);
    assert(again.n == array->n);
    assert(memcmp(again.data, array->data, array->n * monoid->bytes) == 0);
    array_free(&again);
    free(bytes);
}

/* A pipe must give what a file of the same bytes gives. */
static void check_pipe(const uint8_t *data, size_t size,
                       const struct monoid_table *monoid,
                       const struct array *array, enum status status)
{
    struct array piped;
    struct input in;

    assert(input_from_memory(data, size, &in, NULL) == OK);
    in.size = INPUT_UNKNOWN;
    assert(npy_read(&in, monoid, &piped, NULL) == status);
    input_close(&in);
    assert(piped.n == array->n);
    assert(status != OK ||
           memcmp(piped.data, array->data, array->n * monoid->bytes) == 0);
    array_free(&piped);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct problem why = {.line = ""};
    struct array array;

    if (size == 0)
        return 0;
    const struct monoid_table *const monoid = &tables[data[0] % TABLES];
    const enum status status =
        npy_parse(data + 1, size - 1, monoid, &array, &why);
    check_pipe(data + 1, size - 1, monoid, &array, status);
    if (status == OK) {
        assert(array.data && (uintptr_t)array.data % 64 == 0);
        check_again(monoid, &array);
    } else {
        assert(status == WRONG_USE && !array.data && array.n == 0);
        assert(why.line[0] && !strchr(why.line, '\n'));
    }
    array_free(&array);
    return 0;
}
