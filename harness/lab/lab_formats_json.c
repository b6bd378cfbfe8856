/* lab_formats_json.c - reports as JSON: our own, and those of three sites. */
#include "lab_formats.h"
#include "base/paths.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *state_of(const struct result *result)
{
    static const char *const names[] = {[RESULT_NOT_ASKED] = "not asked",
                                        [RESULT_RIGHT] = "holds",
                                        [RESULT_WRONG] = "wrong",
                                        [RESULT_REFUSED] = "not judged",
                                        [RESULT_NOT_JUDGED] = "not judged"};
    return names[result->state];
}

static const char *reason_of(const struct report *report, int at)
{
    const char *const own = report->lab->check[at].why, *const limit =
                                                            report->result[at]
                                                                .why;

    return report->hidden ? "" : limit ? limit : own ? own : "";
}

/* ----------------------------------------------------------------- our own */

static json_t *own_result(const struct report *report, int at)
{
    const struct lab_check *const check = &report->lab->check[at];
    const struct result *const result = &report->result[at];

    return json_pack(
        "{s:s, s:s, s:i, s:i, s:o, s:s, s:o, s:o, s:s, s:o, s:o, s:o, s:f}",
        "property", check->property, "state", state_of(result), "points",
        result->points, "most", check->points, "holds",
        lab_json_text(result->holds), "better", result->better, "finding",
        lab_json_text(result->finding), "gap", lab_json_text(result->gap),
        "why", reason_of(report, at), "words", lab_json_text(result->words),
        "case", lab_json_text(result->found_in), "again",
        lab_json_text(result->again), "seconds", result->seconds);
}

json_t *lab_json(const struct report *report)
{
    const struct lab *const lab = report->lab;
    json_t *const checks = json_array();
    const struct lab_check *check;

    for (int i = 0; i < lab->checks; i++)
        json_array_append_new(checks, own_result(report, i));
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:o, s:b, s:i, s:i, s:b, s:s, s:f, s:i, s:i, "
        "s:o, s:{s:s, s:o}, s:o}",
        "scanlab", strchr(argp_program_version, ' ') + 1, "lab", lab->name,
        "lecture", lab->lecture, "title", lab->title, "file",
        lab_json_text(report->file), "right",
        report_first(report, &check) == NULL, "points", report_points(report),
        "most", lab_points(lab), "compiles", report->compiles, "isolation",
        isolation_name(report->level), "seconds", report->seconds, "lines",
        report->fills.lines, "enough_lines", lab->lines, "picture",
        lab_json_text(report->picture), "given", "state",
        state_of(&report->given), "finding",
        lab_json_text(report->given.finding), "checks", checks);
}

/* ---------------------------------------------------------------- messages */

static json_t *words_of(const struct report *report,
                        const struct lab_check *check,
                        const struct result *result)
{
    char *const words = lab_words(report, check, result);
    json_t *const text = lab_json_text(words ? words : "");

    free(words);
    return text;
}

/* The first thing that is wrong, in a sentence. */
static const char *summary(const struct report *report)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    return first ? first->finding : "All properties hold.";
}

/* -------------------------------------------------------------- Gradescope */

json_t *lab_json_gradescope(const struct report *report)
{
    json_t *const tests = json_array();

    for (int i = 0; i < report->lab->checks; i++) {
        const struct lab_check *const check = &report->lab->check[i];
        const struct result *const result = &report->result[i];
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        json_array_append_new(
            tests,
            json_pack("{s:i, s:i, s:s, s:s, s:s, s:o, s:s, s:s}", "score",
                      result->points, "max_score", check->points, "status",
                      result->state == RESULT_RIGHT ? "passed" : "failed",
                      "name", check->property, "number", number, "output",
                      words_of(report, check, result), "output_format", "text",
                      "visibility", "visible"));
    }
    return json_pack("{s:i, s:i, s:o, s:s, s:s, s:s, s:o, s:{s:s, s:s}}",
                     "score", report_points(report), "execution_time",
                     (int)ceil(report->seconds), "output",
                     lab_json_text(summary(report)), "output_format", "text",
                     "visibility", "visible", "stdout_visibility", "hidden",
                     "tests", tests, "extra_data", "lab", report->lab->name,
                     "isolation", isolation_name(report->level));
}

/* ------------------------------------------------------------ PrairieLearn */

static json_t *images_of(const struct report *report,
                         const struct result *result)
{
    const struct lab_check *check;
    json_t *const images = json_array();
    char *const url = report_first(report, &check) == result
                          ? lab_data_url(report->picture)
                          : NULL;

    if (url)
        json_array_append_new(images,
                              json_pack("{s:s, s:s}", "label",
                                        "The run that shows it", "url", url));
    free(url);
    return images;
}

json_t *lab_json_prairielearn(const struct report *report)
{
    const bool gradable =
        report->given.state == RESULT_RIGHT && report->compiles;
    const int most = lab_points(report->lab);
    json_t *const tests = json_array();

    for (int i = 0; i < report->lab->checks; i++) {
        const struct lab_check *const check = &report->lab->check[i];
        const struct result *const result = &report->result[i];
        json_array_append_new(
            tests, json_pack("{s:s, s:s, s:i, s:i, s:o, s:o, s:o}", "name",
                             check->property, "description",
                             reason_of(report, i), "points", result->points,
                             "max_points", check->points, "message",
                             lab_json_text(result->state == RESULT_RIGHT
                                               ? result->holds
                                               : result->finding),
                             "output", words_of(report, check, result),
                             "images", images_of(report, result)));
    }
    json_t *const document = json_pack(
        "{s:b, s:f, s:o, s:s, s:o}", "gradable", gradable, "score",
        most > 0 ? (double)report_points(report) / most : 0.0, "message",
        lab_json_text(summary(report)), "output", "", "tests", tests);
    if (document && !gradable)
        json_object_set_new(document, "format_errors",
                            json_pack("[o]", lab_json_text(summary(report))));
    return document;
}

/* ------------------------------------------------------------ Classroom 50 */

static const char *from_runner(const char *name, const char *otherwise)
{
    const char *const value = getenv(name);
    return value && *value ? value : otherwise;
}

json_t *lab_json_classroom50(const struct report *report)
{
    const char *const commit = from_runner("COMMIT_URL", "unknown");
    const time_t now = time(NULL);
    json_t *const tests = json_array();
    char date[32];

    for (int i = 0; i < report->lab->checks; i++) {
        const struct lab_check *const check = &report->lab->check[i];
        const struct result *const result = &report->result[i];
        json_array_append_new(
            tests,
            json_pack("{s:s, s:b, s:i, s:i}", "test-name", check->property,
                      "passed", result->state == RESULT_RIGHT, "score",
                      result->points, "max-score", check->points));
    }
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:i, s:i, s:o}", "schema",
        "classroom50/result/v1", "classroom",
        lab_json_text(from_runner("CLASSROOM", "unknown")), "assignment",
        lab_json_text(from_runner("ASSIGNMENT", report->lab->name)),
        "submission", lab_json_text(from_runner("SUBMISSION_TAG", "unknown")),
        "commit", lab_json_text(commit), "release",
        lab_json_text(from_runner("RELEASE_URL", "unknown")), "review",
        lab_json_text(from_runner("REVIEW_URL", commit)), "datetime", date,
        "score", report_points(report), "max-score", lab_points(report->lab),
        "tests", tests);
}
