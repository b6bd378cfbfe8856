/* unknown_words.c - see unknown_words.h.
 *
 * A function of CUDA that device/ does not have is an undeclared name for the
 * host's compiler. That is not the kernel's mistake, so it must not be reported
 * as one: the message names the machine's limit. For a name that is not called,
 * only CUDA's documents show whether it is a mistake: cuda_names.c has a list.
 */
#include "unknown_words.h"
#include "base/paths.h"
#include "cuda_names.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Replacements for words that begin like this. */
static const char *const advice[][2] = {
    {"__shfl", "; CUDA no longer has it: write %s_sync(mask, ...)"},
    {"__ballot", "; CUDA no longer has it: write %s_sync(mask, ...)"},
    {"__any", "; CUDA no longer has it: write %s_sync(mask, ...)"},
    {"__all", "; CUDA no longer has it: write %s_sync(mask, ...)"},
    {"cuda", "; it runs only kernels, no host code"},
    {"tex", "; read global memory"},
    {"surf", "; read global memory"},
};

/* "'NAME' was not declared", in the words of g++ and clang++. */
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

/* "#include <cuda/barrier>": missing, or from an installed CUDA, which is for
 * CUDA's own compiler; or a header of device/include that gives the reason. */
static bool unknown_header(const char *words, struct problem *why)
{
    static const char ours[] = "\"the SIMT machine does not know ";
    char source[4096], name[128];
    const char *const said = strstr(words, ours);
    const char *const end = strstr(why->line, " does not compile: ");
    long line;

    snprintf(source, sizeof source, "%.*s", (int)(end - why->line), why->line);
    if (!cuda_header_of(source, words, name, sizeof name, &line))
        return false;
    if (said)
        problem_set(why, NOT_JUDGED, "%s:%ld: %.*s", source, line,
                    (int)strcspn(said + 1, "\""), said + 1);
    else
        problem_set(why, NOT_JUDGED,
                    "%s:%ld: the SIMT machine does not know <%s>", source, line,
                    name);
    return true;
}

/* A template of device/ that is not for these types; the compiler's own message
 * has the line that uses it. */
static bool unknown_types(const char *words, struct problem *why)
{
    static const char failed[] = "static assertion failed: ";
    const char *const said = strstr(words, failed);
    const char *const sentence = said ? said + strlen(failed) : "";
    const struct problem inner = *why;
    const char *const end = strstr(inner.line, " does not compile: ");

    if (strncmp(sentence, "the SIMT machine does not know ", 31) != 0)
        return false;
    problem_set(why, NOT_JUDGED, "%.*s: %s", (int)(end - inner.line),
                inner.line, inner.line + (sentence - why->line));
    return true;
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

/* The place in the compiler's message: FILE:LINE:COLUMN before ": error: ". */
struct place {
    char file[4096];
    long line;
};

static bool take_place(const char *words, const char *error, struct place *to)
{
    const char *end = error;

    for (int number = 0; number < 2; number++)
        for (end--; end > words && *end != ':'; end--)
            if (!isdigit((unsigned char)*end))
                return false;
    to->line = strtol(end + 1, NULL, 10);
    return (size_t)snprintf(to->file, sizeof to->file, "%.*s",
                            (int)(end - words), words) < sizeof to->file;
}

/* "asm: %%rx": ptx/ptx.c turned the register into a variable. */
static bool tell_register(const struct place *at, const char *name,
                          struct problem *why)
{
    static const char prefix[] = "simt_r_";

    if (strncmp(name, prefix, strlen(prefix)) != 0)
        return false;
    problem_set(why, NOT_JUDGED,
                "%s:%ld: asm: its PTX declares no register %s (.reg)", at->file,
                at->line, name + strlen(prefix));
    return true;
}

void unknown_words(struct problem *why)
{
    static const char says[] = " does not compile: ";
    char name[128], hint[256];
    struct place at;
    const char *const place = strstr(why->line, says);
    const char *const words = place ? place + strlen(says) : NULL;
    const char *const error = words ? strstr(words, ": error: ") : NULL;

    if (!words || unknown_header(words, why) || unknown_types(words, why))
        return;
    if (!error || !take_place(words, error, &at))
        return;
    const struct cuda_name *const known = cuda_name_in(error);
    if (known) {
        problem_set(why, NOT_JUDGED,
                    "%s:%ld: the SIMT machine does not know %s%s", at.file,
                    at.line, known->name, known->instead);
        return;
    }
    if (!undeclared(error, name, sizeof name) ||
        tell_register(&at, name, why) || !calls(at.file, at.line, name))
        return;
    add_advice(name, hint, sizeof hint);
    problem_set(why, NOT_JUDGED,
                "%s:%ld: the SIMT machine does not know %s()%s", at.file,
                at.line, name, hint);
}
