/* lab_hint.c - `scanlab lab hint`: prints one of the lab's hints, or the line
 * at which a small change makes a wrong file right. */
#include "command_lab.h"
#include "base/host.h"
#include "base/paths.h"
#include "lab/wrong_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum status print_hint(const struct lab *lab, const char *typed,
                              struct problem *why)
{
    char *end;
    const long which = typed ? strtol(typed, &end, 10) : 1;

    if (lab->hints == 0)
        return problem_set(why, WRONG_USE, "%s has no hints", lab->name);
    if (typed && (*end || end == typed || which < 1 || which > lab->hints))
        return problem_set(
            why, WRONG_USE,
            "hint %s: want a number from 1 to %d, or a file NAME%s", typed,
            lab->hints, lab_suffix(lab));
    printf("Hint %ld of %d: %s\n", which, lab->hints, lab->hint[which - 1]);
    if (which < lab->hints)
        printf("The next one: %s lab hint %s %ld\n", path_scanlab(), lab->name,
               which + 1);
    return OK;
}

/* -------------------------------------------------------------- which line? */

static void show_tries(int done, int all)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r  small changes to one line: %d of %d\033[K", done,
                all);
}

/* Prints the text of line `line`, without leading spaces. */
static void print_line(const char *path, int line)
{
    char *const text = path_read(path, NULL);
    const char *at = text;

    while (at && line-- > 1)
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    if (at) {
        at += strspn(at, " \t");
        printf("    %.*s\n", (int)strcspn(at, "\r\n"), at);
    }
    free(text);
}

static void print_found(const struct report *report,
                        const struct wrong_line *found)
{
    const struct lab_check *check;
    const int most = lab_points(report->lab);

    report_first(report, &check);
    if (!found->line) {
        printf("%s: none of %d small one-line changes corrects `%s`%s: it may "
               "need %s.\n",
               report->shown, found->tried, check->property,
               found->late ? " (stopped after a minute)" : "",
               found->late ? "a different or larger change"
                           : "a larger change");
        return;
    }
    printf("%s:%d: %s on this line, and nothing else, %s:\n", report->shown,
           found->line, edit_word(found->kind),
           found->points == most ? "makes everything right"
                                 : "gives more points");
    print_line(report->file, found->line);
    printf("%d of %d points with that change, %d without it; %d small change%s "
           "tried\n",
           found->points, most, report_points(report), found->tried,
           found->tried == 1 ? "" : "s");
}

static enum status find_line(const struct lab_options *options,
                             const struct lab *lab, const char *file,
                             struct problem *why)
{
    static struct report report;
    struct judging how = {.jobs = options->jobs};
    struct wrong_line found;
    enum status status = lab_level(options, &how.level, why);

    if (status == OK)
        status = judge(lab, file, &how, &report, why);
    if (status == OK)
        status = wrong_line_find(&report, how.level,
                                 options->jobs ? options->jobs
                                               : host_facts()->processors,
                                 show_tries, &found, why);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (status == OK)
        print_found(&report, &found);
    return status;
}

enum status lab_hint(const struct lab_options *options, const struct lab *lab,
                     const char *typed, struct problem *why)
{
    const size_t length = typed ? strlen(typed) : 0;
    const size_t suffix = strlen(lab_suffix(lab));

    return length > suffix && !strcmp(typed + length - suffix, lab_suffix(lab))
               ? find_line(options, lab, typed, why)
               : print_hint(lab, typed, why);
}
