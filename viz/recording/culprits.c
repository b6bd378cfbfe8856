/* culprits.c - see culprits.h. */
#include "culprits.h"

#include <stdio.h>
#include <string.h>

/* "a.cu:72 (block 0, thread 2)" at `who`, which is its bracket. */
static bool is_by(const struct event *e, const char *words, const char *who,
                  int block, int thread)
{
    if (e->kind != EVENT_ACCESS || !e->memory.line)
        return false;
    const char *const line = e->memory.line;
    const char *const caller = strstr(line, " ("); /* "a.cu:72 (from b.cu:9)" */
    const size_t length = caller ? (size_t)(caller - line) : strlen(line);
    return e->block == block && e->memory.thread == thread && length > 0 &&
           who >= words + length + 1 && who[-1] == ' ' &&
           !strncmp(who - 1 - length, line, length);
}

/* The newest access before event `until` by that thread at that line. */
static int access_by(const struct recording *recording, int until,
                     const char *words, const char *who)
{
    int block, thread;

    if (sscanf(who, "(block %d, thread %d)", &block, &thread) != 2)
        return -1;
    for (int i = until - 1; i >= 0; i--) {
        const struct event *const e = &recording->event[i];
        if (is_by(e, words, who, block, thread) &&
            strstr(words, e->memory.word))
            return i;
    }
    return -1;
}

void find_culprits(struct recording *recording)
{
    int *const culprit = recording->culprit;
    int count = 0, i = recording->events - 1;

    while (i >= 0 && recording->event[i].kind != EVENT_FINDING)
        i--;
    recording->found = i;
    culprit[0] = culprit[1] = -1;
    if (i < 0)
        return;
    const char *const words = recording->event[i].name;
    const char *who = strstr(words, "(block ");
    for (; who && count < 2; who = strstr(who + 1, "(block "))
        culprit[count++] = access_by(recording, i, words, who);
    if (culprit[0] < 0 || culprit[1] < 0)
        culprit[0] = culprit[1] = -1;
}
