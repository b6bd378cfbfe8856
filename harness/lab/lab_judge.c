/* lab_judge.c - see lab_judge.h. */
#include "lab_judge.h"
#include "check_run.h"
#include "frame.h"
#include "base/host.h"
#include "base/paths.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --------------------------------------------------------- its own folder */

/* Removes a folder left behind by a process that was killed. */
static void sweep(const char *folder)
{
    const char *const pid = strrchr(folder, '/') + strlen("/lab-");
    char inside[PATH_MAX];
    glob_t files;

    if (kill((pid_t)atol(pid), 0) == 0 || errno != ESRCH ||
        !path_format(inside, sizeof inside, "%s/*", folder))
        return;
    if (glob(inside, 0, NULL, &files) == 0)
        for (size_t i = 0; i < files.gl_pathc; i++)
            unlink(files.gl_pathv[i]);
    globfree(&files);
    rmdir(folder);
}

static void sweep_all(const char *cache)
{
    char pattern[PATH_MAX];
    glob_t found = {.gl_pathc = 0};

    if (path_format(pattern, sizeof pattern, "%s/lab-*-??????", cache) &&
        glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            sweep(found.gl_pathv[i]);
    globfree(&found);
}

static enum status make_scratch(struct check_run *a, struct problem *why)
{
    char cache[PATH_MAX - 64];
    enum status status = paths_cache(cache, sizeof cache, why);

    if (status != OK)
        return status;
    sweep_all(cache);
    snprintf(a->scratch, sizeof a->scratch, "%s/lab-%ld-XXXXXX", cache,
             (long)getpid());
    if (mkdtemp(a->scratch))
        return OK;
    a->scratch[0] = '\0';
    return problem_set(why, MACHINE_LACKS, "no folder can be made in %s: %s",
                       cache, strerror(errno));
}

static void remove_scratch(const struct check_run *a)
{
    const char *const files[] = {a->report->shown, ASK_CSV, ASK_TRACE};
    char path[PATH_MAX + 300];

    if (!a->scratch[0])
        return;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", a->scratch, files[i]);
        unlink(path);
    }
    rmdir(a->scratch);
}

/* Keeps a simple name with the lab's suffix for messages and command lines; any
 * other file is named after the lab. */
static void choose_name(const struct lab *lab, const char *file, bool keeps,
                        char *out, size_t size)
{
    const char *const slash = strrchr(file, '/');
    const char *const name = slash ? slash + 1 : file;
    const char *const suffix = lab_suffix(lab);
    const size_t length = strlen(name), end = strlen(suffix);
    bool plain = keeps && length > end && length < 128 &&
                 !strcmp(name + length - end, suffix) &&
                 isalnum((unsigned char)*name);

    for (const char *c = name; *c; c++)
        plain &= isalnum((unsigned char)*c) || strchr("._-", *c) != NULL;
    if (plain)
        snprintf(out, size, "%s", name);
    else
        snprintf(out, size, "%s%s", lab->name, suffix);
}

static enum status write_copy(const struct check_run *a, const char *text,
                              size_t bytes, struct problem *why)
{
    char path[PATH_MAX + 300];

    snprintf(path, sizeof path, "%s/%s", a->scratch, a->report->shown);
    FILE *const file = fopen(path, "wb");
    bool written = file && fwrite(text, 1, bytes, file) == bytes;
    if (file && fclose(file) != 0)
        written = false;
    return written ? OK
                   : problem_set(why, MACHINE_LACKS, "cannot write %s: %s",
                                 path, strerror(errno));
}

/* ------------------------------------------------------------- given part */

/* Returns OK, whatever is wrong with the submission. */
static enum status take_finding(struct result *out, enum status status,
                                const struct problem *finding,
                                struct problem *why)
{
    out->state = status == OK ? RESULT_RIGHT : RESULT_WRONG;
    if (status == OK)
        return OK;
    if (status != CHECK_FAILED) {
        *why = *finding;
        return status;
    }
    snprintf(out->finding, sizeof out->finding, "%s", finding->line);
    return OK;
}

static enum status look_at_given(struct check_run *a, struct problem *why)
{
    struct report *const report = a->report;
    char skeleton_path[PATH_MAX], name[32], *text = NULL, *skeleton = NULL;
    size_t bytes = 0;
    struct problem finding;
    enum status status = submission_read(report->file, &text, &bytes, &finding);

    if (status == OK) {
        snprintf(name, sizeof name, "skeleton%s", lab_suffix(report->lab));
        status = lab_path(report->lab, name, skeleton_path,
                          sizeof skeleton_path, &finding);
        skeleton = status == OK ? path_read(skeleton_path, NULL) : NULL;
        if (!skeleton)
            status = problem_set(&finding, MACHINE_LACKS, "cannot read %s",
                                 skeleton_path);
    }
    if (status == OK && report->lab->kind <= LAB_OF_C)
        status = frame_check(skeleton, text, report->shown, &report->fills,
                             &finding);
    status = take_finding(&report->given, status, &finding, why);
    if (status == OK && report->given.state == RESULT_RIGHT)
        status = write_copy(a, text, bytes, why);
    free(skeleton);
    free(text);
    return status;
}

/* ------------------------------------------------------------- all of them */

/* A condition, which has no points, must hold before the checks below it run.
 * Costs are those of a correct scan: they are checked if all else holds. */
static bool is_asked(const struct report *report, int at)
{
    const struct lab_check *const check = &report->lab->check[at];

    if (report->given.state != RESULT_RIGHT || !report->compiles)
        return false;
    if (check->after >= 0 && report->result[check->after].state != RESULT_RIGHT)
        return false;
    for (int i = 0; i < at; i++) {
        const struct lab_check *const above = &report->lab->check[i];
        const bool matters =
            above->points == 0 ||
            (check->asks == LAB_MEASURE && above->asks != LAB_MEASURE);
        if (matters && report->result[i].state != RESULT_RIGHT)
            return false;
    }
    return true;
}

static enum status ask_all(struct check_run *a, struct problem *why)
{
    struct report *const report = a->report;
    const struct judging *const how = a->how;
    enum status status = OK;

    if (how->replay && report->given.state == RESULT_RIGHT) {
        bool holds = false;
        status = check_run_replay(a, how->replay, &holds, why);
        if (status != OK || !holds)
            return status;
    }
    for (int i = 0; i < report->lab->checks && status == OK; i++) {
        if (is_asked(report, i))
            status =
                check_run(a, &report->lab->check[i], &report->result[i], why);
        if (status == OK && how->told)
            how->told(how->context, report, i);
    }
    return status;
}

enum status judge(const struct lab *lab, const char *file,
                  const struct judging *how, struct report *out,
                  struct problem *why)
{
    struct check_run a = {.report = out, .how = how};
    const uint64_t began = host_now();

    *out = (struct report){
        .lab = lab, .file = file, .level = how->level, .compiles = true};
    choose_name(lab, file, !how->own_name, out->shown, sizeof out->shown);
    path_quote(how->own_name ? out->shown : file, out->typed,
               sizeof out->typed);
    enum status status = make_scratch(&a, why);
    if (status == OK)
        status = look_at_given(&a, why);
    if (status == OK && how->told)
        how->told(how->context, out, -1);
    if (status == OK)
        status = ask_all(&a, why);
    remove_scratch(&a);
    out->seconds = (double)(host_now() - began) * 1e-9;
    return status;
}
