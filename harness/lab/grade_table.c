/* grade_table.c - the table of all submissions, from the recorded reports: as
 * CSV, as JSON and as a page. */
#include "grade.h"
#include "lab_formats.h"
#include "base/output_file.h"

#include <stdlib.h>
#include <string.h>

/* A row, from a report or from a missing one. */
struct row {
    const struct submission *of;
    json_t *report; /* NULL: there is none */
    const char *state;
    char findings[4096];
    int points, most;
};

static const char *text(const json_t *object, const char *key)
{
    const char *const found = json_string_value(json_object_get(object, key));
    return found ? found : "";
}

/* The sentences of all findings, in one line. */
static void all_findings(const json_t *report, char *out, size_t size)
{
    const char *const given = text(json_object_get(report, "given"), "finding");
    size_t used = 0, i;
    json_t *check;

    *out = '\0';
    if (*given)
        snprintf(out, size, "%s", given);
    json_array_foreach(json_object_get(report, "checks"), i, check)
    {
        const char *const finding = text(check, "finding");
        if (*finding && used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%s",
                                     used ? "; " : "", finding);
    }
}

static struct row read_row(const struct submission *s, const char *reports)
{
    char path[PATH_MAX + 256];
    struct row row = {.of = s,
                      .state = "nothing found",
                      .most = s->lab ? lab_points(s->lab) : 0};

    snprintf(row.findings, sizeof row.findings, "%s", s->nothing);
    if (!s->path[0])
        return row;
    snprintf(path, sizeof path, "%s/%s.json", reports, s->name);
    row.report = json_load_file(path, 0, NULL);
    row.state = row.report ? text(row.report, "state") : "not judged";
    if (row.report)
        all_findings(row.report, row.findings, sizeof row.findings);
    else
        snprintf(row.findings, sizeof row.findings,
                 "the judging process was stopped");
    row.points = (int)json_integer_value(json_object_get(row.report, "points"));
    return row;
}

static void count_row(const struct row *row, struct grades *out)
{
    if (!strcmp(row->state, "not judged"))
        out->not_judged++;
    else if (row->most > 0 && row->points == row->most)
        out->right++;
    else if (row->points > 0)
        out->partly++;
    else
        out->none++;
}

/* --------------------------------------------------------------------- CSV */

/* A spreadsheet would treat =1+1 as a formula: such a name gets a ' before
 * it. */
static void put_field(const char *value, const char *end, FILE *to)
{
    putc('"', to);
    if (*value && strchr("=+-@\t\r", *value))
        putc('\'', to);
    for (; *value; value++) {
        if (*value == '"')
            putc('"', to);
        putc((unsigned char)*value < ' ' ? ' ' : *value, to);
    }
    putc('"', to);
    fputs(end, to);
}

/* The names of all properties of these submissions' labs, in their order. The
 * caller frees the list, not the names. */
static const char **all_properties(const struct submissions *submissions)
{
    const char **const names =
        calloc((size_t)submissions->count * LAB_MOST_CHECKS + 1, sizeof *names);
    int used = 0;

    for (int s = 0; names && s < submissions->count; s++) {
        const struct lab *const lab = submissions->list[s].lab;
        for (int i = 0; lab && i < lab->checks; i++) {
            int at = 0;
            while (at < used && strcmp(names[at], lab->check[i].property) != 0)
                at++;
            if (at == used)
                names[used++] = lab->check[i].property;
        }
    }
    return names;
}

/* The points of each property; empty if the lab has no such property, or there
 * is no report. */
static void put_points(const struct row *row, const char *const *properties,
                       FILE *to)
{
    for (; *properties; properties++) {
        size_t i;
        json_t *check;
        putc(',', to);
        json_array_foreach(json_object_get(row->report, "checks"), i, check)
        {
            if (!strcmp(text(check, "property"), *properties))
                fprintf(
                    to, "%d",
                    (int)json_integer_value(json_object_get(check, "points")));
        }
    }
    putc('\n', to);
}

static void put_csv(const struct row *row, const char *const *properties,
                    FILE *to)
{
    const struct submission *const s = row->of;

    put_field(s->student, ",", to);
    put_field(s->lab ? s->lab->name : "", ",", to);
    fprintf(to, "%d,%d,", row->points, row->most);
    put_field(row->state, ",", to);
    put_field(row->findings, ",", to);
    put_field(text(row->report, "isolation"), ",", to);
    fprintf(to, "%.1f,%d,",
            json_number_value(json_object_get(row->report, "seconds")),
            (int)json_integer_value(json_object_get(row->report, "lines")));
    put_field(s->path, ",", to);
    put_field(row->report ? s->name : "", "", to);
    put_points(row, properties, to);
}

/* -------------------------------------------------------------------- page */

static void put_page_row(const struct row *row, const char *folder, FILE *to)
{
    const struct submission *const s = row->of;

    fputs("<tr><td>", to);
    if (row->report)
        fprintf(to, "<a href=\"%s.html\">", s->name);
    lab_put_escaped(s->student, to);
    fprintf(to, "%s</td><td>%s</td><td>%d of %d</td><td>",
            row->report ? "</a>" : "", s->lab ? s->lab->name : "", row->points,
            row->most);
    lab_put_escaped(row->state, to);
    fputs("</td><td>", to);
    lab_put_escaped(row->findings, to);
    fputs("</td></tr>\n", to);
    (void)folder;
}

static const char page_begin[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width\">"
    "<title>Grades</title><style>body{font:16px/1.4 sans-serif;margin:2em;"
    "color-scheme:light "
    "dark}table{border-collapse:collapse}td,th{border-bottom:"
    "1px solid #8888;padding:.3em .8em;text-align:left;vertical-align:top}"
    "</style><h1>Grades</h1>\n<table><tr><th>student<th>lab<th>points<th>state"
    "<th>findings</tr>\n";

/* --------------------------------------------------------------- all of it */

struct files {
    struct output csv, page;
    char page_path[PATH_MAX + 32];
    json_t *all;
    const char **properties;
};

static void write_rows(const struct submissions *submissions,
                       const char *reports, struct files *files,
                       struct grades *out)
{
    fputs("student,lab,points,most,state,findings,isolation,seconds,lines,file,"
          "report",
          files->csv.file);
    for (const char *const *name = files->properties; *name; name++) {
        putc(',', files->csv.file);
        put_field(*name, "", files->csv.file);
    }
    putc('\n', files->csv.file);
    fputs(page_begin, files->page.file);
    for (int i = 0; i < submissions->count; i++) {
        const struct row row = read_row(&submissions->list[i], reports);
        count_row(&row, out);
        put_csv(&row, files->properties, files->csv.file);
        put_page_row(&row, reports, files->page.file);
        json_array_append(files->all, row.report ? row.report : json_null());
        json_decref(row.report);
    }
    fputs("</table></html>\n", files->page.file);
}

static enum status write_all_json(json_t *all, const char *reports,
                                  struct problem *why)
{
    char path[PATH_MAX + 32];
    struct output output;

    snprintf(path, sizeof path, "%s.json", reports);
    const enum status status = output_open(path, &output, why);
    if (status != OK)
        return status;
    json_dumpf(all, output.file, JSON_INDENT(1) | JSON_ENSURE_ASCII);
    putc('\n', output.file);
    return output_commit(&output, why);
}

enum status grade_write(const struct submissions *submissions,
                        const struct grading *how, const char *reports,
                        struct grades *out, struct problem *why)
{
    struct files files = {.all = json_array(),
                          .properties = all_properties(submissions)};
    enum status status = files.all && files.properties
                             ? output_open(how->table, &files.csv, why)
                             : problem_set(why, MACHINE_LACKS, "out of memory");

    snprintf(files.page_path, sizeof files.page_path, "%s/index.html", reports);
    if (status == OK) {
        status = output_open(files.page_path, &files.page, why);
        if (status != OK)
            output_discard(&files.csv);
    }
    if (status == OK) {
        write_rows(submissions, reports, &files, out);
        status = output_commit_all(
            (struct output *const[]){&files.page, &files.csv}, 2, why);
    }
    if (status == OK)
        status = write_all_json(files.all, reports, why);
    json_decref(files.all);
    free(files.properties);
    return status;
}
