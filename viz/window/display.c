/* display.c - a child opens the X display as SDL will; a child that is not
 * done in time is ended, and no server answers. */
#include "display.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_MS = 1500 };

static bool is_set(const char *name)
{
    const char *const value = getenv(name);

    return value && *value;
}

/* SDL loads the same library. Without it, SDL itself has to find out. */
static bool opens_x(void)
{
    void *const library = dlopen("libX11.so.6", RTLD_NOW);
    void *const symbol = library ? dlsym(library, "XOpenDisplay") : NULL;
    void *(*open_display)(const char *) = NULL;

    memcpy(&open_display, &symbol, sizeof symbol);
    return !symbol || open_display(NULL) != NULL;
}

/* The pipe ends when the child does. */
static bool ends_in_time(int pipe_end)
{
    struct pollfd end = {.fd = pipe_end, .events = POLLIN};

    return poll(&end, 1, PATIENCE_MS) != 0;
}

static bool x_answers(void)
{
    int ends[2], status = 0;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return true; /* it could not be asked */
    const pid_t child = fork();
    if (child == 0) {
        const bool quiet = freopen("/dev/null", "w", stderr) != NULL;
        _exit(opens_x() || !quiet ? 0 : 1);
    }
    close(ends[1]);
    const bool ended = child > 0 && ends_in_time(ends[0]);
    close(ends[0]);
    if (child < 0)
        return true;
    if (!ended)
        kill(child, SIGKILL);
    return waitpid(child, &status, 0) == child && status == 0;
}

bool display_answers(char *why, size_t bytes)
{
    const bool wayland = is_set("WAYLAND_DISPLAY");

    if (is_set("SDL_VIDEODRIVER"))
        return true; /* whatever it is, it was asked for */
    if (!is_set("DISPLAY") && !wayland) {
        snprintf(why, bytes,
                 "no display: DISPLAY is not set; --export FILE.png writes a "
                 "picture without one");
        return false;
    }
    if (!is_set("DISPLAY") || x_answers())
        return true;
    if (wayland && setenv("SDL_VIDEODRIVER", "wayland", 1) == 0)
        return true;
    snprintf(why, bytes,
             "no display: no X server answers at DISPLAY=%.80s; "
             "--export FILE.png writes a picture without one",
             getenv("DISPLAY"));
    return false;
}
