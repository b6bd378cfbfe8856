/* lab_check.c - `scanlab lab check`: judges a file, and reports the result. */
#include "command_lab.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "lab/lab_judge.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* The current check, in a line that is erased later. */
struct shown {
    const struct lab *lab;
    int next;
    bool terminal;
    FILE *text; /* NULL: another format, written at the end */
    bool hides;
};

static void clear(const struct shown *shown)
{
    if (shown->terminal)
        fputs("\r\033[K", stderr);
}

static void show_progress(void *context, double seconds)
{
    const struct shown *const shown = context;

    if (shown->terminal && shown->next < shown->lab->checks && seconds > 0.3)
        fprintf(stderr, "\r  %-12s %.0f s ...\033[K",
                shown->lab->check[shown->next].property, seconds);
}

static void tell(void *context, const struct report *report, int check)
{
    struct shown *const shown = context;

    clear(shown);
    shown->next = check + 1;
    if (!shown->text)
        return;
    if (check < 0)
        report_text_begin(report, shown->text);
    else
        report_text_result(report, check, shown->text);
    fflush(shown->text);
}

/* PrairieLearn's report contains the picture: drawn into a file in the cache if
 * none was requested. */
static enum status name_picture(char *out, size_t size, struct problem *why)
{
    char cache[PATH_MAX - 64];
    const enum status status = paths_cache(cache, sizeof cache, why);

    if (status == OK)
        snprintf(out, size, "%s/picture-%ld.png", cache, (long)getpid());
    return status;
}

/* Reports a requested picture that does not exist. */
static void tell_no_picture(const struct lab_options *options,
                            const struct report *report)
{
    const struct lab_check *check;

    if (options->picture && report_first(report, &check) && !report->picture[0])
        fprintf(stderr, "scanlab: no picture %s: %s\n", options->picture,
                report->undrawn ? report->undrawn
                                : "no run was recorded for this finding");
}

/* True: the last check of this file had the same first finding, except for
 * numbers; it is kept in the cache. Without a cache every check is the
 * first. */
static bool repeats(const struct report *report)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);
    char cache[PATH_MAX - 64], path[PATH_MAX], full[PATH_MAX], text[1200] = "";
    struct problem ignored;
    struct output output;
    size_t used = 0;

    if (!first || paths_cache(cache, sizeof cache, &ignored) != OK ||
        !realpath(report->file, full) ||
        !path_format(path, sizeof path, "%s/finding-%016llx", cache,
                     (unsigned long long)XXH64(full, strlen(full), 0)))
        return false;
    for (const char *c = first->finding; *c && used + 1 < sizeof text; c++)
        if (!isdigit((unsigned char)*c))
            text[used++] = *c;
    text[used] = '\0';
    char *const last = path_read(path, NULL);
    const bool same = last && !strcmp(last, text);
    free(last);
    if (!same && output_open(path, &output, &ignored) == OK) {
        fputs(text, output.file);
        output_commit(&output, &ignored);
    }
    return same;
}

static enum status write_report(const struct lab_options *options,
                                struct report *report, FILE *to,
                                struct problem *why)
{
    report->repeats = repeats(report);
    if (options->hides)
        report_hide(report);
    if (options->format != FORMAT_LAB_TEXT)
        return lab_format_write(report, options->format, to, why);
    report_text_end(report, to);
    return OK;
}

/* Writes a report completely or not at all. Classroom 50 treats any exit code
 * other than 0 as a broken grader. */
static enum status check_into(const struct lab_options *options,
                              const struct lab *lab, const char *file,
                              struct judging *how, FILE *to,
                              struct problem *why)
{
    static struct report report;
    struct shown *const shown = how->context;
    enum status status = judge(lab, file, how, &report, why);

    clear(shown);
    if (status == OK)
        tell_no_picture(options, &report);
    if (status == OK)
        status = write_report(options, &report, to, why);
    return status != OK || options->format == FORMAT_LAB_CLASSROOM50
               ? status
               : report_status(&report, why);
}

static enum status check_lab(const struct lab_options *options,
                             const struct lab *lab, const char *file,
                             struct judging *how, struct problem *why)
{
    struct shown *const shown = how->context;
    struct output output = {.file = stdout};

    output_keep(file);
    enum status status =
        options->output ? output_open(options->output, &output, why) : OK;

    if (status != OK)
        return status;
    if (options->format == FORMAT_LAB_TEXT && !options->hides)
        shown->text = output.file;
    status = check_into(options, lab, file, how, output.file, why);
    if (!options->output)
        return status;
    if (status != OK && status != CHECK_FAILED) {
        output_discard(&output);
        return status;
    }
    struct problem unwritten;
    const enum status written = output_commit(&output, &unwritten);
    if (written == OK)
        return status;
    *why = unwritten;
    return written;
}

enum status lab_check_file(const struct lab_options *options, const char *name,
                           const char *file, struct problem *why)
{
    struct lab lab;
    struct shown shown = {.lab = &lab, .terminal = isatty(STDERR_FILENO)};
    char picture[PATH_MAX] = "";
    struct judging how = {.picture = options->picture,
                          .jobs = options->jobs,
                          .told = tell,
                          .progress = show_progress,
                          .context = &shown};
    enum status status = lab_open(name, &lab, why);

    if (status == OK)
        status = lab_level(options, &how.level, why);
    if (status == OK && options->format == FORMAT_LAB_PRAIRIELEARN &&
        !options->picture) {
        status = name_picture(picture, sizeof picture, why);
        how.picture = picture;
    }
    if (status == OK)
        status = check_lab(options, &lab, file, &how, why);
    if (*picture)
        unlink(picture);
    lab_close(&lab);
    return status;
}
