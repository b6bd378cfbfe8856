/* lab_formats.h - a report for programs: CI, and sites that grade coursework.
 *
 *     json           everything in the report
 *     junit          XML for Jenkins' junit-10.xsd
 *     tap            TAP 14
 *     gradescope     results.json
 *     prairielearn   results.json: score 0 to 1, pictures
 *     classroom50    result.json of schema classroom50/result/v1
 */
#ifndef LAB_FORMATS_H
#define LAB_FORMATS_H

#include "lab_report.h"

enum lab_format {
    FORMAT_LAB_TEXT,
    FORMAT_LAB_JSON,
    FORMAT_LAB_JUNIT,
    FORMAT_LAB_TAP,
    FORMAT_LAB_GRADESCOPE,
    FORMAT_LAB_PRAIRIELEARN,
    FORMAT_LAB_CLASSROOM50
};

/* "text|json|..."; WRONG_USE for any other. */
extern const char lab_format_names[];
enum status lab_format_parse(const char *text, enum lab_format *out,
                             struct problem *why);

/* Writes the report in a format other than text. MACHINE_LACKS: no memory; the
 * file's owner checks for write errors. */
enum status lab_format_write(const struct report *report,
                             enum lab_format format, FILE *to,
                             struct problem *why);

/* ---- one for each kind; NULL: no memory ---- */

json_t *lab_json(const struct report *report);
json_t *lab_json_gradescope(const struct report *report);
json_t *lab_json_prairielearn(const struct report *report);
json_t *lab_json_classroom50(const struct report *report);
void lab_write_tap(const struct report *report, FILE *to);
void lab_write_junit(const struct report *report, FILE *to);

/* ---- shared ---- */

/* Valid for JSON: bytes that are not UTF-8 become '?'. */
json_t *lab_json_text(const char *text);
/* The full text of a result, in lines; the caller frees. NULL: no memory. */
char *lab_words(const struct report *report, const struct lab_check *check,
                const struct result *result);
/* "data:image/png;base64,..." with the bytes of a file; NULL: there is no file,
 * or it is too large for a result of at most 1 MB. The caller frees. */
char *lab_data_url(const char *path);
/* Writes the text, escaped for XML and HTML, without control characters. */
void lab_put_escaped(const char *text, FILE *to);

#endif
