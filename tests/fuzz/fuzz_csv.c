/* fuzz_csv.c - any bytes either parse, so that every cell can be read, or are
 * refused with one line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plot/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_every_cell(const struct csv *csv)
{
    struct problem why;
    double value;

    for (size_t row = 0; row < csv->rows; row++)
        for (size_t column = 0; column < csv->columns; column++) {
            const char *cell = csv_cell(csv, row, (int)column);
            if (cell < csv->text || strlen(cell) > SIZE_MAX / 2)
                abort();
            csv_number(csv, row, (int)column, &value, &why);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct csv csv;
    struct problem why = {.line = ""};

    if (csv_parse("fuzz", (const char *)data, size, &csv, &why) != OK) {
        if (!why.line[0] || strchr(why.line, '\n') || csv.text)
            abort();
        return 0;
    }
    read_every_cell(&csv);
    csv_free(&csv);
    return 0;
}
