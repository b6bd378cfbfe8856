/* program.c - a pipe and posix_spawn. */
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Returns the end to read from, or -1. */
static int start(const char *const *arguments, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    const int error = posix_spawn(child, arguments[0], &actions, NULL,
                                  (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0)
        return ends[0];
    close(ends[0]);
    return -1;
}

char *program_says(const char *const *arguments)
{
    pid_t child;
    const int from = start(arguments, &child);
    FILE *const pipe = from < 0 ? NULL : fdopen(from, "r");
    char *text = NULL;
    size_t used = 0, room = 0;

    while (pipe) {
        if (used + 1 >= room) {
            char *const more = realloc(text, room = 2 * room + 4096);
            if (!more)
                break;
            text = more;
        }
        const size_t got = fread(text + used, 1, room - 1 - used, pipe);
        used += got;
        text[used] = '\0';
        if (got == 0)
            break;
    }
    if (pipe)
        fclose(pipe);
    while (from >= 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return text;
}
