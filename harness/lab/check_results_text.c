/* check_results_text.c - for labs whose file is text, with answers or settings.
 *
 *     # anything
 *     1: 8
 *     settings: block=128, factor=4
 */
#include "check_run.h"
#include "base/paths.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* The value of the line that begins with KEY and a colon: in lower case, without
 * blanks. False: there is no such line, or nothing stands in it. */
static bool value_of(const char *text, const char *key, char *out, size_t size)
{
    const size_t length = strlen(key);
    size_t used = 0;

    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at != 0) {
        const char *from = at + strspn(at, " \t");
        if (strncasecmp(from, key, length) != 0)
            continue;
        from += length;
        from += strspn(from, " \t");
        if (*from != ':')
            continue;
        for (from++; *from && *from != '\n' && *from != '#' && used + 1 < size;
             from++)
            if (!isspace((unsigned char)*from))
                out[used++] = (char)tolower((unsigned char)*from);
        break;
    }
    out[used] = '\0';
    return used > 0;
}

static char *read_file(const struct check_run *a)
{
    char path[PATH_MAX + 300];

    snprintf(path, sizeof path, "%s/%s", a->scratch, a->report->shown);
    return path_read(path, NULL);
}

void answer_hash(const char *lab, const char *property, const char *answer,
                 char *out)
{
    char text[1024];

    const int length =
        snprintf(text, sizeof text, "%s/%s: %s", lab, property, answer);
    snprintf(out, ANSWER_HASH, "%016llx",
             (unsigned long long)XXH64(text, (size_t)length, 0));
}

void check_result_question(struct check_run *a, const struct lab_check *check,
                           struct result *out)
{
    char value[256] = "", hash[ANSWER_HASH];
    char *const text = read_file(a);
    const bool given =
        text && value_of(text, check->property, value, sizeof value);

    free(text);
    const char *const answer = strncmp(value, "tile", 4) ? value : value + 4;
    answer_hash(a->report->lab->name, check->property, answer, hash);
    out->state =
        given && !strcmp(hash, check->choice) ? RESULT_RIGHT : RESULT_WRONG;
    out->points = out->state == RESULT_RIGHT ? check->points : 0;
    if (out->state == RESULT_RIGHT)
        snprintf(out->holds, sizeof out->holds, "%.200s", value);
    else if (given)
        snprintf(out->finding, sizeof out->finding, "%s: %s is not the answer",
                 check->property, value);
    else
        snprintf(out->finding, sizeof out->finding,
                 "%s: no answer yet; write it after '%s:'", check->property,
                 check->property);
    if (out->state == RESULT_WRONG)
        a->report->undrawn = "a question has no run";
}

/* "block=64,items=4": what is wrong with it; NULL: nothing that is seen here. */
static const char *about_settings(const char *value)
{
    const size_t length = strlen(value);
    const char *equals = strchr(value, '=');

    if (strspn(value, "abcdefghijklmnopqrstuvwxyz0123456789_=,") != length)
        return "want NAME=VALUE, NAME=VALUE, ..., and nothing else on that "
               "line";
    if (length == 0 || *value == ',' || value[length - 1] == ',' ||
        strstr(value, ",,"))
        return "one comma too many";
    for (; equals; equals = strchr(equals + 1, '='))
        if (equals[1 + strcspn(equals + 1, "=,")] == '=')
            return "a comma is missing between two settings";
    return NULL;
}

bool check_result_settings(struct check_run *a, const struct lab_check *check,
                           struct result *out)
{
    char value[400];
    char *const text = read_file(a);
    const char *const colon = strchr(check->choice, ':');
    const int name =
        (int)(colon ? (size_t)(colon - check->choice) : strlen(check->choice));
    const bool given = text && value_of(text, "settings", value, sizeof value);

    free(text);
    const char *const wrong = given ? about_settings(value) : NULL;
    if (given && !wrong) {
        snprintf(a->report->settings, sizeof a->report->settings, "%.*s:%s",
                 name, check->choice, value);
        return true;
    }
    out->state = RESULT_WRONG;
    a->report->undrawn = "nothing was run";
    if (wrong)
        snprintf(out->finding, sizeof out->finding, "settings: %s", wrong);
    else
        snprintf(out->finding, sizeof out->finding,
                 "no settings yet; write them after 'settings:'");
    return false;
}
