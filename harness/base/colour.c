/* colour.c - ECMA-48 escapes, if the terminal supports them. */
#include "colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colours(FILE *to)
{
    const char *const without = getenv("NO_COLOR"), *const term =
                                                        getenv("TERM");

    return isatty(fileno(to)) && !(without && *without) && term &&
           strcmp(term, "dumb") != 0;
}

const char *colour_wrong(FILE *to)
{
    return has_colours(to) ? "\033[1;31m" : "";
}

const char *colour_right(FILE *to)
{
    return has_colours(to) ? "\033[32m" : "";
}

const char *colour_off(FILE *to)
{
    return has_colours(to) ? "\033[0m" : "";
}
