/* paths.c - finding sources and the cache. */
#include "paths.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool path_format(char *out, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(out, size, format, values);
    va_end(values);
    return length >= 0 && (size_t)length < size;
}

size_t path_quote(const char *word, char *out, size_t size)
{
    bool plain = *word != '\0';
    size_t used = 0;

    for (const char *c = word; *c; c++)
        plain &= isalnum((unsigned char)*c) || strchr("._-/+,:=@%", *c);
    if (plain)
        return (size_t)snprintf(out, size, "%s", word);
    used += (size_t)snprintf(out, size, "'");
    for (const char *c = word; *c && used + 6 < size; c++)
        used += (size_t)snprintf(out + used, size - used,
                                 *c == '\'' ? "'\\''" : "%c", *c);
    if (used + 2 < size)
        used += (size_t)snprintf(out + used, size - used, "'");
    return used;
}

char *path_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t used = 0, room = 1 << 14;

    if (!file)
        return NULL;
    for (;;) {
        char *more = realloc(text, room + 1);
        if (!more)
            goto give_up;
        text = more;
        used += fread(text + used, 1, room - used, file);
        if (used < room)
            break;
        room *= 2;
    }
    if (ferror(file))
        goto give_up;
    fclose(file);
    text[used] = '\0';
    if (length)
        *length = used;
    return text;

give_up:
    fclose(file);
    free(text);
    return NULL;
}

static bool is_home(const char *folder)
{
    char probe[PATH_MAX];
    return path_format(probe, sizeof probe,
                       "%s/algorithms/contract/algorithm.h", folder) &&
           access(probe, R_OK) == 0;
}

enum status paths_home(char *out, size_t size, struct problem *why)
{
    static const char *const around[] = {"", "/../share/scanlab", "/..",
                                         "/../..", "/../../.."};
    const char *said = getenv("SCANLAB_HOME");
    char self[PATH_MAX];

    if (said) {
        if (!is_home(said))
            return problem_set(why, WRONG_USE,
                               "SCANLAB_HOME=%s contains no folder algorithms/",
                               said);
        char real[PATH_MAX]; /* compilers run in folders of their own */
        return realpath(said, real) && path_format(out, size, "%s", real)
                   ? OK
                   : problem_set(why, WRONG_USE, "SCANLAB_HOME is too long");
    }
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        return problem_set(why, MACHINE_LACKS, "cannot read /proc/self/exe");
    self[length] = '\0';
    *strrchr(self, '/') = '\0';
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        char folder[PATH_MAX], real[PATH_MAX];
        if (path_format(folder, sizeof folder, "%s%s", self, around[i]) &&
            is_home(folder) && realpath(folder, real) &&
            path_format(out, size, "%s", real))
            return OK;
    }
    return problem_set(
        why, MACHINE_LACKS,
        "no folder algorithms/ near %s: set SCANLAB_HOME to the checkout",
        self);
}

bool paths_make_folders(char *path)
{
    for (char *c = path + 1; *c; c++) {
        if (*c != '/')
            continue;
        *c = '\0';
        const bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *c = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

enum status paths_cache(char *out, size_t size, struct problem *why)
{
    const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    bool fits;
    struct stat facts;

    if (xdg && *xdg)
        fits = path_format(out, size, "%s/scanlab", xdg);
    else if (home && *home && access(home, W_OK) == 0)
        fits = path_format(out, size, "%s/.cache/scanlab", home);
    else
        fits = path_format(out, size, "/tmp/scanlab-%u", (unsigned)getuid());
    if (!fits)
        return problem_set(why, WRONG_USE, "XDG_CACHE_HOME is too long");
    if (!paths_make_folders(out) || access(out, W_OK) != 0)
        return problem_set(why, MACHINE_LACKS,
                           "cannot write the cache folder %s: %s (set "
                           "XDG_CACHE_HOME to a writable folder)",
                           out, strerror(errno));
    /* Code is loaded from here, so no other user may write to it. */
    if (stat(out, &facts) == 0 && !S_ISDIR(facts.st_mode))
        return problem_set(why, MACHINE_LACKS,
                           "the cache folder %s is a file: set XDG_CACHE_HOME "
                           "to a writable folder",
                           out);
    if (stat(out, &facts) != 0 || facts.st_uid != geteuid() ||
        (facts.st_mode & 022))
        return problem_set(why, MACHINE_LACKS,
                           "other users can write to the cache folder %s, from "
                           "which code is loaded: delete it (rm -r)",
                           out);
    return OK;
}

/* --------------------------------------------------------- its own name */

static const char *scanlab = "scanlab";

void path_started_as(const char *program)
{
    if (!strcmp(program, "./scanlab"))
        scanlab = "./scanlab";
}

const char *path_scanlab(void)
{
    return scanlab;
}

const char *path_typed(const char *command)
{
    static const char plain[] = "scanlab ";
    static char typed[4096];

    if (strncmp(command, plain, strlen(plain)) != 0)
        return command;
    snprintf(typed, sizeof typed, "%s %s", scanlab, command + strlen(plain));
    return typed;
}
