/* page_text.c - see page_text.h. */
#include "page_text.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

unsigned char shown_letter(char c)
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

/* U+2028 and U+2029 are ends of a line to JavaScript. */
void put_json_text(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++)
        if (strchr("\"\\<>&'", *text) || *text == PLACE_OF_NUMBER)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else if (!strncmp(text, "\xe2\x80\xa8", 3) ||
                 !strncmp(text, "\xe2\x80\xa9", 3)) {
            fprintf(out, "\\u%04x", text[2] == '\xa8' ? 0x2028u : 0x2029u);
            text += 2;
        } else
            putc(shown_letter(*text), out);
    putc('"', out);
}

void put_json_text_or_null(FILE *out, const char *text)
{
    if (text)
        put_json_text(out, text);
    else
        fputs("null", out);
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
