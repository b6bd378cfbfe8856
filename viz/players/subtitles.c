/* subtitles.c - see subtitles.h.
 * Source: W3C, WebVTT: The Web Video Text Tracks Format. */
#include "subtitles.h"

#include <string.h>

static void put_time(FILE *out, double at)
{
    const long thousandths = (long)(at * 1000 + 0.5);

    fprintf(out, "%02ld:%02ld:%02ld.%03ld", thousandths / 3600000,
            thousandths / 60000 % 60, thousandths / 1000 % 60,
            thousandths % 1000);
}

/* Text of a trace must not be markup, nor end a cue. */
static void put_words(FILE *out, const char *words)
{
    for (const char *c = words; *c; c++)
        if (*c == '&' || *c == '<' || *c == '>')
            fputs(*c == '&' ? "&amp;" : *c == '<' ? "&lt;" : "&gt;", out);
        else
            putc((unsigned char)*c < ' ' && *c != '\n' ? ' ' : *c, out);
}

static void put_cue(struct subtitles *subtitles, double until)
{
    FILE *const out = subtitles->file;

    if (!*subtitles->said)
        return;
    put_time(out, subtitles->since);
    fputs(" --> ", out);
    put_time(out, until);
    putc('\n', out);
    put_words(out, subtitles->said);
    fputs("\n\n", out);
}

void subtitles_begin(struct subtitles *subtitles, FILE *file)
{
    *subtitles = (struct subtitles){.file = file};
    if (file)
        fputs("WEBVTT\n\n", file);
}

void subtitles_say(struct subtitles *subtitles, double at, const char *words)
{
    if (!subtitles->file || !strcmp(subtitles->said, words))
        return;
    put_cue(subtitles, at);
    subtitles->since = at;
    snprintf(subtitles->said, sizeof subtitles->said, "%s", words);
}

bool subtitles_end(struct subtitles *subtitles, double at)
{
    if (!subtitles->file)
        return true;
    put_cue(subtitles, at);
    return !ferror(subtitles->file);
}
