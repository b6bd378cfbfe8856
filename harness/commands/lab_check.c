/* lab_check.c - `scanlab lab check`: judge a file, and say what was found. */
#include "command_lab.h"
#include "lab/lab_judge.h"

#include <stdio.h>
#include <unistd.h>

/* What is asked now, in a line that goes away. */
struct shown {
    const struct lab *lab;
    const struct report *report;
    int next;
    bool terminal, text;
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
        report_text_begin(report, stdout);
    else
        report_text_result(report, check, stdout);
    fflush(stdout);
}

enum status lab_check_file(const struct lab_options *options, const char *name,
                           const char *file, struct problem *why)
{
    static struct report report;
    struct lab lab;
    struct shown shown = {
        .lab = &lab, .terminal = isatty(STDERR_FILENO), .text = true};
    struct judging how = {.picture = options->picture,
                          .jobs = options->jobs,
                          .keeps_name = true,
                          .told = tell,
                          .progress = show_progress,
                          .context = &shown};
    enum status status = lab_open(name, &lab, why);

    if (status == OK)
        status = lab_level(options, &how.level, why);
    if (status == OK)
        status = judge(&lab, file, &how, &report, why);
    clear(&shown);
    if (status == OK) {
        report_text_end(&report, stdout);
        status = report_status(&report, why);
    }
    lab_close(&lab);
    return status;
}
