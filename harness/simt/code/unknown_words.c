/* unknown_words.c - see unknown_words.h.
 *
 * A function of CUDA that device/ does not have is an undeclared name for the
 * host's compiler. That is not the kernel's mistake, so it must not be told as
 * one: the sentence says whose limit it is.
 */
#include "unknown_words.h"
#include "base/paths.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What to write for words that begin so. */
static const char *const advice[][2] = {
    {"__shfl", "; CUDA has it no more: write %s_sync(mask, ...)"},
    {"__ballot", "; CUDA has it no more: write %s_sync(mask, ...)"},
    {"__any", "; CUDA has it no more: write %s_sync(mask, ...)"},
    {"__all", "; CUDA has it no more: write %s_sync(mask, ...)"},
    {"cuda", "; it takes the kernel alone, without the host's part"},
    {"tex", "; read global memory"},
    {"surf", "; read global memory"},
};

/* "'NAME' was not declared", as g++ and clang++ say it. */
static bool undeclared(const char *words, char *name, size_t size)
{
    const char *at = strstr(words, "use of undeclared identifier '");
    const char *const end = strstr(words, "' was not declared");

    if (at) {
        at = strchr(at, '\'') + 1;
    } else if (end) {
        for (at = end; at > words && at[-1] != '\''; at--)
            ;
    } else {
        return false;
    }
    const size_t length = strcspn(at, "'");
    return (size_t)snprintf(name, size, "%.*s", (int)length, at) < size;
}

/* True when the line of the file has a call of that name. */
static bool calls(const char *file, long line, const char *name)
{
    char *const text = path_read(file, NULL);
    const char *at = text;
    const size_t length = strlen(name);
    bool found = false;

    for (; at && line > 1; line--) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    const char *const end = at ? at + strcspn(at, "\n") : NULL;
    for (; at && at < end && !found; at++)
        found = !strncmp(at, name, length) &&
                at[length + strspn(at + length, " ")] == '(';
    free(text);
    return found;
}

static void add_advice(const char *name, char *to, size_t size)
{
    *to = '\0';
    for (size_t i = 0; i < sizeof advice / sizeof *advice; i++) {
        if (strncmp(name, advice[i][0], strlen(advice[i][0])) != 0)
            continue;
        const char *const blank = strstr(advice[i][1], "%s");
        if (blank)
            snprintf(to, size, "%.*s%s%s", (int)(blank - advice[i][1]),
                     advice[i][1], name, blank + 2);
        else
            snprintf(to, size, "%s", advice[i][1]);
        return;
    }
}

void unknown_words(struct problem *why)
{
    static const char says[] = " does not compile: ";
    char name[128], file[4096], hint[256];
    const char *const words = strstr(why->line, says);
    const char *const error = words ? strstr(words, ": error: ") : NULL;

    if (!error || !undeclared(error, name, sizeof name))
        return;
    /* FILE:LINE:COLUMN */
    const char *const place = words + strlen(says);
    const char *end = error;
    for (int number = 0; number < 2; number++)
        for (end--; end > place && *end != ':'; end--)
            if (!isdigit((unsigned char)*end))
                return;
    snprintf(file, sizeof file, "%.*s", (int)(end - place), place);
    const long line = strtol(end + 1, NULL, 10);
    if (!calls(file, line, name))
        return;
    add_advice(name, hint, sizeof hint);
    problem_set(why, CHECK_FAILED,
                "%s:%ld: the SIMT machine does not know %s()%s", file, line,
                name, hint);
}
