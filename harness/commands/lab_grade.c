/* lab_grade.c - `scanlab lab grade`: grades a folder of submissions into a
 * table. */
#include "command_lab.h"
#include "base/host.h"
#include "lab/grade.h"

#include <stdio.h>
#include <unistd.h>

static void show_progress(void *context, int done, int count)
{
    static uint64_t began, last;
    const uint64_t now = host_now();
    const bool *const terminal = context;

    if (!began)
        began = now;
    if (!*terminal || now - last < 200000000)
        return;
    last = now;
    const double seconds = (double)(now - began) * 1e-9;
    fprintf(stderr, "\r%d of %d graded, %.0f s", done, count, seconds);
    if (done > 0 && seconds > 2)
        fprintf(stderr, ", %.0f s left", seconds * (count - done) / done);
    fputs("\033[K", stderr);
}

/* Uses a level below seccomp only if the user selects it. */
static enum status grading_level(const struct lab_options *options,
                                 enum isolation *out, struct problem *why)
{
    struct problem lacks;
    const enum status status = lab_level(options, out, why);

    if (status != OK || options->isolation || *out >= ISOLATION_SECCOMP)
        return status;
    isolation_has(ISOLATION_SECCOMP, &lacks);
    return problem_set(why, MACHINE_LACKS,
                       "grade runs untrusted code, but %s; to grade without "
                       "it: --isolation limits",
                       lacks.line);
}

static void print_grades(const struct grades *grades, const char *table,
                         const char *reports, double seconds)
{
    printf("%d submission%s: %d right, %d partly right, %d with no points",
           grades->count, grades->count == 1 ? "" : "s", grades->right,
           grades->partly, grades->none);
    if (grades->not_judged)
        printf(", %d not judged", grades->not_judged);
    if (grades->kept)
        printf(" (%d unchanged)", grades->kept);
    printf("; %.1f s\n%s, %s.json, %s/index.html\n", seconds, table, reports,
           reports);
}

static enum status grade_folder_of(const struct lab_options *options,
                                   const char *folder, const struct lab *lab,
                                   struct grading *how, struct problem *why)
{
    struct lab *labs = NULL;
    int count = 0;
    struct submissions submissions = {.list = NULL};
    struct grades grades;
    char reports[PATH_MAX];
    const uint64_t began = host_now();
    enum status status = grade_folder(how->table, reports, PATH_MAX, why);

    if (status == OK)
        status = labs_read(&labs, &count, why);
    if (status == OK)
        status = submissions_read(folder, lab, labs, count, &submissions, why);
    if (status == OK)
        status = grade_all(&submissions, folder, how, &grades, why);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (status == OK)
        print_grades(&grades, options->output, reports,
                     (double)(host_now() - began) * 1e-9);
    if (status == OK && grades.not_judged)
        status = problem_set(
            why, MACHINE_LACKS,
            "%d of %d were not judged: repeat the command to try these again",
            grades.not_judged, grades.count);
    submissions_free(&submissions);
    labs_free(labs, count);
    return status;
}

enum status lab_grade_folder(const struct lab_options *options,
                             const char *folder, struct problem *why)
{
    bool terminal = isatty(STDERR_FILENO);
    struct lab lab = {.json = NULL};
    struct grading how = {.jobs = options->jobs ? options->jobs
                                                : host_facts()->processors,
                          .hides = options->hides,
                          .table = options->output,
                          .progress = show_progress,
                          .context = &terminal};
    enum status status = OK;

    if (!options->output)
        return problem_set(why, WRONG_USE,
                           "lab grade needs -o grades.csv: the table is "
                           "written there, and the reports next to it");
    if (options->lab)
        status = lab_open(options->lab, &lab, why);
    if (status == OK)
        status = grading_level(options, &how.level, why);
    if (status == OK)
        status = grade_folder_of(options, folder, options->lab ? &lab : NULL,
                                 &how, why);
    lab_close(&lab);
    return status;
}
