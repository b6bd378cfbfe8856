/* program.c - runs a program with posix_spawn and reads its output through a
 * pipe. */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Our environment, but that `line`, HOME=..., is in place of the HOME there.
 * The caller frees it; NULL: no memory. */
static char **environment_with(char *line)
{
    size_t count = 0, kept = 0;

    while (environ[count])
        count++;
    char **const all = malloc((count + 2) * sizeof *all);
    if (!all)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "HOME=", 5) != 0)
            all[kept++] = environ[i];
    all[kept++] = line;
    all[kept] = NULL;
    return all;
}

static int spawn(pid_t *child, const char *home, const char *const *arguments,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes)
{
    char line[PATH_MAX + sizeof "HOME="];

    snprintf(line, sizeof line, "HOME=%s", home ? home : "");
    char **const own = home ? environment_with(line) : environ;
    const int error =
        own ? posix_spawn(child, arguments[0], actions, attributes,
                          (char *const *)arguments, own)
            : ENOMEM;
    if (home)
        free(own);
    return error;
}

/* Returns the end to read from, or -1. */
static int start(const char *home, const char *const *arguments, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t group; /* of its own, with all that it starts */
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawnattr_init(&group);
    posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
    const int error = spawn(child, home, arguments, &actions, &group);
    posix_spawnattr_destroy(&group);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0)
        return ends[0];
    close(ends[0]);
    return -1;
}

double program_patience(void)
{
    enum { USUAL = 120, MOST = 100000 };
    const char *const said = getenv("SCANLAB_COMPILE_SECONDS");
    const double seconds = said ? strtod(said, NULL) : 0;

    return seconds > 0 && seconds < MOST ? seconds : USUAL;
}

/* False: nothing has come for too long, and it has been ended. */
static bool waits_for_words(int from, pid_t child)
{
    const int most = (int)(program_patience() * CLOCK_TIMES * 1000);
    struct pollfd ready = {.fd = from, .events = POLLIN};

    while (true) {
        const int got = poll(&ready, 1, most);
        if (got > 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        kill(-child, SIGKILL);
        return false;
    }
}

char *program_says(const char *const *arguments)
{
    return program_says_at(NULL, arguments);
}

char *program_says_at(const char *home, const char *const *arguments)
{
    pid_t child;
    const int from = start(home, arguments, &child);
    char *text = NULL;
    size_t used = 0, room = 0;

    while (from >= 0) {
        if (used + 1 >= room) {
            char *const more = realloc(text, room = 2 * room + 4096);
            if (!more)
                break;
            text = more;
        }
        const ssize_t got = waits_for_words(from, child)
                                ? read(from, text + used, room - 1 - used)
                                : 0;
        used += got > 0 ? (size_t)got : 0;
        text[used] = '\0';
        if (got <= 0)
            break;
    }
    if (from >= 0)
        close(from);
    while (from >= 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return text;
}
