/* check_results.c - turns the output of `verify`, `measure` and `run` into a
 * result. */
#include "check_run.h"
#include "base/paths.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ verify */

static const char *text(const json_t *object, const char *key)
{
    const char *const found = json_string_value(json_object_get(object, key));
    return found ? found : "";
}

/* Takes the first lines printed by the code under test; a proof repeats its
 * runs, and so their output. */
static void take_printed(const char *err, struct result *out)
{
    static const char mark[] = "  its output | ";
    enum { MAX_LINES = 8 };
    size_t used = 0;
    int lines = 0;

    for (const char *at = strstr(err, mark); at && lines < MAX_LINES;
         at = strstr(at, mark), lines++) {
        at += sizeof mark - 1;
        const size_t length = strcspn(at, "\n");
        if (used < sizeof out->printed)
            used += (size_t)snprintf(out->printed + used,
                                     sizeof out->printed - used, "%.*s\n",
                                     (int)length, at);
    }
}

/* The sum of elements 1, 2, 3, ... of "[2,5]" or "element 3": 18, or 4. */
static bool sum_of(const char *text, double *out)
{
    unsigned low, high;

    if (sscanf(text, "[%u,%u]", &low, &high) != 2) {
        if (sscanf(text, "element %u", &low) != 1)
            return false;
        high = low;
    }
    *out = (low + high + 2.0) * (high - low + 1.0) / 2;
    return true;
}

/* "out[1] is [1,1], want [0,1]" as sums. */
static void take_numbers(struct result *out)
{
    const bool has_op = !strstr(out->found_in, " kept, ");
    const char *const at = has_op ? strstr(out->finding, "out[") : NULL;
    const char *const is = at ? strstr(at, "] is ") : NULL;
    const char *const want = is ? strstr(is, ", want ") : NULL;
    double got, wanted;

    if (want && sum_of(is + 5, &got) && sum_of(want + 7, &wanted))
        snprintf(out->numbers, sizeof out->numbers,
                 "on 1, 2, 3, ... with +: %.*s] = %.0f, want %.0f",
                 (int)(is - at), at, got, wanted);
}

/* "race on ...", in "kogge_stone:block=64, inclusive, n = 3, T of 4 bytes". */
static void take_finding(struct check_run *a, const json_t *verdict,
                         const struct enclosed *answer, struct result *out)
{
    out->state = !strcmp(text(verdict, "verdict"), "not judged")
                     ? RESULT_REFUSED
                     : RESULT_WRONG;
    check_run_plain(a, text(verdict, "finding"), out->finding,
                    sizeof out->finding);
    check_run_plain(a, text(verdict, "case"), out->found_in,
                    sizeof out->found_in);
    check_run_plain(a, text(verdict, "words"), out->words, sizeof out->words);
    if (strstr(out->finding, "does not compile")) {
        a->report->compiles = false;
        check_run_plain(a, answer->err, out->words, sizeof out->words);
    }
    take_numbers(out);
    take_printed(answer->err, out);
    if (*text(verdict, "again"))
        check_run_again(a, text(verdict, "again"), out->again,
                        sizeof out->again);
}

/* The races that ThreadSanitizer found: on processors no run proves that there
 * is no race.
 */
static const char *say_races(const json_t *verdict)
{
    const json_t *const races = json_object_get(verdict, "races");

    return json_is_integer(races)
               ? "; ThreadSanitizer saw no race"
               : "; not checked for races (make SANITIZE=thread does this)";
}

static void say_holds(const json_t *verdict, const struct lab_check *check,
                      struct result *out)
{
    const bool proved = !strcmp(text(verdict, "verdict"), "proved");

    out->state = RESULT_RIGHT;
    snprintf(out->holds, sizeof out->holds, "%s%s, n = %s (%lld runs)%s%s",
             proved ? "proved for every " : "right fold in every run",
             proved ? text(verdict, "proved_for_every") : "",
             check->sizes ? check->sizes : "many",
             (long long)json_integer_value(json_object_get(verdict, "runs")),
             proved ? "" : say_races(verdict),
             json_is_true(json_object_get(verdict, "reproducible"))
                 ? "; reproducible"
                 : "");
}

bool check_result_is_verdict(const struct enclosed *answer)
{
    return strstr(answer->out, "\"verdicts\"") != NULL;
}

void check_result_verify(struct check_run *a, const struct lab_check *check,
                         const struct enclosed *answer, struct result *out)
{
    json_t *const document = json_loads(answer->out, 0, NULL);
    const json_t *const verdict =
        json_array_get(json_object_get(document, "verdicts"), 0);
    const char *const word = text(verdict, "verdict");

    if (!verdict) {
        out->state = RESULT_NOT_JUDGED;
        snprintf(out->finding, sizeof out->finding, "verify gave no verdict");
    } else if (answer->code == OK &&
               (!strcmp(word, "proved") || !strcmp(word, "right"))) {
        say_holds(verdict, check, out);
    } else {
        take_finding(a, verdict, answer, out);
    }
    if (verdict)
        check_run_plain(a, text(verdict, "notes"), out->notes,
                        sizeof out->notes);
    json_decref(document);
}

/* ----------------------------------------------------------------- measure */

/* The end of a field in a CSV file: a comma in quotes does not end it. */
static const char *end_of_field(const char *at)
{
    bool quoted = false;

    for (; *at && *at != '\n' && (quoted || *at != ','); at++)
        quoted ^= *at == '"';
    return at;
}

/* The field of a line; false: there is none. */
static bool field(const char *line, int index, char *out, size_t size)
{
    for (; index > 0; index--) {
        line = end_of_field(line);
        if (*line != ',')
            return false;
        line++;
    }
    snprintf(out, size, "%.*s", (int)(end_of_field(line) - line), line);
    return true;
}

/* The number in a named column; false: no such column, or no number. */
static bool column(const char *csv, const char *name, double *out)
{
    const char *const row = strchr(csv, '\n');
    char heading[64], value[64];

    for (int i = 0; row && field(csv, i, heading, sizeof heading); i++)
        if (!strcmp(heading, name) && field(row + 1, i, value, sizeof value)) {
            char *end;
            *out = strtod(value, &end);
            return end != value;
        }
    return false;
}

/* The same, also with the sheets' shorter names. */
static bool count_of(const char *csv, const char *name, double *out)
{
    static const struct {
        const char *name, *first, *second;
    } sums[] = {{"sectors", "read_sectors", "write_sectors"},
                {"requests", "read_requests", "write_requests"},
                {"bytes", "read_bytes", "write_bytes"},
                {"shared", "shared_wavefronts", NULL},
                {"conflicts", "shared_conflicts", NULL},
                {"cycles", "timed_cycles", NULL}};
    double second = 0;

    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (strcmp(name, sums[i].name) != 0)
            continue;
        if (!column(csv, sums[i].first, out) ||
            (sums[i].second && !column(csv, sums[i].second, &second)))
            return false;
        *out += second;
        return true;
    }
    return column(csv, name, out);
}

/* Adds to a list. */
static void add(char *list, size_t size, const char *between,
                const char *format, ...) __attribute__((format(printf, 4, 5)));
static void add(char *list, size_t size, const char *between,
                const char *format, ...)
{
    const size_t used = strlen(list);
    va_list words;

    va_start(words, format);
    const int more =
        snprintf(list + used, size - used, "%s", used ? between : "");
    if (more >= 0 && used + (size_t)more < size)
        vsnprintf(list + used + more, size - used - (size_t)more, format,
                  words);
    va_end(words);
}

/* "x.cu:55 (34)" of "most of it: barriers x.cu:55 (34), ..."; "": measure names
 * no line for that count. */
static void find_line(const char *printed, const char *column, char *out,
                      size_t size)
{
    char key[64];
    const char *from = strstr(printed, "most of it: ");

    *out = '\0';
    snprintf(key, sizeof key, " %s ", column);
    from = from ? strstr(from, key) : NULL;
    if (from)
        snprintf(out, size, "%.*s", (int)strcspn(from + strlen(key), ",\n"),
                 from + strlen(key));
}

static void say_finding(const struct lab_range *range, double got,
                        const char *printed, struct result *out)
{
    const bool much = got > range->most;
    char line[128];

    out->why = range->why;
    find_line(printed, range->column, line, sizeof line);
    snprintf(out->finding, sizeof out->finding,
             "right, but %s = %.0f; want at %s %.0f%s%s", range->column, got,
             much ? "most" : "least", much ? range->most : range->least,
             much && *line ? "; the most expensive line: " : "",
             much ? line : "");
}

static void compare_count(const struct lab_range *range, double got,
                          const char *printed, struct result *out)
{
    const bool much = got > range->most, little = got < range->least;

    add(out->holds, sizeof out->holds, ", ", "%s %.0f", range->column, got);
    if (got < range->ours && !little)
        add(out->better, sizeof out->better, ", ", "%.0f fewer %s",
            range->ours - got, range->column);
    if (!much && !little)
        return;
    if (out->state == RESULT_RIGHT)
        say_finding(range, got, printed, out);
    out->state = RESULT_WRONG;
    add(out->gap, sizeof out->gap, "; ", "%s: got %.0f, at %s %.0f, ours %.0f",
        range->column, got, much ? "most" : "least",
        much ? range->most : range->least, range->ours);
}

/* "left out: window: one warp looks at 32 tiles at most": such settings are not
 * compatible. */
static void has_no_count(const char *name, const char *printed,
                         struct result *out)
{
    const char *const left_out = strstr(printed, "left out: ");
    const char *const from = left_out ? left_out + strlen("left out: ") : "";

    out->state = left_out ? RESULT_WRONG : RESULT_NOT_JUDGED;
    snprintf(out->finding, sizeof out->finding, "%s%.*s%s",
             left_out ? "" : "measure has no column ", (int)strcspn(from, "\n"),
             from, left_out ? "" : name);
}

/* The first count out of range is the finding; all such go into the gap. */
static void compare_counts(const struct lab_check *check, const char *csv,
                           const char *printed, struct result *out)
{
    out->state = RESULT_RIGHT;
    for (int i = 0; i < check->ranges; i++) {
        double got;
        if (!count_of(csv, check->range[i].column, &got)) {
            has_no_count(check->range[i].column, printed, out);
            return;
        }
        compare_count(&check->range[i], got, printed, out);
    }
    if (out->state != RESULT_RIGHT)
        out->better[0] = '\0';
}

/* Takes a command's messages about a wrong run: lines of advice, and among them
 * "scanlab: " and the finding. */
static void take_error(struct check_run *a, const char *where, const char *err,
                       struct result *out)
{
    char first[800], words[sizeof out->words];
    const char *const own = strstr(err, "scanlab: ");
    const char *const from = own ? own + strlen("scanlab: ") : err;
    const size_t length = strcspn(from, "\n");

    snprintf(first, sizeof first, "%s%.*s", where, (int)length, from);
    snprintf(words, sizeof words, "%.*s%s", own ? (int)(own - err) : 0, err,
             from[length] ? from + length + 1 : "");
    take_printed(err, out);
    check_run_plain(a, first, out->finding, sizeof out->finding);
    check_run_plain(a, words, out->words, sizeof out->words);
}

void check_result_measure(struct check_run *a, const struct lab_check *check,
                          const struct enclosed *answer, struct result *out)
{
    char path[PATH_MAX + 32];

    snprintf(path, sizeof path, "%s/" ASK_CSV, a->scratch);
    char *const csv = path_read(path, NULL);
    if (csv) {
        compare_counts(check, csv, answer->out, out);
    } else {
        out->state =
            answer->code == CHECK_FAILED ? RESULT_WRONG : RESULT_NOT_JUDGED;
        take_error(a, "", answer->err, out);
    }
    free(csv);
}

/* --------------------------------------------------------------------- run */

void check_result_run(struct check_run *a, const struct lab_check *check,
                      const struct enclosed *answer, struct result *out)
{
    char where[128];

    out->state = answer->code == OK ? RESULT_RIGHT : RESULT_WRONG;
    if (answer->code == OK) {
        snprintf(out->holds, sizeof out->holds, "right on numbers, n = %s",
                 check->sizes);
        return;
    }
    snprintf(where, sizeof where, "%s, on numbers, n = %s: ", check->choice,
             check->sizes);
    take_error(a, where, answer->err, out);
}
