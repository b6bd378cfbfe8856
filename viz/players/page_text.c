/* page_text.c - see page_text.h. */
#include "page_text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static unsigned char shown_letter(char c)
{
    return (unsigned char)c < ' ' || c == 127 ? ' ' : (unsigned char)c;
}

void put_html(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: putc(shown_letter(*text), out); break;
        }
}

void put_number(FILE *out, double x)
{
    char text[32];

    x = fmax(fmin(x, DBL_MAX), -DBL_MAX);
    snprintf(text, sizeof text, "%.15g", x);
    if (strtod(text, NULL) != x)
        snprintf(text, sizeof text, "%.17g", x);
    fputs(text, out);
}
