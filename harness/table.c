/* table.c - CSVs, whole or not at all. */
#include "table.h"
#include "paths.h"

#include <errno.h>
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
    if (!path_format(table->path, sizeof table->path, "%s", path) ||
        !path_format(table->draft, sizeof table->draft, "%s.%d", path,
                     (int)getpid()))
        return problem_set(why, WRONG_USE, "the name %.40s... is too long",
                           path);
    table->file = fopen(table->draft, "w");
    if (!table->file)
        return problem_set(why, WRONG_USE, "cannot write %s: %s", path,
                           strerror(errno));
    fprintf(table->file, "%s\n", header);
    return OK;
}

static void separate(struct table *table)
{
    if (!table->first)
        fputc(',', table->file);
    table->first = false;
}

void table_text(struct table *table, const char *text)
{
    if (!table->file)
        return;
    separate(table);
    if (!strpbrk(text, ",\"\n")) {
        fputs(text, table->file);
        return;
    }
    fputc('"', table->file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', table->file);
        fputc(*text, table->file);
    }
    fputc('"', table->file);
}

void table_number(struct table *table, double value)
{
    if (!table->file)
        return;
    separate(table);
    if (!isnan(value))
        fprintf(table->file, "%.9g", value);
}

void table_end_row(struct table *table)
{
    if (table->file)
        fputc('\n', table->file);
    table->first = true;
}

enum status table_close(struct table *table, struct problem *why)
{
    if (!table->file)
        return OK;
    const bool failed = ferror(table->file) != 0;
    const bool closed = fclose(table->file) == 0;
    table->file = NULL;
    if (!failed && closed && rename(table->draft, table->path) == 0)
        return OK;
    const int error = errno;
    unlink(table->draft);
    return problem_set(why, MACHINE_LACKS, "cannot write %s: %s", table->path,
                       strerror(error));
}

void table_drop(struct table *table)
{
    if (!table->file)
        return;
    fclose(table->file);
    unlink(table->draft);
    table->file = NULL;
}

const char *table_run_id(void)
{
    static char id[64];
    const time_t now = time(NULL);

    if (!*id) {
        strftime(id, sizeof id, "%Y%m%d-%H%M%S", gmtime(&now));
        snprintf(id + strlen(id), sizeof id - strlen(id), "-%d",
                 (int)getpid());
    }
    return id;
}
