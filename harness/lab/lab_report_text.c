/* lab_report_text.c - for a reader at 23:00: the properties that hold, then the
 * first that does not, with its line, the gap, the reason and the command that
 * reproduces it. */
#include "lab_report.h"
#include "base/colour.h"
#include "base/paths.h"

#include <string.h>

static const char *colour(const struct result *result, FILE *to)
{
    return result->state == RESULT_RIGHT       ? colour_right(to)
           : result->state == RESULT_NOT_ASKED ? ""
                                               : colour_wrong(to);
}

void report_text_begin(const struct report *report, FILE *to)
{
    fprintf(to, "%s: %s\n\n", report->lab->title, report->shown);
}

static void print_row(const struct result *result, const char *name,
                      const char *points, FILE *to)
{
    const char *const mark = colour(result, to);

    fprintf(to, "  %-17s %s%-10s%s  %10s  %s\n", name, mark,
            result_word(result), *mark ? colour_off(to) : "", points,
            result->state == RESULT_RIGHT ? result->holds : "");
}

void report_text_result(const struct report *report, int check, FILE *to)
{
    const struct lab_check *const of = &report->lab->check[check];
    char points[32];

    if (of->points > 0)
        snprintf(points, sizeof points, "%d of %d",
                 report->result[check].points, of->points);
    else
        snprintf(points, sizeof points, "must hold");
    print_row(&report->result[check], of->property, points, to);
    if (report->result[check].better[0])
        fprintf(to, "  %-17s Better than our solution: %s.\n", "",
                report->result[check].better);
}

/* Each line of a text, set in. */
static void print_lines(const char *label, const char *text, FILE *to)
{
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const size_t blanks = strspn(text, " ");
        if (length > blanks)
            fprintf(to, "  %-14s %.*s\n", label, (int)(length - blanks),
                    text + blanks);
        label = "";
        text += length + (text[length] == '\n');
    }
}

static void print_why(const struct report *report, const struct result *first,
                      const struct lab_check *check, FILE *to)
{
    fprintf(to, "\n%s:\n", check ? check->property : "Before compiling");
    print_lines("", first->finding, to);
    if (first->numbers[0])
        print_lines("As numbers:", first->numbers, to);
    if (first->gap[0])
        print_lines("Gap:", first->gap, to);
    if (first->printed[0])
        print_lines("It printed:", first->printed, to);
    if (first->words[0])
        print_lines("Why:", first->words, to);
    if (report_why(report, check))
        print_lines(first->words[0] ? "" : "Why:", report_why(report, check),
                    to);
    if (first->found_in[0])
        print_lines("Case:", first->found_in, to);
    if (first->again[0])
        print_lines("Reproduce:", path_typed(first->again), to);
    if (report->picture[0])
        print_lines("Picture:", report->picture, to);
    else if (check && !report->hidden && report->lab->kind == LAB_OF_KERNEL &&
             report->compiles && !report->undrawn)
        fprintf(to, "  %-14s %s lab check %s %s --picture wrong.png\n",
                "View:", path_scanlab(), report->lab->name, report->typed);
    if (check && check->asks != LAB_MEASURE && !report->hidden &&
        first->state == RESULT_WRONG && report->lab->kind <= LAB_OF_C)
        fprintf(to, "  %-14s %s lab hint %s %s\n",
                "Which line:", path_scanlab(), report->lab->name,
                report->typed);
    if (report->repeats && report_hint(report) > 0)
        fprintf(to, "  %-14s %s lab hint %s %d\n", "A hint:", path_scanlab(),
                report->lab->name, report_hint(report));
}

/* What a proof has noted, of the first that has noted something. */
static void print_notes(const struct report *report, FILE *to)
{
    for (int i = 0; i < report->lab->checks; i++)
        if (report->result[i].notes[0]) {
            putc('\n', to);
            print_lines("", report->result[i].notes, to);
            return;
        }
}

void report_text_end(const struct report *report, FILE *to)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    if (first)
        print_why(report, first, check, to);
    print_notes(report, to);
    fprintf(to, "\n%d of %d points, %.1f s", report_points(report),
            lab_points(report->lab), report->seconds);
    if (report->fills.lines > 0)
        fprintf(to, ", %d line%s written", report->fills.lines,
                report->fills.lines == 1 ? "" : "s");
    fprintf(to, ", isolation: %s\n", isolation_name(report->level));
}
