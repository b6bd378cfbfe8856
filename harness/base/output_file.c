/* output_file.c - writes a temporary file, then renames: no reader sees a
 * partial file. */
#include "output_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status failed(const struct output *out, int error,
                          struct problem *why)
{
    const bool machine = error == ENOSPC || error == EDQUOT || error == EFBIG ||
                         error == EIO || error == ENOMEM || error == EMFILE ||
                         error == ENFILE;

    return problem_set(why, machine ? MACHINE_LACKS : WRONG_USE,
                       "cannot write %s: %s%s", out->name, strerror(error),
                       error == ENOENT ? "; the folder must exist" : "");
}

/* Creates the temporary file; returns 0 or an errno. */
static int create_beside(struct output *out, mode_t mode)
{
    const size_t bytes = strlen(out->target) + 40;

    out->temporary = malloc(bytes);
    if (!out->temporary)
        return ENOMEM;
    for (int attempt = 0; attempt < 100; attempt++) {
        snprintf(out->temporary, bytes, "%s.%ld-%d.tmp", out->target,
                 (long)getpid(), attempt);
        const int fd =
            open(out->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd < 0 && errno == EEXIST)
            continue;
        if (fd < 0)
            return errno;
        out->file = fdopen(fd, "wb");
        if (out->file)
            return 0;
        const int error = errno;
        close(fd);
        unlink(out->temporary);
        return error;
    }
    return EEXIST;
}

/* Names of temporary files that a signal handler may have to remove. Slots are
 * filled and emptied by single pointer stores. */
enum { MAX_OPEN = 64 };
static char *volatile open_temporaries[MAX_OPEN];

void output_remove_temporaries(void)
{
    for (int i = 0; i < MAX_OPEN; i++)
        if (open_temporaries[i])
            unlink(open_temporaries[i]);
}

void output_forget_all(void)
{
    for (int i = 0; i < MAX_OPEN; i++)
        open_temporaries[i] = NULL;
}

bool output_note(char *path)
{
    for (int i = 0; i < MAX_OPEN; i++)
        if (!open_temporaries[i]) {
            open_temporaries[i] = path;
            return true;
        }
    return false;
}

void output_unnote(char *path)
{
    for (int i = 0; i < MAX_OPEN; i++)
        if (path && open_temporaries[i] == path)
            open_temporaries[i] = NULL;
}

/* The temporary file, and the note of it: a signal between the two would leave
 * the file. Returns 0 or an errno. */
static int create_noted(struct output *out, mode_t mode)
{
    sigset_t ends, before;

    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ends, &before);
    const int error = create_beside(out, mode);
    const bool noted = error || output_note(out->temporary);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert(noted &&
           "too many open output files: a signal could not remove them all");
    (void)noted;
    return error;
}

static void forget(struct output *out)
{
    output_unnote(out->temporary);
    free(out->target);
    free(out->temporary);
    *out = (struct output){.name = out->name};
}

/* Files that this process reads: --source, a header of each kind, ... */
enum { MAX_KEPT = 64 };
static struct {
    dev_t device;
    ino_t number;
} kept[MAX_KEPT];
static int kept_count;

static bool is_kept(const struct stat *file)
{
    for (int i = 0; i < kept_count; i++)
        if (kept[i].device == file->st_dev && kept[i].number == file->st_ino)
            return true;
    return false;
}

void output_keep(const char *path)
{
    struct stat file;

    if (kept_count == MAX_KEPT || stat(path, &file) != 0 ||
        !S_ISREG(file.st_mode) || is_kept(&file))
        return;
    kept[kept_count].device = file.st_dev;
    kept[kept_count++].number = file.st_ino;
}

enum status output_open(const char *path, struct output *out,
                        struct problem *why)
{
    struct stat info;
    mode_t mode = 0666;
    int error = 0;

    *out = (struct output){.name = path};
    if (strcmp(path, "-") == 0) {
        out->name = "standard output";
        out->file = stdout;
        return OK;
    }
    if (!*path)
        return failed(out, ENOENT, why);
    const bool exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        out->file = fopen(path, "wb"); /* a directory fails here, by name */
        return out->file ? OK : failed(out, errno, why);
    }
    if (exists && is_kept(&info))
        return problem_set(why, WRONG_USE,
                           "cannot write %s: it is an input of this command; "
                           "name another file",
                           path);
    if (exists && access(path, W_OK) != 0)
        return failed(out, errno, why);
    if (exists)
        mode = info.st_mode & 0777;
    out->target = exists ? realpath(path, NULL) : strdup(path);
    error = out->target ? create_noted(out, mode) : errno;
    if (!error)
        return OK;
    forget(out);
    return failed(out, error, why);
}

/* Closes the file, without the rename. Returns 0 or an errno. */
static int finish(struct output *out)
{
    int error = 0;

    /* A write that failed earlier set errno, and nothing since cleared it. */
    if (fflush(out->file) != 0 || ferror(out->file))
        error = errno ? errno : EIO;
    if (out->file != stdout && fclose(out->file) != 0 && !error)
        error = errno;
    out->file = NULL;
    return error;
}

enum status output_commit_all(struct output *const *out, int count,
                              struct problem *why)
{
    const struct output *wrong = NULL;
    int error = 0;

    for (int i = 0; i < count && !error; i++)
        if ((error = finish(out[i])))
            wrong = out[i];
    for (int i = 0; i < count && !error; i++)
        if (out[i]->temporary &&
            rename(out[i]->temporary, out[i]->target) != 0) {
            error = errno;
            wrong = out[i];
        }
    const enum status status = error ? failed(wrong, error, why) : OK;
    for (int i = 0; i < count; i++)
        if (error)
            output_discard(out[i]);
        else
            forget(out[i]);
    return status;
}

enum status output_commit(struct output *out, struct problem *why)
{
    return output_commit_all(&out, 1, why);
}

void output_discard(struct output *out)
{
    if (out->file && out->file != stdout)
        fclose(out->file);
    if (out->temporary)
        unlink(out->temporary);
    forget(out);
}

/* Compares the folders of two new files, and the files' names there. */
static bool same_new_file(const char *a, const char *b)
{
    const char *const slash[2] = {strrchr(a, '/'), strrchr(b, '/')};
    const char *const path[2] = {a, b}, *name[2];
    struct stat folder[2];

    for (int i = 0; i < 2; i++) {
        char *const of =
            slash[i] ? strndup(path[i], (size_t)(slash[i] - path[i]) + 1)
                     : strdup(".");
        const bool there = of && stat(of, &folder[i]) == 0;
        free(of);
        if (!there)
            return false;
        name[i] = slash[i] ? slash[i] + 1 : path[i];
    }
    return !strcmp(name[0], name[1]) && folder[0].st_ino == folder[1].st_ino &&
           folder[0].st_dev == folder[1].st_dev;
}

bool output_same_file(const char *a, const char *b)
{
    struct stat one, other;
    const bool has_one = stat(a, &one) == 0, has_other = stat(b, &other) == 0;

    if (!strcmp(a, "-") || !strcmp(b, "-") || has_one != has_other)
        return false;
    if (!has_one)
        return same_new_file(a, b);
    return S_ISREG(one.st_mode) && one.st_ino == other.st_ino &&
           one.st_dev == other.st_dev;
}
