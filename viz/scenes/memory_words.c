/* memory_words.c - sentences about a block's memory accesses. */
#include "memory_words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NAMED = 6, LONG_WORD = 10 };

static void add(char *line, size_t bytes, const char *format, ...)
{
    const size_t used = strlen(line);
    va_list values;

    va_start(values, format);
    vsnprintf(line + used, bytes - used, format, values);
    va_end(values);
}

void memory_say_step(const struct accesses *a, int number, char *line,
                     size_t bytes)
{
    const struct step *const step = &a->step[number];

    line[0] = 0;
    if (a->launch)
        add(line, bytes, "%s, ", a->launch->name);
    add(line, bytes, "block %d, ", a->block);
    if (a->warp >= 0)
        add(line, bytes, "warp %d, ", a->warp);
    add(line, bytes, "step %d of %d: ", number + 1, a->steps);
    if (step->by_phase)
        add(line, bytes, "the phase '%s'", step->begin);
    else if (!step->begin && !step->over)
        add(line, bytes, "no barrier before or after");
    else if (!step->begin)
        add(line, bytes, "up to the barrier at %s", step->over);
    else if (!step->over)
        add(line, bytes, "after the barrier at %s", step->begin);
    else if (!strcmp(step->begin, step->over))
        add(line, bytes, "between two barriers at %s", step->begin);
    else
        add(line, bytes, "between the barriers at %s and %s", step->begin,
            step->over);
}

void memory_name_row(const struct accesses *a, int number, char *line,
                     size_t bytes)
{
    const struct memory_row *const row = &a->row[number];
    const char *const first = a->cell[row->first].word;
    const char *const last = a->cell[row->last].word;

    if (row->first == row->last)
        snprintf(line, bytes, "%s", first);
    else if (strlen(last) < LONG_WORD)
        snprintf(line, bytes, "%.*s[%lld..%lld]", word_name(first), first,
                 word_index(first), word_index(last));
    else
        snprintf(line, bytes, "%.*s[%lld..]", word_name(first), first,
                 word_index(first));
}

void memory_say_conflicts(const struct accesses *a, int left_out, char *line,
                          size_t bytes)
{
    int most = 0;

    line[0] = 0;
    for (int bank = 0; bank < BANKS; bank++)
        if (a->at_once[bank] > most)
            most = a->at_once[bank];
    if (left_out > 0)
        add(line, bytes, "%d more rows do not fit%s", left_out,
            most > 1 ? "; " : "");
    if (most > 1)
        add(line, bytes, "%d-way bank conflict, %d extra wavefront%s", most,
            a->wavefronts, a->wavefronts == 1 ? "" : "s");
}

static const char *line_of(const struct accesses *a, int access)
{
    const char *const line =
        a->recording->event[a->access[access].event].memory.line;
    return line ? line : "?";
}

/* "; in this step read by threads 5, 6" */
static void list_threads(const struct accesses *a, int cell, bool writes,
                         char *line, size_t bytes)
{
    const struct step *const step = &a->step[a->now];
    int count = 0, last = -1;

    for (int i = step->first; i < step->end; i++) {
        const struct access *const x = &a->access[i];
        if (x->cell != cell || x->writes != writes || x->thread == last)
            continue;
        last = x->thread;
        if (count == 0)
            add(line, bytes, "; in this step %s by thread %d",
                writes ? "written" : "read", x->thread);
        else if (count < MAX_NAMED)
            add(line, bytes, ", %d", x->thread);
        count++;
    }
    if (count > MAX_NAMED)
        add(line, bytes, " and %d more", count - MAX_NAMED);
}

void memory_tell_word(const struct accesses *a, int number, char *line,
                      size_t bytes)
{
    const struct cell *const cell = &a->cell[number];

    snprintf(line, bytes, "%s", cell->word);
    if (cell->value && (cell->is_written || !cell->shared))
        add(line, bytes, " = %s", cell->value);
    if (cell->shared)
        add(line, bytes, ", bank %lld", cell->byte / BANK_BYTES % BANKS);
    if (cell->is_written)
        add(line, bytes, ": written by thread %d at %s",
            a->access[cell->writer].thread, line_of(a, cell->writer));
    else if (cell->shared && a->warp < 0)
        add(line, bytes, ": not written yet");
    list_threads(a, number, false, line, bytes);
    list_threads(a, number, true, line, bytes);
    if (cell->at_once > 1)
        add(line, bytes,
            "; one of %d words that its bank serves one after another",
            cell->at_once);
}

void memory_tell_thread(const struct accesses *a, int thread, char *line,
                        size_t bytes)
{
    const struct step *const step = &a->step[a->now];
    int count = 0;

    snprintf(line, bytes, "thread %d:", thread);
    for (int i = step->first; i < step->end; i++) {
        const struct access *const x = &a->access[i];
        if (x->thread != thread)
            continue;
        if (count < MAX_NAMED)
            add(line, bytes, "%s %s %s at %s", count > 0 ? "," : "",
                x->writes ? "writes" : "reads", a->cell[x->cell].word,
                line_of(a, i));
        count++;
    }
    if (count == 0)
        add(line, bytes, " accesses nothing in this step");
    if (count > MAX_NAMED)
        add(line, bytes, " and %d more", count - MAX_NAMED);
}
