/* table.c - CSV files, complete or not at all. */
#include "table.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum status table_open(const char *path, const char *header,
                       struct table *table, struct problem *why)
{
    *table = (struct table){.first = true};
    if (!path)
        return OK;
    const enum status status = output_open(path, &table->output, why);
    if (status != OK)
        return status;
    table->wanted = true;
    fprintf(table->output.file, "%s\n", header);
    return OK;
}

static void separate(struct table *table)
{
    if (!table->first)
        fputc(',', table->output.file);
    table->first = false;
}

void table_text(struct table *table, const char *text)
{
    if (!table->wanted)
        return;
    separate(table);
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, table->output.file);
        return;
    }
    fputc('"', table->output.file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', table->output.file);
        fputc(*text, table->output.file);
    }
    fputc('"', table->output.file);
}

void table_number(struct table *table, double value)
{
    if (!table->wanted)
        return;
    separate(table);
    if (!isnan(value))
        fprintf(table->output.file, "%.9g", value);
}

void table_end_row(struct table *table)
{
    if (table->wanted)
        fputc('\n', table->output.file);
    table->first = true;
}

enum status table_close(struct table *table, struct problem *why)
{
    if (!table->wanted)
        return OK;
    table->wanted = false;
    return output_commit(&table->output, why);
}

void table_drop(struct table *table)
{
    if (table->wanted)
        output_discard(&table->output);
    table->wanted = false;
}

const char *table_run_id(void)
{
    static char id[64];
    const time_t now = time(NULL);

    if (!*id) {
        strftime(id, sizeof id, "%Y%m%d-%H%M%S", gmtime(&now));
        snprintf(id + strlen(id), sizeof id - strlen(id), "-%d", (int)getpid());
    }
    return id;
}
