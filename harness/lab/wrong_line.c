/* wrong_line.c - see wrong_line.h. */
#include "wrong_line.h"
#include "base/host.h"
#include "base/paths.h"
#include "sandbox/children.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COMMAND_SECONDS = 10, NEAR_LINES = 3 };
#define MAX_NS UINT64_C(60000000000)

struct search {
    const struct report *report;
    enum isolation level;
    void (*progress)(int done, int all);
    char *source;
    struct edits edits;
    int tries;
    char replay[2300]; /* of the first finding */
    char folder[PATH_MAX];
    struct wrong_line *out;
    uint64_t began; /* ns */
};

/* The result of one change. */
struct tried {
    int points;
    bool full; /* all points of the lab */
};

/* ----------------------------------------------------------- in a child */

static void judge_edit(void *context, int task, void *result)
{
    static struct report report;
    const struct search *const s = context;
    struct tried *const out = result;
    const struct judging how = {.level = s->level,
                                .seconds = COMMAND_SECONDS,
                                .jobs = 1,
                                .own_name = true,
                                .replay = s->replay};
    char path[PATH_MAX + 32];
    struct problem ignored;
    char *const text = edit_apply(s->source, &s->edits.list[task]);

    snprintf(path, sizeof path, "%s/%d%s", s->folder, task,
             lab_suffix(s->report->lab));
    FILE *const file = text ? fopen(path, "w") : NULL;
    bool written = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0)
        written = false;
    if (written && judge(s->report->lab, path, &how, &report, &ignored) == OK)
        out->points = report_points(&report);
    out->full = out->points == lab_points(s->report->lab);
    unlink(path);
    free(text);
}

/* -------------------------------------------------------- in the parent */

static bool take_points(void *context, int task, const void *result,
                        const struct child_words *words)
{
    struct search *const s = context;
    const struct edit *const edit = &s->edits.list[task];
    const struct tried *const tried = result;

    s->out->tried++;
    if (!words->end && tried->points > s->out->points) {
        s->out->points = tried->points;
        s->out->line = edit->line;
        s->out->kind = edit->kind;
    }
    s->out->late = s->out->tried < s->tries && host_now() - s->began >= MAX_NS;
    return (words->end || !tried->full) && !s->out->late;
}

static bool is_last(const void *result, bool ended_well)
{
    return ended_well && ((const struct tried *)result)->full;
}

static void show_progress(void *context, int ended)
{
    const struct search *const s = context;

    if (s->progress)
        s->progress(ended, s->tries);
}

static enum status try_all(struct search *s, int jobs, struct problem *why)
{
    const struct children_job job = {.tasks = s->tries,
                                     .children = jobs,
                                     .result_bytes = sizeof(struct tried),
                                     .run = judge_edit,
                                     .done = take_points,
                                     .is_last = is_last,
                                     .progress = show_progress,
                                     .context = s};
    char cache[PATH_MAX - 64];
    enum status status = paths_cache(cache, sizeof cache, why);

    if (status != OK)
        return status;
    /* A name that lab_judge.c cleans up, should this process be killed. */
    snprintf(s->folder, sizeof s->folder, "%s/lab-%ld-XXXXXX", cache,
             (long)getpid());
    if (!mkdtemp(s->folder))
        return problem_set(why, MACHINE_LACKS, "cannot make a folder in %s: %s",
                           cache, strerror(errno));
    status = children_run(&job, why);
    rmdir(s->folder);
    return status;
}

/* ---------------------------------------------------------- which come first */

/* True: the text names a line of the file near this one. */
static bool names_near(const struct report *report, const char *text, int line)
{
    const size_t length = strlen(report->shown);

    for (const char *at = text; (at = strstr(at, report->shown)); at += length)
        if (at[length] == ':' &&
            abs(atoi(at + length + 1) - line) <= NEAR_LINES)
            return true;
    return false;
}

/* Puts changes near a line named in the finding before others of the same
 * rank. */
static void put_near_first(struct search *s)
{
    const struct lab_check *check;
    const struct result *const first = report_first(s->report, &check);

    for (int i = 0; i < s->edits.count; i++) {
        struct edit *const e = &s->edits.list[i];
        e->rank =
            2 * e->rank + !(names_near(s->report, first->finding, e->line) ||
                            names_near(s->report, first->words, e->line));
    }
    edits_sort(&s->edits);
}

/* The command that reproduces the finding, with the name that judge() gives to
 * a file. */
static void make_replay(struct search *s, const struct result *finding)
{
    const struct report *const report = s->report;
    const char *const typed = strstr(finding->again, report->typed);
    const int before = typed ? (int)(typed - finding->again) : 0;

    if (typed)
        snprintf(s->replay, sizeof s->replay, "%.*s%s%s%s", before,
                 finding->again, report->lab->name, lab_suffix(report->lab),
                 typed + strlen(report->typed));
}

/* CHECK_FAILED: no change of a line can correct the first finding. */
static enum status look_at_finding(struct search *s, struct problem *why)
{
    const struct report *const report = s->report;
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    if (!first)
        return problem_set(why, CHECK_FAILED,
                           "all properties hold: no line is wrong");
    if (report->lab->kind > LAB_OF_C)
        return problem_set(why, CHECK_FAILED, "lab %s has no code to search",
                           report->lab->name);
    if (check && check->asks == LAB_MEASURE)
        return problem_set(
            why, CHECK_FAILED,
            "the scan is right, and many lines contribute to a count: `lab "
            "check` names the first count that is out of range");
    make_replay(s, first);
    return check && *s->replay && first->state == RESULT_WRONG
               ? OK
               : problem_set(why, CHECK_FAILED,
                             "nothing ran: see the finding of `lab check`");
}

enum status wrong_line_find(const struct report *report, enum isolation level,
                            int jobs, void (*progress)(int done, int all),
                            struct wrong_line *out, struct problem *why)
{
    struct search s = {
        .report = report, .level = level, .progress = progress, .out = out};
    size_t bytes;
    enum status status = look_at_finding(&s, why);

    *out = (struct wrong_line){.points = report_points(report)};
    if (status == OK)
        status = submission_read(report->file, &s.source, &bytes, why);
    if (status == OK)
        status = edits_make(s.source, &s.edits, why);
    if (status == OK)
        put_near_first(&s);
    s.began = host_now();
    s.tries =
        s.edits.count < WRONG_LINE_TRIES ? s.edits.count : WRONG_LINE_TRIES;
    if (status == OK && s.tries > 0)
        status = try_all(&s, jobs, why);
    edits_free(&s.edits);
    free(s.source);
    return status;
}
