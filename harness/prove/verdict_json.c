/* verdict_json.c - see verdict_json.h. */
#include "verdict_json.h"
#include "verdict.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "block, items and window" as a list. */
static json_t *list_names(const char *names)
{
    json_t *const list = json_array();

    while (*names) {
        const size_t length = strcspn(names, ", ");
        if (length > 0 && !(length == 3 && !strncmp(names, "and", 3)))
            json_array_append_new(list, json_stringn(names, length));
        names += length + strspn(names + length, ", ");
    }
    return list;
}

static const char *verdict_of(const struct verify_job *job, enum status status)
{
    return status != OK ? verdict_key(status) : job->simts ? "proved" : "right";
}

/* A file's name, or a word of the source, may be no UTF-8, or be cut: JSON does
 * not take that, and a finding would be left out. */
static json_t *text_of(const char *text)
{
    json_t *string = json_string(text);

    if (string)
        return string;
    char *const copy = strdup(text);
    for (char *at = copy; at && *at; at++)
        if (*at & 0x80)
            *at = '?';
    if (copy)
        string = json_string(copy);
    free(copy);
    return string;
}

static void add_finding(json_t *verdict, const struct verify_tally *tally,
                        const struct problem *finding, const char *trace)
{
    json_object_set_new(verdict, "finding", text_of(finding->line));
    json_object_set_new(verdict, "case", text_of(finding->found_in));
    json_object_set_new(verdict, "words", text_of(tally->words));
    json_object_set_new(verdict, "again", text_of(tally->again));
    json_object_set_new(verdict, "trace",
                        tally->traced && trace ? text_of(trace) : json_null());
}

/* What the proof covered. */
static void add_coverage(json_t *verdict, const struct verify_tally *tally)
{
    json_object_set_new(verdict, "settings", json_integer(tally->settings));
    json_object_set_new(verdict, "each_value_of",
                        list_names(tally->each_value_of));
    json_object_set_new(verdict, "not_tried", json_integer(tally->untried));
    if (tally->untried)
        json_object_set_new(verdict, "not_tried_why",
                            json_string(tally->untried_why));
    if (*tally->function) {
        json_object_set_new(verdict, "function", text_of(tally->function));
        json_object_set_new(verdict, "fits", list_names(tally->fits));
        json_object_set_new(verdict, "does_not_fit",
                            list_names(tally->misfits));
    }
    json_object_set_new(verdict, "sizes_refused",
                        json_integer((json_int_t)tally->refused));
    json_object_set_new(verdict, "least_n",
                        json_integer((json_int_t)tally->least_n));
    json_object_set_new(verdict, "largest_n",
                        json_integer((json_int_t)tally->largest_n));
}

/* null: not required, or another finding came first; or no difference was
 * found, on threads whose timing is not under control. */
static json_t *reproducible_of(const struct verify_job *job,
                               const struct verify_tally *tally)
{
    return (tally->reproducible && job->simts) || tally->trees_differ
               ? json_boolean(tally->reproducible)
               : json_null();
}

bool verdict_json_add(json_t *verdicts, const struct verify_job *job,
                      const struct verify_tally *tally, enum status status,
                      const struct problem *finding, const char *trace)
{
    json_t *const verdict =
        json_pack("{s:s, s:s, s:s, s:I, s:o, s:o}", "algorithm",
                  job->choice->algorithm->name, "variant", job->choice->variant,
                  "verdict", verdict_of(job, status), "runs",
                  (json_int_t)tally->runs, "notes", text_of(tally->notes),
                  "reproducible", reproducible_of(job, tally));

    if (!verdict)
        return false;
    if (!job->simts)
        json_object_set_new(verdict, "races",
                            tally->races < 0 ? json_null()
                                             : json_integer(tally->races));
    if (finding)
        add_finding(verdict, tally, finding, trace);
    else
        add_coverage(verdict, tally);
    if (!finding && job->simts)
        json_object_set_new(
            verdict, "proved_for_every",
            json_string(verdict_proved_for(job->choice->algorithm->task)));
    return json_array_append_new(verdicts, verdict) == 0;
}

static bool all_right(const json_t *verdicts)
{
    size_t i;
    json_t *item;
    bool right = true;

    json_array_foreach(verdicts, i, item)
    {
        const char *const verdict =
            json_string_value(json_object_get(item, "verdict"));
        right &= verdict &&
                 (!strcmp(verdict, "proved") || !strcmp(verdict, "right"));
    }
    return right;
}

enum status verdict_json_print(json_t *verdicts, const struct verify_job *job,
                               const char *sizes, const char *bytes,
                               const char *schedules, struct problem *why)
{
    const char *const version = strchr(argp_program_version, ' ') + 1;
    json_t *const document = json_pack(
        "{s:s, s:s, s:s, s:s, s:s*, s:s*, s:b, s:O}", "scanlab", version,
        "device", job->device->name, "sizes", sizes ? sizes : "fitting",
        "bytes", bytes, "schedules", schedules, "memory", verdict_memory(job),
        "right", all_right(verdicts), "verdicts", verdicts);

    if (!document ||
        json_dumpf(document, stdout, JSON_INDENT(2) | JSON_ENSURE_ASCII) != 0) {
        json_decref(document);
        return problem_set(why, MACHINE_LACKS,
                           "cannot write the verdicts as JSON");
    }
    putchar('\n');
    json_decref(document);
    return OK;
}
