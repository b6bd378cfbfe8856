/* simt_choice.c - converts --schedule and similar options to simt_options, and
 * back. */
#include "simt_choice.h"
#include "simt/cost/model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_RESIDENT = 64 };

static enum status choose_resident(const char *text, int *out,
                                   struct problem *why)
{
    char *end;

    if (!text)
        return OK;
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (errno || end == text || *end || value < 1 || value > MAX_RESIDENT)
        return problem_set(why, WRONG_USE,
                           "--resident %s: want the number of blocks that run "
                           "at the same time, 1 to %d",
                           text, MAX_RESIDENT);
    *out = (int)value;
    return OK;
}

/* One schedule, or one for each seed of random:1..100. */
static enum status add_schedules(char *text, const struct simt_options *common,
                                 struct simt_options out[MAX_SCHEDULES],
                                 int *count, struct problem *why)
{
    char *dots = strstr(text, "..");
    char *end = NULL;
    unsigned long long last = 0;
    struct simt_options first = *common;

    if (dots) {
        errno = 0;
        last = strtoull(dots + 2, &end, 10);
        if (errno || end == dots + 2 || *end || dots[2] == '-')
            return problem_set(
                why, WRONG_USE,
                "--schedule %s: write a range of seeds like 1..100", text);
        *dots = '\0';
    }
    const enum status status = schedule_parse(text, &first, why);
    if (status != OK)
        return status;
    if (!dots)
        last = first.seed;
    if (last < first.seed)
        return problem_set(why, WRONG_USE,
                           "--schedule %s..%llu: the range runs backwards; "
                           "swap its ends",
                           text, last);
    for (unsigned long long seed = first.seed; seed <= last; seed++) {
        if (*count == MAX_SCHEDULES)
            return problem_set(why, WRONG_USE, "--schedule: at most %d",
                               MAX_SCHEDULES);
        out[*count] = first;
        out[(*count)++].seed = seed;
    }
    return OK;
}

enum status simt_choose(const struct shared_options *options, const char *usual,
                        bool checking, bool counting,
                        struct simt_options out[MAX_SCHEDULES], int *count,
                        struct problem *why)
{
    struct simt_options common = {.checking = checking,
                                  .counting = counting,
                                  .lockstep = options->lockstep,
                                  .strict_barriers = options->strict_barriers};
    const char *text = options->schedule ? options->schedule : usual;
    enum status status =
        choose_resident(options->resident, &common.resident, why);

    if (status == OK && options->machine_file)
        status = model_read(options->machine_file, why);

    *count = 0;
    while (status == OK && *text) {
        const size_t length = strcspn(text, ",");
        char one[64];
        if (length >= sizeof one)
            return problem_set(why, WRONG_USE, "--schedule %s: too long", text);
        memcpy(one, text, length);
        one[length] = '\0';
        status = add_schedules(one, &common, out, count, why);
        text += length + (text[length] == ',');
    }
    if (status == OK && *count == 0)
        return problem_set(why, WRONG_USE, "--schedule names no schedule");
    return status;
}
