/* lab_formats_lines.c - reports as TAP 14 and as JUnit's XML. In both formats
 * the first test is the given part. */
#include "lab_formats.h"

#include <stdlib.h>
#include <string.h>

static const struct result *result_at(const struct report *report, int at,
                                      const struct lab_check **check)
{
    *check = at < 0 ? NULL : &report->lab->check[at];
    return at < 0 ? &report->given : &report->result[at];
}

static const char *name_at(const struct report *report, int at)
{
    return at < 0 ? "the given part" : report->lab->check[at].property;
}

/* --------------------------------------------------------------------- TAP */

/* A text in JSON's quotes is one of YAML, too. */
static void put_yaml(const char *key, const char *text, FILE *to)
{
    json_t *const string = *text ? lab_json_text(text) : NULL;

    if (!string)
        return;
    fprintf(to, "  %s: ", key);
    json_dumpf(string, to, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    putc('\n', to);
    json_decref(string);
}

void lab_write_tap(const struct report *report, FILE *to)
{
    fprintf(to, "TAP version 14\n1..%d\n", report->lab->checks + 1);
    for (int i = -1; i < report->lab->checks; i++) {
        const struct lab_check *check;
        const struct result *const result = result_at(report, i, &check);
        const bool bad = result->state > RESULT_RIGHT;
        fprintf(to, "%sok %d - %s%s\n", bad ? "not " : "", i + 2,
                name_at(report, i),
                result->state == RESULT_NOT_ASKED
                    ? " # SKIP an earlier property does not hold"
                    : "");
        if (!bad)
            continue;
        fputs("  ---\n", to);
        put_yaml("message", result->finding, to);
        put_yaml("gap", result->gap, to);
        put_yaml("words", result->words, to);
        put_yaml("case", result->found_in, to);
        put_yaml("again", result->again, to);
        fprintf(to, "  points: %d\n  most: %d\n  ...\n", result->points,
                check ? check->points : 0);
    }
}

/* ------------------------------------------------------------------- JUnit */

static void put_case(const struct report *report, int at, FILE *to)
{
    static const char *const elements[] = {[RESULT_WRONG] = "failure",
                                           [RESULT_REFUSED] = "failure",
                                           [RESULT_NOT_JUDGED] = "error"};
    const struct lab_check *check;
    const struct result *const result = result_at(report, at, &check);

    fputs("    <testcase name=\"", to);
    lab_put_escaped(name_at(report, at), to);
    fprintf(to, "\" classname=\"%s\" time=\"%.3f\"", report->lab->name,
            result->seconds);
    if (result->state == RESULT_RIGHT) {
        fputs("/>\n", to);
    } else if (result->state == RESULT_NOT_ASKED) {
        fputs("><skipped>an earlier property does not "
              "hold</skipped></testcase>\n",
              to);
    } else {
        char *const words = lab_words(report, check, result);
        fprintf(to, "><%s type=\"%s\" message=\"", elements[result->state],
                result_word(result));
        lab_put_escaped(result->finding, to);
        fputs("\">", to);
        lab_put_escaped(words ? words : "", to);
        fprintf(to, "</%s></testcase>\n", elements[result->state]);
        free(words);
    }
}

void lab_write_junit(const struct report *report, FILE *to)
{
    int count[RESULT_NOT_JUDGED + 1] = {0};

    for (int i = -1; i < report->lab->checks; i++) {
        const struct lab_check *check;
        count[result_at(report, i, &check)->state]++;
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  "
          "<testsuite name=\"scanlab lab ",
          to);
    lab_put_escaped(report->lab->name, to);
    fprintf(to,
            "\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" "
            "time=\"%.3f\">\n",
            report->lab->checks + 1,
            count[RESULT_WRONG] + count[RESULT_REFUSED],
            count[RESULT_NOT_JUDGED], count[RESULT_NOT_ASKED], report->seconds);
    for (int i = -1; i < report->lab->checks; i++)
        put_case(report, i, to);
    fputs("  </testsuite>\n</testsuites>\n", to);
}
