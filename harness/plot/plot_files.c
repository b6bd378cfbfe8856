/* plot_files.c - runs gnuplot and puts finished files in place.
 *
 *     DIR/.scanlab-plot-XXXXXX/      scratch: script, data, gnuplot's pictures
 *     DIR/throughput.gp .dat .svg    renamed here, one by one, when complete
 *
 * A picture counts as complete if it ends as its format requires: gnuplot does
 * not report a full disk.
 */
#include "plot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const struct {
    unsigned format;
    const char *ending;
    const char *last; /* bytes that stand at the end of a complete file */
    size_t length;
} pictures[] = {
    {PLOT_SVG, "svg", "</svg>", 6},
    {PLOT_PNG, "png", "IEND\xae\x42\x60\x82", 8},
    {PLOT_PDF, "pdf", "%%EOF", 5},
};

enum { PICTURES = sizeof pictures / sizeof *pictures, PATH_ROOM = 1024 };

/* ---- signals ---- */

/* What ended it, and gnuplot while it runs; the scratch folder is removed
 * before the program ends of that signal. */
static volatile sig_atomic_t ended_by;
static volatile pid_t gnuplot;
static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDS = sizeof ends / sizeof *ends };
static struct sigaction before[ENDS];

static void on_end(int number)
{
    ended_by = number;
    if (gnuplot > 0)
        kill(gnuplot, SIGTERM);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_end};

    for (int i = 0; i < ENDS; i++)
        if (sigaction(ends[i], NULL, &before[i]) == 0 &&
            before[i].sa_handler != SIG_IGN)
            sigaction(ends[i], &action, NULL);
}

static void let_signals_go(void)
{
    for (int i = 0; i < ENDS; i++)
        sigaction(ends[i], &before[i], NULL);
    if (ended_by)
        raise(ended_by);
}

enum status plot_output_open(struct plot_output *output, const char *folder,
                             struct problem *why)
{
    *output = (struct plot_output){.folder = folder};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return problem_set(why, WRONG_USE, "%s: cannot make this folder: %s",
                           folder, strerror(errno));
    if (snprintf(output->scratch, sizeof output->scratch,
                 "%s/.scanlab-plot-XXXXXX",
                 folder) >= (int)sizeof output->scratch) {
        output->scratch[0] = '\0';
        return problem_set(why, WRONG_USE, "%.40s...: this path is too long",
                           folder);
    }
    catch_signals();
    if (mkdtemp(output->scratch))
        return OK;
    let_signals_go();
    output->scratch[0] = '\0';
    return problem_set(
        why, errno == ENOSPC || errno == EDQUOT ? MACHINE_LACKS : WRONG_USE,
        "%s: cannot write to this folder: %s", folder, strerror(errno));
}

void plot_output_close(struct plot_output *output)
{
    DIR *folder = output->scratch[0] ? opendir(output->scratch) : NULL;

    if (!folder)
        return;
    for (struct dirent *entry; (entry = readdir(folder));)
        unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    rmdir(output->scratch);
    output->scratch[0] = '\0';
    let_signals_go();
}

static void path_in(const char *folder, const struct chart *chart,
                    const char *ending, char out[PATH_ROOM])
{
    snprintf(out, PATH_ROOM, "%s/%s.%s", folder, chart->name, ending);
}

/* ---- text files ---- */

struct job {
    struct plot_output *output;
    const struct chart *chart;
    const struct plot_choice *choice;
    enum plot_table table;
    struct problem *why;
};

static enum status disk_full(const struct job *job, const char *ending,
                             const char *reason)
{
    return problem_set(job->why, MACHINE_LACKS, "%s/%s.%s: cannot write it: %s",
                       job->output->folder, job->chart->name, ending, reason);
}

static void write_content(const struct job *job, const char *ending, FILE *file)
{
    if (strcmp(ending, "dat") == 0)
        plot_write_data(job->chart, file);
    else if (strcmp(ending, "gp") == 0)
        plot_write_script(job->chart, job->choice, file);
    else
        plot_write_table(job->chart, job->table, file);
}

static enum status write_text(const struct job *job, const char *ending)
{
    char path[PATH_ROOM];

    path_in(job->output->scratch, job->chart, ending, path);
    FILE *file = fopen(path, "w");
    if (!file)
        return disk_full(job, ending, strerror(errno));
    write_content(job, ending, file);
    const bool bad = fflush(file) != 0 || ferror(file);
    const int error = errno;
    if (fclose(file) != 0 || bad)
        return disk_full(job, ending, strerror(bad ? error : errno));
    return OK;
}

/* ---- gnuplot ---- */

/* Starts gnuplot in the scratch folder, its messages going to `log` there.
 * Returns 0 or an errno. */
static int start_gnuplot(const struct job *job, pid_t *child)
{
    char script[PATH_ROOM];
    char *const arguments[] = {"gnuplot", "-d", script, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t interrupts;

    snprintf(script, sizeof script, "%s.gp", job->chart->name);
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, job->output->scratch);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "log",
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &interrupts);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawnp(child, "gnuplot", &actions, &attributes,
                                   arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Notes that the script printed go to stderr; *fault gets the first line
 * that looks like gnuplot's complaint. */
static void read_log(const struct job *job, char *fault, size_t room)
{
    char path[PATH_ROOM], line[512];

    snprintf(path, sizeof path, "%s/log", job->output->scratch);
    FILE *log = fopen(path, "r");
    *fault = '\0';
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "note: ", 6) == 0)
            fprintf(stderr, "scanlab plot: %s\n", line + 6);
        else if (strstr(line, "line ") && !*fault)
            snprintf(fault, room, "%.250s", line);
    }
    if (log)
        fclose(log);
}

/* Draws all pictures. A missing gnuplot is said once and is no problem. */
static enum status run_gnuplot(const struct job *job)
{
    char fault[300];
    pid_t child;
    int result = 0;

    if (job->output->no_gnuplot)
        return OK;
    const int error = start_gnuplot(job, &child);
    if (error == 0)
        gnuplot = child;
    if (error == 0 && ended_by) /* before it was known */
        kill(child, SIGTERM);
    while (error == 0 && waitpid(child, &result, 0) < 0 && errno == EINTR)
        ;
    gnuplot = 0;
    if (ended_by)
        return problem_set(job->why, MACHINE_LACKS,
                           "interrupted; no files for the chart %s are kept",
                           job->chart->name);
    if (error == ENOENT || error == EACCES ||
        (error == 0 && WIFEXITED(result) && WEXITSTATUS(result) == 127)) {
        job->output->no_gnuplot = true;
        fprintf(
            stderr,
            "scanlab plot: gnuplot is not installed (apt-get install "
            "gnuplot-nox): scripts and data are written, pictures are not\n");
        return OK;
    }
    if (error)
        return problem_set(job->why, MACHINE_LACKS, "cannot start gnuplot: %s",
                           strerror(error));
    read_log(job, fault, sizeof fault);
    if (WIFSIGNALED(result))
        return problem_set(job->why, MACHINE_LACKS,
                           "gnuplot was killed by signal %d; no files for the "
                           "chart %s are kept",
                           WTERMSIG(result), job->chart->name);
    if (WEXITSTATUS(result) != 0)
        return problem_set(job->why, MACHINE_LACKS, "gnuplot on %s.gp: %s",
                           job->chart->name, *fault ? fault : "failed");
    return OK;
}

/* ---- finished files ---- */

/* 1: the file ends as it must; 0: it is cut off; -1: there is none. */
static int complete(const struct job *job, size_t picture)
{
    char path[PATH_ROOM], tail[64];

    path_in(job->output->scratch, job->chart, pictures[picture].ending, path);
    FILE *file = fopen(path, "rb");
    if (!file)
        return -1;
    size_t got = 0;
    if (fseek(file, -32, SEEK_END) == 0)
        got = fread(tail, 1, sizeof tail, file);
    fclose(file);
    return memmem(tail, got, pictures[picture].last, pictures[picture].length)
               ? 1
               : 0;
}

static enum status put_in_place(const struct job *job, const char *ending)
{
    char from[PATH_ROOM], to[PATH_ROOM];

    path_in(job->output->scratch, job->chart, ending, from);
    path_in(job->output->folder, job->chart, ending, to);
    if (rename(from, to) != 0)
        return problem_set(job->why, WRONG_USE, "%s: cannot write it: %s", to,
                           strerror(errno));
    puts(to);
    return OK;
}

static enum status put_pictures(const struct job *job)
{
    enum status status = OK;

    for (size_t i = 0; i < PICTURES && status == OK; i++)
        if (job->choice->formats & pictures[i].format && complete(job, i) >= 0)
            status = put_in_place(job, pictures[i].ending);
    return status;
}

static enum status check_pictures(const struct job *job)
{
    for (size_t i = 0; i < PICTURES; i++)
        if (job->choice->formats & pictures[i].format && complete(job, i) == 0)
            return disk_full(job, pictures[i].ending,
                             "gnuplot left it unfinished; is the disk full?");
    return OK;
}

enum status plot_output_chart(struct plot_output *output,
                              const struct chart *chart,
                              const struct plot_choice *choice,
                              enum plot_table table, struct problem *why)
{
    const struct job job = {output, chart, choice, table, why};
    const char *const texts[] = {"dat", "gp",
                                 table == PLOT_MARKDOWN ? "md"
                                 : table == PLOT_LATEX  ? "tex"
                                                        : NULL};
    enum status status = OK;

    for (int i = 0; i < 3 && texts[i] && status == OK; i++)
        status = write_text(&job, texts[i]);
    if (status == OK)
        status = run_gnuplot(&job);
    if (status == OK)
        status = check_pictures(&job);
    for (int i = 0; i < 3 && texts[i] && status == OK; i++)
        status = put_in_place(&job, texts[i]);
    if (status == OK)
        status = put_pictures(&job);
    return status;
}
