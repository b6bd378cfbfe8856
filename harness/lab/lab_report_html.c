/* lab_report_html.c - see lab_report_html.h. */
#include "lab_report_html.h"
#include "lab_formats.h"

#include <stdlib.h>

static const char style[] =
    "<style>body{font:16px/1.5 sans-serif;max-width:50em;margin:2em auto;"
    "padding:0 1em;color-scheme:light dark}table{border-collapse:collapse;"
    "width:100%}td,th{border-bottom:1px solid #8888;padding:.3em .6em;"
    "text-align:left;vertical-align:top}img{max-width:100%}pre{white-space:pre-"
    "wrap;"
    "overflow-wrap:anywhere;border-left:3px solid #c00;padding-left:.8em}"
    "</style>\n";

static void put_row(const struct report *report, int at, FILE *to)
{
    const struct lab_check *const check = &report->lab->check[at];
    const struct result *const result = &report->result[at];

    fputs("<tr><td>", to);
    lab_put_escaped(check->property, to);
    fprintf(to, "<td>%s<td>%d of %d<td>", result_word(result), result->points,
            check->points);
    lab_put_escaped(result->holds, to);
    fputs("</tr>\n", to);
}

static void put_first(const struct report *report, FILE *to)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);
    char *const words = first ? lab_words(report, check, first) : NULL;

    if (!words)
        return;
    fputs("<h2>Correct this first: ", to);
    lab_put_escaped(check ? check->property : "the given part", to);
    fputs("</h2>\n<pre>", to);
    lab_put_escaped(words, to);
    fputs("</pre>\n", to);
    free(words);
    char *const url = lab_data_url(report->picture);
    if (url)
        fprintf(to, "<p><img alt=\"The run that shows it\" src=\"%s\"></p>\n",
                url);
    free(url);
    if (report_hint(report) > 0)
        fprintf(to, "<p>A hint: <code>scanlab lab hint %s %d</code></p>\n",
                report->lab->name, report_hint(report));
}

void lab_write_html(const struct report *report, const char *student, FILE *to)
{
    fputs("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta "
          "name=\"viewport\" content=\"width=device-width\"><title>",
          to);
    lab_put_escaped(report->lab->title, to);
    fputs("</title>", to);
    fputs(style, to);
    fputs("<h1>", to);
    lab_put_escaped(report->lab->title, to);
    fprintf(to, ": %d of %d points</h1>\n<p>", report_points(report),
            lab_points(report->lab));
    lab_put_escaped(student, to);
    fputs("</p>\n<table><tr><th>property<th><th>points<th></tr>\n", to);
    for (int i = 0; i < report->lab->checks; i++)
        put_row(report, i, to);
    fputs("</table>\n", to);
    put_first(report, to);
    fprintf(to, "<p>Isolation: %s. %.1f s.</p></html>\n",
            isolation_name(report->level), report->seconds);
}
