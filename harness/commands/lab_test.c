/* lab_test.c - `scanlab lab test`: does a lab work as promised? Submits each
 * file of its teacher/, compares points and message with those expected, and
 * runs each command that is printed. */
#include "command_lab.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "base/program.h"
#include "lab/lab_judge.h"
#include "lab/teacher.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct testing {
    const struct lab_options *options;
    enum isolation level;
    char folder[PATH_MAX - 64]; /* folder for the files */
    int labs;                   /* a number that differs from lab to lab */
    int files, failed;
};

/* The length of "wrong" in "wrong/swapped". */
static size_t kind_of(const char *name)
{
    return strcspn(name, "/");
}

/* ------------------------------------------------------- printed commands */

/* The output of a printed command, followed by "exit CODE". */
static char *type_again(const char *again)
{
    char self[PATH_MAX], quoted[PATH_MAX + 8], *line;
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *const rest = strchr(again, ' ');

    if (length <= 0 || !rest)
        return NULL;
    self[length] = '\0';
    path_quote(self, quoted, sizeof quoted);
    if (asprintf(&line, "%s%s 2>&1; echo exit $?", quoted, rest) < 0)
        return NULL;
    const char *const words[] = {"/bin/sh", "-c", line, NULL};
    char *const says = program_says(words);
    free(line);
    return says;
}

/* True: each number of "barriers: got 24, at most ..." is in the output. */
static bool has_counts(const char *gap, const char *output)
{
    for (const char *at = strstr(gap, "got "); at;
         at = strstr(at + 4, "got ")) {
        char number[32];
        snprintf(number, sizeof number, " %.*s ", (int)strcspn(at + 4, ","),
                 at + 4);
        if (!strstr(output, number))
            return false;
    }
    return true;
}

/* `is_settings`: the replay of an unknown setting is wrong use. */
static const char *look_again(const struct result *first,
                              const struct lab_check *check, const char *says,
                              bool is_settings)
{
    char *const output = type_again(first->again);
    const char *fault = NULL;

    if (!output)
        fault = "its command cannot be repeated";
    else if (check->asks == LAB_MEASURE && *first->gap)
        fault = has_counts(first->gap, output)
                    ? NULL
                    : "its command does not print the counts";
    else if (strstr(output, "exit 0\n") ||
             (strstr(output, "exit 2\n") && !is_settings))
        fault = "its command finds nothing";
    else if (*says && !strstr(output, says))
        fault = "its command prints something else";
    free(output);
    return fault;
}

/* ---------------------------------------------------------------- one file */

/* The first difference from what is expected; NULL: none. */
static const char *compare(const struct teacher_file *file,
                           const struct report *report)
{
    const int points = report_points(report);
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    if (points < file->least || points > file->most)
        return "different points are expected";
    if ((file->least == lab_points(report->lab)) != (first == NULL))
        return first ? "something does not hold" : "nothing is found";
    if (!first)
        return NULL;
    if (first->state == RESULT_NOT_JUDGED)
        return "it is not judged";
    if (*file->says && !strstr(first->finding, file->says) &&
        !strstr(first->words, file->says) &&
        !strstr(first->found_in, file->says))
        return "a different message is expected";
    if (*file->breaks && (!check || strcmp(check->property, file->breaks) != 0))
        return "a different property should fail";
    if (check && first->state == RESULT_WRONG && !report->picture[0] &&
        !report->undrawn)
        return "no picture, and no reason given";
    return check && first->again[0]
               ? look_again(first, check, file->says,
                            report->lab->kind == LAB_OF_SETTINGS)
               : NULL;
}

static void print_file(const struct teacher_file *file,
                       const struct report *report, const char *fault)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);

    printf("  %-7s %-36s %3d points, %.1f s%s%s%s%s\n", fault ? "NOT OK" : "ok",
           file->name, report_points(report), report->seconds,
           fault ? ": " : "", fault ? fault : "", first ? ": " : "",
           first ? first->finding : "");
    if (fault && *file->says)
        printf("          expected: %s\n", file->says);
    if (fault && first && first->again[0])
        printf("          %s\n", first->again);
    fflush(stdout);
}

static enum status test_file(struct testing *t, const struct lab *lab,
                             const struct teacher_file *file,
                             struct problem *why)
{
    static struct report report;
    char path[PATH_MAX], picture[PATH_MAX];
    struct output output;
    struct judging how = {.level = t->level, .jobs = t->options->jobs};

    snprintf(path, sizeof path, "%s/%s%s", t->folder, lab->name,
             lab_suffix(lab));
    snprintf(picture, sizeof picture, "%s/picture.png", t->folder);
    how.picture = picture;
    enum status status = output_open(path, &output, why);
    if (status != OK)
        return status;
    fputs(file->text, output.file);
    status = output_commit(&output, why);
    if (status == OK)
        status = judge(lab, path, &how, &report, why);
    if (status == OK) {
        const char *const fault = compare(file, &report);
        print_file(file, &report, fault);
        t->files++;
        t->failed += fault != NULL;
    }
    unlink(path);
    unlink(picture);
    return status;
}

/* ----------------------------------------------------------------- all labs */

/* True: in the sample. One file of each kind, but of also_right/ and partial/
 * only one per lab, alternating from lab to lab. */
static bool in_sample(const struct testing *t,
                      const struct teacher_files *files, int at)
{
    const char *const name = files->list[at].name;
    const size_t kind = kind_of(name);
    const bool same = at > 0 && kind_of(files->list[at - 1].name) == kind &&
                      !strncmp(name, files->list[at - 1].name, kind);
    const char *const left_out = t->labs % 2 ? "also_right/" : "partial/";

    return !t->options->sample ||
           (!same && strncmp(name, left_out, strlen(left_out)) != 0);
}

static enum status test_lab(struct testing *t, const struct lab *lab,
                            struct problem *why)
{
    struct teacher_files files;
    enum status status = teacher_files_read(lab, &files, why);

    printf("%s\n", lab->name);
    t->labs += lab->order;
    for (int i = 0; i < files.count && status == OK; i++)
        if (in_sample(t, &files, i))
            status = test_file(t, lab, &files.list[i], why);
    teacher_files_free(&files);
    return status;
}

static bool is_named(const struct lab *lab, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(lab->name, names[i]))
            return true;
    return count == 0;
}

static enum status make_folder(struct testing *t, struct problem *why)
{
    char cache[PATH_MAX - 128];
    const enum status status = paths_cache(cache, sizeof cache, why);

    if (status != OK)
        return status;
    snprintf(t->folder, sizeof t->folder, "%s/test-%ld-XXXXXX", cache,
             (long)getpid());
    return mkdtemp(t->folder)
               ? OK
               : problem_set(why, MACHINE_LACKS, "cannot make a folder in %s",
                             cache);
}

static enum status test_named(struct testing *t, const struct lab *labs,
                              int count, const char *const *names, int named,
                              struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < count && status == OK; i++)
        if (is_named(&labs[i], names, named))
            status = test_lab(t, &labs[i], why);
    if (status != OK)
        return status;
    printf("%d files, %d not as expected\n", t->files, t->failed);
    return t->failed
               ? problem_set(why, CHECK_FAILED,
                             "%d of %d files did not get the expected result",
                             t->failed, t->files)
               : OK;
}

enum status lab_test_files(const struct lab_options *options,
                           const char *const *names, int count,
                           struct problem *why)
{
    struct testing t = {.options = options};
    struct lab *labs = NULL, lab = {.json = NULL};
    int labs_count = 0;
    enum status status = lab_level(options, &t.level, why);

    for (int i = 0; i < count && status == OK; i++) {
        status = lab_open(names[i], &lab, why);
        lab_close(&lab);
    }
    if (status == OK)
        status = labs_read(&labs, &labs_count, why);
    if (status == OK)
        status = make_folder(&t, why);
    if (status == OK)
        status = test_named(&t, labs, labs_count, names, count, why);
    if (t.folder[0])
        rmdir(t.folder);
    labs_free(labs, labs_count);
    return status;
}
