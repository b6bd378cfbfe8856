/* fuzz_text.c - any bytes are either elements that survive being printed and
 * read again, or refused with a line. The first byte picks the monoid, and
 * whether all the bytes are read, or only a column of them. */
#include "arrays/column.h"
#include "arrays/text.h"
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
    char *text;
    size_t size;
    FILE *const stream = open_memstream(&text, &size);

    assert(stream);
    assert(text_write(stream, monoid, array, NULL) == OK);
    assert(fclose(stream) == 0);
    assert(text_parse(text, size, monoid, &again, NULL) == OK);
    assert(again.n == array->n);
    assert(memcmp(again.data, array->data, array->n * monoid->bytes) == 0);
    array_free(&again);
    free(text);
}

static enum status read_column(const uint8_t *data, size_t size,
                               const char *column,
                               const struct monoid_table *monoid,
                               struct array *array, struct problem *why)
{
    struct input in;

    assert(input_from_memory(data, size, &in, why) == OK);
    const enum status status = column_read(&in, column, monoid, array, why);
    input_close(&in);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const columns[] = {NULL, "2", "1", "a"};
    struct problem why = {.line = ""};
    struct array array;

    if (size == 0)
        return 0;
    const struct monoid_table *const monoid = &tables[data[0] % TABLES];
    const char *const column = columns[data[0] / TABLES % 4];
    const enum status status =
        column ? read_column(data + 1, size - 1, column, monoid, &array, &why)
               : text_parse((const char *)data + 1, size - 1, monoid, &array,
                            &why);
    if (status == OK) {
        assert(array.data && (uintptr_t)array.data % 64 == 0);
        check_again(monoid, &array);
    } else {
        assert(status == WRONG_USE && !array.data && array.n == 0);
        assert(strstr(why.line, " line ") || strstr(why.line, "--column"));
        assert(!strchr(why.line, '\n'));
    }
    array_free(&array);
    return 0;
}
