/* grade.c - see grade.h. */
#include "grade.h"
#include "lab_formats.h"
#include "lab_judge.h"
#include "lab_report_html.h"
#include "frame.h"
#include "base/host.h"
#include "base/output_file.h"
#include "base/paths.h"

#include <argp.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

enum status grade_folder(const char *table, char *out, size_t size,
                         struct problem *why)
{
    static const char suffix[] = ".csv";
    const size_t length = strlen(table), end = strlen(suffix);

    if (length <= end || strcmp(table + length - end, suffix) != 0)
        return problem_set(why, WRONG_USE, "-o %s: the name must end in .csv",
                           table);
    return path_format(out, size, "%.*s", (int)(length - end), table)
               ? OK
               : problem_set(why, WRONG_USE, "-o: the path is too long");
}

/* ---------------------------------------------------------- judged before? */

static void add_file(XXH64_state_t *state, const char *path)
{
    size_t bytes = 0;
    char *const text = path_read(path, &bytes);

    XXH64_update(state, text ? text : "", bytes);
    free(text);
}

/* Everything that the report depends on: the file, the lab, this program, the
 * options. */
static void make_key(const struct submission *s, const struct grading *how,
                     char out[32])
{
    XXH64_state_t *const state = XXH64_createState();
    char skeleton[32];
    const char *const of_lab[] = {"lab.json", skeleton};
    struct problem finding;
    char path[PATH_MAX], *text = NULL;
    size_t bytes = 0;

    snprintf(skeleton, sizeof skeleton, "skeleton%s", lab_suffix(s->lab));
    XXH64_reset(state, (XXH64_hash_t)how->level * 2 + how->hides);
    XXH64_update(state, argp_program_version, strlen(argp_program_version));
    for (int i = 0; i < 2; i++)
        if (lab_path(s->lab, of_lab[i], path, sizeof path, NULL) == OK)
            add_file(state, path);
    if (submission_read(s->path, &text, &bytes, &finding) == OK)
        XXH64_update(state, text, bytes);
    else
        XXH64_update(state, finding.line, strlen(finding.line));
    free(text);
    snprintf(out, 32, "%016llx", (unsigned long long)XXH64_digest(state));
    XXH64_freeState(state);
}

static bool is_kept(const char *reports, const struct submission *s,
                    const char *key)
{
    char path[PATH_MAX + 256];

    snprintf(path, sizeof path, "%s/%s.json", reports, s->name);
    json_t *const kept = json_load_file(path, 0, NULL);
    const char *const of = json_string_value(json_object_get(kept, "key"));
    const bool same = of && !strcmp(of, key);
    json_decref(kept);
    return same;
}

/* ------------------------------------------------- in a submission's child */

static enum status write_json(const char *path, json_t *document,
                              struct problem *why)
{
    struct output output;
    enum status status = output_open(path, &output, why);

    if (status == OK) {
        json_dumpf(document, output.file, JSON_INDENT(2) | JSON_ENSURE_ASCII);
        putc('\n', output.file);
        status = output_commit(&output, why);
    }
    return status;
}

static enum status write_html(const char *path, const struct report *report,
                              const char *student, struct problem *why)
{
    struct output output;
    enum status status = output_open(path, &output, why);

    if (status == OK) {
        lab_write_html(report, student, output.file);
        status = output_commit(&output, why);
    }
    return status;
}

/* A report of a failure of this machine is not kept. */
static enum status write_down(const struct submission *s,
                              const struct report *report, const char *reports,
                              const char *key, struct problem *why)
{
    const struct lab_check *check;
    const struct result *const first = report_first(report, &check);
    const bool judged = !first || first->state != RESULT_NOT_JUDGED;
    char path[PATH_MAX + 256];

    snprintf(path, sizeof path, "%s/%s.html", reports, s->name);
    enum status status = write_html(path, report, s->student, why);
    json_t *const document = lab_json(report);
    if (!document)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    json_object_set_new(document, "student", lab_json_text(s->student));
    json_object_set_new(document, "key", json_string(judged ? key : ""));
    json_object_set_new(document, "state", json_string(report_word(report)));
    snprintf(path, sizeof path, "%s/%s.json", reports, s->name);
    if (status == OK)
        status = write_json(path, document, why);
    json_decref(document);
    return status;
}

/* Elapsed time: long, since a busy machine is slow. Endless loops are
 * found by the SIMT machine, or through the limit of processor time. */
enum { COMMAND_SECONDS = 240 };

static enum status judge_one(const struct submission *s, const char *folder,
                             const struct grading *how, const char *reports,
                             const char *key, struct problem *why)
{
    static struct report report;
    char hidden[PATH_MAX], picture[PATH_MAX + 256];
    const struct judging judging = {.level = how->level,
                                    .jobs = 1,
                                    .seconds = COMMAND_SECONDS,
                                    .hidden = realpath(folder, hidden) ? hidden
                                                                       : NULL,
                                    .picture = picture,
                                    .own_name = true};

    snprintf(picture, sizeof picture, "%s/%s.png", reports, s->name);
    enum status status = judge(s->lab, s->path, &judging, &report, why);
    if (status == OK && how->hides)
        report_hide(&report);
    if (status == OK)
        status = write_down(s, &report, reports, key, why);
    unlink(picture); /* the page contains it */
    return status;
}

/* ----------------------------------------------------------- in the parent */

struct work {
    const struct submissions *submissions;
    const char *folder;
    const struct grading *how;
    const char *reports;
    int next, done, running;
    pid_t *child;      /* of each running one; 0: free */
    uint64_t *started; /* ns */
};

/* True: started one. */
static bool start_one(struct work *w, int place, struct grades *out)
{
    while (w->next < w->submissions->count) {
        const struct submission *const s = &w->submissions->list[w->next++];
        char key[32];
        struct problem why = {.line = ""};
        if (s->path[0])
            make_key(s, w->how, key);
        if (!s->path[0] || is_kept(w->reports, s, key)) {
            out->kept += s->path[0] != '\0';
            w->done++;
            continue;
        }
        fflush(NULL);
        const pid_t child = fork();
        if (child == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            output_forget_all();
            const enum status status =
                judge_one(s, w->folder, w->how, w->reports, key, &why);
            if (status != OK)
                fprintf(stderr, "scanlab: %s: %s\n", s->student, why.line);
            fflush(NULL);
            _exit(status);
        }
        w->child[place] = child > 0 ? child : 0;
        w->started[place] = host_now();
        w->running += child > 0;
        return child > 0;
    }
    return false;
}

/* The time of all commands of a lab, each at its limit. */
enum { MAX_SECONDS = LAB_MOST_CHECKS * COMMAND_SECONDS };

/* True: one ended. */
static bool reap(struct work *w)
{
    bool ended = false;

    for (int i = 0; i < w->how->jobs; i++) {
        if (!w->child[i])
            continue;
        if (host_now() - w->started[i] > (uint64_t)MAX_SECONDS * 1000000000)
            kill(w->child[i], SIGKILL);
        if (waitpid(w->child[i], NULL, WNOHANG) == 0)
            continue;
        w->child[i] = 0;
        w->running--;
        w->done++;
        ended = true;
    }
    return ended;
}

static void run_all(struct work *w, struct grades *out)
{
    const struct timespec pause = {0, 5000000};
    bool more = true;

    while (more || w->running > 0) {
        for (int i = 0; i < w->how->jobs && more; i++)
            if (!w->child[i])
                more = start_one(w, i, out);
        if (!reap(w))
            nanosleep(&pause, NULL);
        if (w->how->progress)
            w->how->progress(w->how->context, w->done, w->submissions->count);
    }
}

enum status grade_all(const struct submissions *submissions, const char *folder,
                      const struct grading *how, struct grades *out,
                      struct problem *why)
{
    char reports[PATH_MAX];
    struct work work = {.submissions = submissions,
                        .folder = folder,
                        .how = how,
                        .reports = reports};
    enum status status = grade_folder(how->table, reports, PATH_MAX, why);

    *out = (struct grades){.count = submissions->count};
    if (status != OK)
        return status;
    if (mkdir(reports, 0777) != 0 && errno != EEXIST)
        return problem_set(why, WRONG_USE, "%s: %s", reports, strerror(errno));
    work.child = calloc((size_t)how->jobs, sizeof *work.child);
    work.started = calloc((size_t)how->jobs, sizeof *work.started);
    if (work.child && work.started)
        run_all(&work, out);
    else
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    free(work.child);
    free(work.started);
    return status == OK ? grade_write(submissions, how, reports, out, why)
                        : status;
}
