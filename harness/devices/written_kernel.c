/* written_kernel.c - see written_kernel.h. */
#include "written_kernel.h"
#include "base/paths.h"
#include "compile/module_cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum status written_kernel_text(const struct choice *choice, char **text,
                                struct problem *why)
{
    char home[PATH_MAX], path[PATH_MAX] = "";
    size_t length;

    *text = NULL;
    const enum status status = paths_home(home, sizeof home, why);
    if (status != OK)
        return status;
    FILE *const pattern =
        path_format(path, sizeof path, "%s/algorithms/%s/kernel.pattern", home,
                    choice->algorithm->name)
            ? fopen(path, "r")
            : NULL;
    if (!pattern)
        return problem_set(why, MACHINE_LACKS, "cannot read %s: %s", path,
                           strerror(errno));
    FILE *const out = open_memstream(text, &length);
    bool written = out && choice->implementation->notation->write(choice->value,
                                                                  pattern, out);
    if (out)
        written = fclose(out) == 0 && written;
    fclose(pattern);
    if (written)
        return OK;
    free(*text);
    *text = NULL;
    return problem_set(why, MACHINE_LACKS, "%s is damaged: no kernel of it",
                       path);
}

/* A folder for each setting, so that messages name kernel.cu. */
static bool find_place(const struct choice *choice, const char *cache,
                       char *path, size_t size)
{
    char settings[256];

    choice->implementation->notation->print(choice->value, true, settings,
                                            sizeof settings);
    if (!path_format(path, size, "%s/%s", cache, choice->algorithm->name))
        return false;
    mkdir(path, 0700);
    if (!path_format(path, size, "%s/%s/%s", cache, choice->algorithm->name,
                     settings))
        return false;
    mkdir(path, 0700);
    return path_format(path, size, "%s/%s/%s/kernel.cu", cache,
                       choice->algorithm->name, settings);
}

enum status written_kernel_path(const struct choice *choice, char *path,
                                size_t size, struct problem *why)
{
    char cache[PATH_MAX], *text;
    enum status status = paths_cache(cache, sizeof cache, why);

    if (status == OK)
        status = written_kernel_text(choice, &text, why);
    if (status != OK)
        return status;
    if (!find_place(choice, cache, path, size) || !cache_keep(path, text))
        status = problem_set(why, MACHINE_LACKS,
                             "cannot write to the cache folder %s: %s", cache,
                             strerror(errno));
    free(text);
    return status;
}
