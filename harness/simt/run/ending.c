/* ending.c - how a launch ends early.
 *
 * The first finding ends it: later ones would mostly follow from the first.
 */
#include "ending.h"
#include "parts.h"
#include "report.h"
#include "stuck.h"
#include "trace_moments.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ending_forget(struct ending *ending)
{
    ending->failed = false;
    ending->status = OK;
    ending->words[0] = '\0';
}

struct to_write {
    const struct names *names;
    const char *format;
    va_list *values;
    char *text;
    size_t size;
    uint32_t block; /* the first block that it names */
};

static void write_it(void *arg)
{
    struct to_write *const w = arg;

    w->block = sentence_write(w->names, w->text, w->size, w->format, w->values);
}

static void write_line(struct simt *simt, struct to_write *sentence)
{
    sentence->names = &simt->record.names;
    fibre_errand(simt, write_it, sentence);
}

/* Moves the calls from a sentence to the words: of "descriptors.h:99 (from
 * kernel.cu:128) writes it" the line of the kernel. */
static void move_calls(struct simt *simt, char *line)
{
    static const char from[] = " (from ";
    const char *between = "  ";
    char *at = line;

    while ((at = strstr(at, from))) {
        char *const caller = at + sizeof from - 1, *const end = strchr(at, ')');
        char *place = at, call[256];
        if (!end)
            break;
        while (place > line && place[-1] != ' ')
            place--;
        snprintf(call, sizeof call, "%s%.*s %s %.*s", between,
                 (int)(at - place), place,
                 *between == ' ' ? "is called from" : "from",
                 (int)(end - caller), caller);
        if (!strstr(simt->ending.words, call + 2)) {
            finding_more(simt, call);
            between = ", ";
        }
        memmove(at, end + 1, strlen(end));
    }
    if (*between == ',')
        finding_more(simt, ".\n");
}

void finding(struct simt *simt, const char *format, ...)
{
    struct ending *const ending = &simt->ending;
    char line[sizeof ending->why.line];
    va_list values;

    if (!ending->failed) {
        same_store_forget(&simt->same_store); /* it will not happen */
        stale_tell(simt);
        va_start(values, format);
        struct to_write sentence = {.format = format,
                                    .values = &values,
                                    .text = line,
                                    .size = sizeof line};
        write_line(simt, &sentence);
        va_end(values);
        move_calls(simt, line);
        if (pending_keeps(simt, line, sizeof line))
            return;
        if (simt->record.trace)
            moment_finding(simt, sentence.block, line);
        ending->status = problem_set(&ending->why, CHECK_FAILED, "%s", line);
        ending->failed = true;
    }
    if (fibre_is_running(simt))
        fibre_stop(); /* the fibre never runs again */
}

void end_not_judged(struct simt *simt, const char *format, ...)
{
    struct ending *const ending = &simt->ending;
    va_list values;

    if (!ending->failed) {
        va_start(values, format);
        struct to_write sentence = {.format = format,
                                    .values = &values,
                                    .text = ending->why.line,
                                    .size = sizeof ending->why.line};
        write_line(simt, &sentence);
        va_end(values);
        ending->status = NOT_JUDGED;
        ending->failed = true;
    }
    if (fibre_is_running(simt))
        fibre_stop();
}

void note(struct simt *simt, enum note_kind kind, const char *format, ...)
{
    char *const line = simt->notes.line[kind];
    va_list values;

    if (*line)
        return;
    va_start(values, format);
    struct to_write sentence = {.format = format,
                                .values = &values,
                                .text = line,
                                .size = sizeof simt->notes.line[kind]};
    write_line(simt, &sentence);
    va_end(values);
}

void finding_say(struct simt *simt, const char *format, ...)
{
    char text[512];
    va_list values;

    va_start(values, format);
    struct to_write sentence = {
        .format = format, .values = &values, .text = text, .size = sizeof text};
    write_line(simt, &sentence);
    va_end(values);
    finding_more(simt, text);
}

struct to_name {
    const struct names *names;
    uint32_t site;
    char text[256];
};

static void name_it(void *arg)
{
    struct to_name *const n = arg;

    if (!name_call(n->names, n->site, n->text, sizeof n->text))
        n->text[0] = '\0';
}

void finding_call(struct simt *simt, uint32_t site)
{
    struct to_name call = {.names = &simt->record.names, .site = site};

    fibre_errand(simt, name_it, &call);
    if (!call.text[0])
        return;
    finding_more(simt, "  ");
    finding_more(simt, call.text);
    finding_more(simt, ".\n");
}

void finding_more(struct simt *simt, const char *words)
{
    struct ending *const ending = &simt->ending;
    const size_t used = strlen(ending->words);

    if (!ending->failed)
        snprintf(ending->words + used, sizeof ending->words - used, "%s",
                 words);
}

void end_out_of_memory(struct simt *simt)
{
    struct ending *const ending = &simt->ending;

    if (!ending->failed) {
        ending->status =
            problem_set(&ending->why, MACHINE_LACKS,
                        "out of memory for the SIMT machine's records of this "
                        "launch: use fewer elements, or a smaller --resident");
        ending->failed = true;
    }
    if (fibre_is_running(simt))
        fibre_stop();
}

static size_t words_of(const struct global_memory *global)
{
    size_t bytes = 0;

    for (int i = 0; i < global->pieces; i++)
        bytes += global->piece[i].bytes;
    return bytes / sizeof(uint32_t);
}

void end_if_exhausted(struct simt *simt)
{
    const enum order_trouble trouble = order_trouble(&simt->judge.order);

    if (trouble == ORDER_NO_MEMORY || simt->timing.failed) {
        end_out_of_memory(simt);
    } else if (trouble == ORDER_CLOCK_ENDS && simt->turn.current &&
               !stuck_ends_launch(simt)) {
        const struct thread *const t = simt->turn.current;
        const uint32_t times = t->block->order.clock - simt->judge.order.floor;
        /* More synchronisations than words in memory serve no purpose. */
        if (times > words_of(&simt->global))
            report_endless_sync(simt, t, times);
        else
            report_many_syncs(simt, t, times);
    }
}
