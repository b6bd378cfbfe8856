/* display.c - tries X and Wayland before SDL does. A child process opens the display
 * in the same way as SDL; if that takes too long, the parent kills the child, and the
 * display counts as not answering. */
#include "display.h"

#include <SDL.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 1500 };

static bool is_set(const char *name)
{
    const char *const value = getenv(name);

    return value && *value;
}

/* ---------------------------------------------------------- in the children */

/* Tries the library that SDL loads. Without it, SDL itself has to find out. */
static bool opens_x(void)
{
    void *const library = dlopen("libX11.so.6", RTLD_NOW);
    void *const symbol = library ? dlsym(library, "XOpenDisplay") : NULL;
    void *(*open_display)(const char *) = NULL;

    memcpy(&open_display, &symbol, sizeof symbol);
    return !symbol || open_display(NULL) != NULL;
}

/* Tries SDL itself, which does not accept every compositor, and has crashed with one
 * that has no keyboard. */
static bool opens_wayland(void)
{
    return SDL_VideoInit("wayland") == 0;
}

/* ------------------------------------------------------------------- probes */

/* A child that opens a display; the pipe ends when the child does. */
struct probe {
    pid_t child; /* -1: could not be created, 0: not needed */
    int end;
};

static struct probe probe_begin(bool (*opens)(void))
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return (struct probe){-1, -1};
    const pid_t child = fork();
    if (child == 0) {
        const bool quiet = freopen("/dev/null", "w", stderr) != NULL;
        _exit(opens() || !quiet ? 0 : 1);
    }
    close(ends[1]);
    return (struct probe){child, ends[0]};
}

static double ms_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* True: the display answers, or could not be tried. */
static bool probe_end(const struct probe *probe, double deadline)
{
    struct pollfd end = {.fd = probe->end, .events = POLLIN};
    const double left = deadline - ms_now();
    int status = 0;

    if (probe->child == 0)
        return false;
    const bool ended =
        probe->child > 0 && poll(&end, 1, left > 0 ? (int)left : 0) != 0;
    if (probe->end >= 0)
        close(probe->end);
    if (probe->child < 0)
        return true;
    if (!ended)
        kill(probe->child, SIGKILL);
    return waitpid(probe->child, &status, 0) == probe->child && status == 0;
}

/* ------------------------------------------------------------------- answer */

static void say_lack(bool x, bool wayland, char *why, size_t bytes)
{
    char at[2][160] = {"", ""};

    if (x)
        snprintf(at[0], sizeof at[0], "no X server answers at DISPLAY=%.80s",
                 getenv("DISPLAY"));
    if (wayland)
        snprintf(at[1], sizeof at[1],
                 "no Wayland compositor answers SDL at WAYLAND_DISPLAY=%.80s",
                 getenv("WAYLAND_DISPLAY"));
    snprintf(why, bytes,
             "no display: %s%s%s; --export FILE.png writes a picture without "
             "one",
             x || wayland ? at[0]
                          : "neither DISPLAY nor WAYLAND_DISPLAY is set",
             x && wayland ? ", and " : "", at[1]);
}

bool display_answers(char *why, size_t bytes)
{
    const double deadline = ms_now() + PATIENCE_MS;
    const bool x = is_set("DISPLAY"), wayland = is_set("WAYLAND_DISPLAY");
    struct probe of_x = {0, -1}, of_wayland = {0, -1};

    if (is_set("SDL_VIDEODRIVER"))
        return true; /* an explicit choice of driver is not checked */
    if (is_set("WAYLAND_SOCKET"))
        return true; /* a connection for a single use: left to SDL */
    if (x)
        of_x = probe_begin(opens_x);
    if (wayland)
        of_wayland = probe_begin(opens_wayland);
    const bool x_answers = probe_end(&of_x, deadline);
    const bool wayland_answers = probe_end(&of_wayland, deadline);
    if (!x_answers && !wayland_answers) {
        say_lack(x, wayland, why, bytes);
        return false;
    }
    /* SDL would wait for the other one forever. */
    if (x && wayland && x_answers != wayland_answers)
        setenv("SDL_VIDEODRIVER", x_answers ? "x11" : "wayland", 1);
    return true;
}
