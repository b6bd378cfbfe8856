/* namespaces.c - see namespaces.h.
 *
 *     /                     read-only
 *     /tmp /home /root ...  empty
 *     scanlab's sources     read-only again, if inside one of these
 *     lectures/             empty: solutions and sheets
 *     cache, scratch        may be written
 */
#include "namespaces.h"
#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool find_program(const char *name, char *out, size_t size)
{
    const char *path = getenv("PATH");

    while (path && *path) {
        const size_t length = strcspn(path, ":");
        if (length > 0 &&
            path_format(out, size, "%.*s/%s", (int)length, path, name) &&
            access(out, X_OK) == 0)
            return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* Does it end with 0? Without a word. */
static bool succeeds(const char *const *words)
{
    posix_spawn_file_actions_t silent;
    pid_t child;
    int end = -1;

    posix_spawn_file_actions_init(&silent);
    for (int file = 0; file <= 2; file++)
        posix_spawn_file_actions_addopen(&silent, file, "/dev/null", O_RDWR, 0);
    const int error = posix_spawn(&child, words[0], &silent, NULL,
                                  (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&silent);
    while (error == 0 && waitpid(child, &end, 0) < 0 && errno == EINTR)
        ;
    return error == 0 && WIFEXITED(end) && WEXITSTATUS(end) == 0;
}

static void add(struct namespaces_words *out, const char *a, const char *b,
                const char *c)
{
    const char *const words[] = {a, b, c};

    for (int i = 0; i < 3 && words[i]; i++)
        if (out->count < NAMESPACES_MOST_WORDS - 1)
            out->word[out->count++] = words[i];
}

/* Processes are not unshared: the files that are being made in the cache are
 * called after process ids, by which others know whose they are. A seal lets
 * none be signalled. */
static void add_unshared(struct namespaces_words *out, const char *program)
{
    add(out, program, "--unshare-user", "--unshare-net");
    add(out, "--unshare-ipc", "--unshare-uts", "--die-with-parent");
    add(out, "--new-session", NULL, NULL);
    add(out, "--ro-bind", "/", "/");
    add(out, "--dev", "/dev", NULL);
}

enum status namespaces_work(struct problem *why)
{
    static int known; /* 0: not yet; 1: yes; 2: not here; 3: not allowed */
    char program[PATH_MAX];

    if (!known && !find_program("bwrap", program, sizeof program))
        known = 2;
    if (!known) {
        struct namespaces_words words = {.count = 0};
        add_unshared(&words, program);
        add(&words, "--", "/bin/true", NULL);
        words.word[words.count] = NULL;
        known = succeeds(words.word) ? 1 : 3;
    }
    if (known == 1)
        return OK;
    return problem_set(
        why, MACHINE_LACKS, "%s",
        known == 2
            ? "bubblewrap is not installed (install the package bubblewrap)"
            : "bubblewrap is not allowed to create namespaces here (because of "
              "a container or an operating-system setting)");
}

/* Folders that others' files lie in. */
static void add_hidden(struct namespaces_words *out,
                       const struct enclosure *enclosure)
{
    static const char *const private[] = {"/tmp",   "/home", "/root",    "/mnt",
                                          "/media", "/srv",  "/var/tmp", NULL};

    for (int i = 0; private[i]; i++)
        if (access(private[i], F_OK) == 0)
            add(out, "--tmpfs", private[i], NULL);
    if (enclosure->hidden)
        add(out, "--tmpfs", enclosure->hidden, NULL);
}

enum status namespaces_words(const struct enclosure *enclosure,
                             struct namespaces_words *out, struct problem *why)
{
    static char lectures[PATH_MAX], self[PATH_MAX];
    enum status status = paths_home(out->home, sizeof out->home, why);

    out->count = 0;
    if (status == OK)
        status = paths_cache(out->cache, sizeof out->cache, why);
    if (status != OK)
        return status;
    if (!find_program("bwrap", out->program, sizeof out->program))
        return problem_set(why, MACHINE_LACKS, "bubblewrap is gone");
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0 ||
        !path_format(lectures, sizeof lectures, "%s/lectures", out->home))
        return problem_set(why, MACHINE_LACKS, "%s: the path is too long",
                           out->home);
    self[length] = '\0';
    add_unshared(out, out->program);
    add_hidden(out, enclosure);
    add(out, "--ro-bind", out->home, out->home);
    add(out, "--ro-bind", self, self);
    if (access(lectures, F_OK) == 0)
        add(out, "--tmpfs", lectures, NULL);
    add(out, "--bind", out->cache, out->cache);
    add(out, "--bind", enclosure->scratch, enclosure->scratch);
    add(out, "--chdir", enclosure->scratch, "--");
    return OK;
}
