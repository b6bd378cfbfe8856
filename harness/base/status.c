/* status.c - one-sentence problems, and "did you mean". */
#include "status.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum status problem_set(struct problem *why, enum status status,
                        const char *format, ...)
{
    if (!why)
        return status;
    why->found_in[0] = '\0';
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(why->line, sizeof why->line, format, values);
    va_end(values);
    if (length >= (int)sizeof why->line) /* cut, and it shows */
        strcpy(why->line + sizeof why->line - sizeof "...", "...");
    for (char *c = why->line; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return status;
}

void problem_found_in(struct problem *why, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(why->found_in, sizeof why->found_in, format, values);
    va_end(values);
}

int status_exit(enum status status)
{
    return status == NOT_JUDGED ? MACHINE_LACKS : (int)status;
}

const char *verdict_word(enum status status)
{
    return status == CHECK_FAILED ? "WRONG" : "NOT JUDGED";
}

const char *verdict_key(enum status status)
{
    return status == CHECK_FAILED ? "wrong" : "not judged";
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Levenshtein's distance, one row at a time. */
static int edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    int row[LONGEST + 1];
    const int columns = (int)strlen(b);

    if (columns > LONGEST)
        return LONGEST;
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            const int above = row[j];
            int best = diagonal + !same_letter(a[i - 1], b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[columns];
}

const char *nearest_name(const char *typed, const char *const *names)
{
    const char *best = NULL;
    int least = (int)strlen(typed) / 2 + 1;

    for (; *names; names++) {
        const size_t length = strlen(typed);
        if (length >= 3 && !strncasecmp(typed, *names, length))
            return *names; /* the beginning of a name */
        const int distance = edit_distance(typed, *names);
        if (distance < least) {
            least = distance;
            best = *names;
        }
    }
    return best;
}
