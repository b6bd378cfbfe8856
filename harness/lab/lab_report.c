/* lab_report.c - queries on a report, for all output formats. */
#include "lab_report.h"

#include <stdlib.h>
#include <string.h>

int report_points(const struct report *report)
{
    int points = 0;

    for (int i = 0; i < report->lab->checks; i++)
        points += report->result[i].points;
    return points;
}

static bool is_bad(const struct result *result)
{
    return result->state == RESULT_WRONG || result->state == RESULT_REFUSED ||
           result->state == RESULT_NOT_JUDGED;
}

const struct result *report_first(const struct report *report,
                                  const struct lab_check **check)
{
    *check = NULL;
    if (is_bad(&report->given))
        return &report->given;
    for (int i = 0; i < report->lab->checks; i++)
        if (is_bad(&report->result[i])) {
            *check = &report->lab->check[i];
            return &report->result[i];
        }
    return NULL;
}

const char *report_why(const struct report *report,
                       const struct lab_check *check)
{
    if (!check || check->asks == LAB_VERIFY || report->hidden)
        return NULL;
    const struct result *const result =
        &report->result[check - report->lab->check];
    if (check->asks == LAB_MEASURE && !result->gap[0])
        return NULL; /* not the counts are wrong */
    return result->why ? result->why : check->why;
}

/* The FILL of the first of its lines, "x.cu:46", that is a student's; or '\0'.
 */
static char fill_of(const struct report *report, const struct result *result)
{
    const char *const texts[] = {result->finding, result->words};
    const size_t length = strlen(report->shown);

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (const char *at = texts[i]; (at = strstr(at, report->shown));
             at += length) {
            const char letter =
                at[length] == ':'
                    ? fills_at(&report->fills, atoi(at + length + 1))
                    : '\0';
            if (letter)
                return letter;
        }
    return '\0';
}

/* "[B]" is of a finding in FILL [B], any other text of its words or of the
 * property. */
static bool hint_fits(const struct report *report, const char *text,
                      const struct result *first, const char *property)
{
    return *text == '['
               ? text[1] == fill_of(report, first)
               : strstr(first->finding, text) ||
                     strstr(first->found_in, text) || strstr(property, text);
}

int report_hint(const struct report *report)
{
    const struct lab *const lab = report->lab;
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    if (!first || !check || first->state != RESULT_WRONG || lab->hints == 0)
        return 0;
    for (int i = 0; i < lab->hints_for; i++)
        if (hint_fits(report, lab->hint_for[i].text, first, check->property))
            return lab->hint_for[i].hint;
    return 1;
}

enum status report_status(const struct report *report, struct problem *why)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    if (!first)
        return OK;
    if (first->state == RESULT_NOT_JUDGED)
        return problem_set(why, MACHINE_LACKS, "%s", first->finding);
    return problem_set(why, CHECK_FAILED, "%s: %d of %d points", report->shown,
                       report_points(report), lab_points(report->lab));
}

const char *report_word(const struct report *report)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    return !first                              ? "right"
           : first->state == RESULT_NOT_JUDGED ? "not judged"
           : first == &report->given           ? "no solution"
           : !report->compiles                 ? "does not compile"
           : report_points(report) > 0         ? "in part"
                                               : "wrong";
}

static void hide(struct result *result)
{
    result->found_in[0] = result->gap[0] = result->printed[0] =
        result->words[0] = result->again[0] = '\0';
    result->better[0] = result->notes[0] = result->numbers[0] = '\0';
    if (result->state == RESULT_RIGHT)
        snprintf(result->holds, sizeof result->holds, "it holds");
    else if (is_bad(result))
        snprintf(result->finding, sizeof result->finding, "it does not hold");
}

void report_hide(struct report *report)
{
    for (int i = 0; i < report->lab->checks; i++)
        hide(&report->result[i]);
    report->picture[0] = '\0';
    report->undrawn = NULL;
    report->hidden = true;
}

const char *result_word(const struct result *result)
{
    switch (result->state) {
    case RESULT_RIGHT: return "holds";
    case RESULT_WRONG: return "WRONG";
    case RESULT_REFUSED: return "NOT JUDGED";
    case RESULT_NOT_JUDGED: return "not judged";
    default: return "not checked";
    }
}
