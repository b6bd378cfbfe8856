/* nvrtc.c - compiling with NVRTC. */
#include "nvrtc.h"
#include "base/paths.h"
#include "compile/dependencies.h"
#include "compile/module_cache.h"
#include "nvrtc_library.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------ dependencies */

/* NVRTC does not tell what it has read, so all headers count that it could
 * have: those beside the source and in the folders of -I, and the monoid. */

static void name_file(FILE *rule, const char *path)
{
    fputc(' ', rule);
    for (; *path; path++) {
        if (*path == ' ' || *path == '#')
            fputc('\\', rule); /* make's way to write it */
        fputc(*path, rule);
    }
}

static bool ends_in(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length > tail && !strcmp(text + length - tail, end);
}

static void name_headers(FILE *rule, const char *folder)
{
    DIR *listing = opendir(folder);
    char path[PATH_MAX];

    for (struct dirent *item; listing && (item = readdir(listing));)
        if ((ends_in(item->d_name, ".h") || ends_in(item->d_name, ".cuh")) &&
            path_format(path, sizeof path, "%s/%s", folder, item->d_name) &&
            access(path, R_OK) == 0)
            name_file(rule, path);
    if (listing)
        closedir(listing);
}

/* The folder that a file is in; "." for a plain name. */
static void folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');

    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash - path) : 1,
             slash ? path : ".");
}

/* A file of our own or the user's, and the headers beside it. */
static void name_source(FILE *rule, const char *path)
{
    char folder[PATH_MAX];

    name_file(rule, path);
    folder_of(path, folder);
    name_headers(rule, folder);
}

/* -DMONOID="FILE" and its like are included; false: it is none of them. */
static bool included_by(const char *option, char file[PATH_MAX])
{
    static const char *const starts[] = {"-DMONOID=\"", "-DWRAPPED_SOURCE=\""};

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (!strncmp(option, starts[i], strlen(starts[i]))) {
            snprintf(file, PATH_MAX, "%s", option + strlen(starts[i]));
            file[strcspn(file, "\"")] = '\0';
            return true;
        }
    return false;
}

static bool write_rule(const struct module_source *source, const char *path)
{
    static const char first[] = "--pre-include=";
    FILE *rule = fopen(path, "w");
    char file[PATH_MAX];

    if (!rule)
        return false;
    fputs("object:", rule);
    name_source(rule, source->path);
    for (int i = 0; i < source->options; i++) {
        const char *option = source->option[i];
        if (!strncmp(option, "-I", 2)) {
            name_headers(rule, option + 2);
        } else if (!strncmp(option, first, sizeof first - 1)) {
            name_file(rule, option + sizeof first - 1);
        } else if (included_by(option, file)) {
            name_source(rule, file);
        }
    }
    return fclose(rule) == 0;
}

/* ---------------------------------------------------------------- compile */

/* Kernels keep their plain names. */
static const char kernels[] =
    "#undef __global__\n"
    "#define __global__ extern \"C\" __attribute__((global))\n";

/* NVRTC has no headers of C, only part of what is in them; gpu.h says the same
 * again. */
static const char integers[] =
    "typedef signed char int8_t; typedef unsigned char uint8_t;\n"
    "typedef short int16_t; typedef unsigned short uint16_t;\n"
    "typedef int int32_t; typedef unsigned int uint32_t;\n"
    "typedef long long int64_t; typedef unsigned long long uint64_t;\n";

static const char *const header_name[] = {"scanlab_kernels.h", "stdint.h",
                                          "stddef.h", "stdbool.h", "stdio.h"};
static const char *const header[] = {kernels, integers, "", "", ""};

enum { HEADERS = sizeof header / sizeof *header };

static nvrtcResult compile(const struct module_source *source,
                           nvrtcProgram program)
{
    const char *option[MODULE_OPTIONS + 8];
    char target[64], folder[PATH_MAX], own[PATH_MAX + 2];
    int count = 0;

    snprintf(target, sizeof target, "--gpu-architecture=%s",
             nvrtc_architecture());
    folder_of(source->path, folder);
    snprintf(own, sizeof own, "-I%.*s", PATH_MAX - 1, folder);
    option[count++] = target;
    option[count++] = "--std=c++17";
    option[count++] = "--pre-include=scanlab_kernels.h";
    option[count++] = "--generate-line-info";
    option[count++] = own;
    for (int i = 0; i < source->options; i++)
        option[count++] = source->option[i];
    return nvrtc.nvrtcCompileProgram(program, count, option);
}

/* The compiler's words; the caller frees them. */
static char *words_of(nvrtcProgram program)
{
    size_t size = 0;
    char *words = NULL;

    if (nvrtc.nvrtcGetProgramLogSize(program, &size) == 0 &&
        (words = calloc(1, size + 1)))
        nvrtc.nvrtcGetProgramLog(program, words);
    return words;
}

static enum status write_object(nvrtcProgram program, const char *path,
                                struct problem *why)
{
    size_t size = 0;
    char *object = NULL;
    FILE *file = fopen(path, "wb");

    nvrtcResult result = nvrtc_makes_ptx()
                             ? nvrtc.nvrtcGetPTXSize(program, &size)
                             : nvrtc.nvrtcGetCUBINSize(program, &size);
    if (result == 0 && (object = malloc(size)))
        result = nvrtc_makes_ptx() ? nvrtc.nvrtcGetPTX(program, object)
                                   : nvrtc.nvrtcGetCUBIN(program, object);
    bool written =
        file && object && result == 0 && fwrite(object, 1, size, file) == size;
    if (file)
        written = fclose(file) == 0 && written;
    free(object);
    if (written)
        return OK;
    return result ? problem_set(why, MACHINE_LACKS, "NVRTC: %s",
                                nvrtc.nvrtcGetErrorString(result))
                  : problem_set(why, MACHINE_LACKS,
                                "cannot write to the cache: %s: %s", path,
                                strerror(errno));
}

static enum status compile_to(const struct module_source *source,
                              const char *path, struct problem *why)
{
    nvrtcProgram program;
    char *text = path_read(source->path, NULL);

    if (!text)
        return problem_set(why, WRONG_USE, "%s: %s", source->path,
                           strerror(errno));
    nvrtcResult result = nvrtc.nvrtcCreateProgram(&program, text, source->path,
                                                  HEADERS, header, header_name);
    free(text);
    if (result != 0)
        return problem_set(why, MACHINE_LACKS, "NVRTC: %s",
                           nvrtc.nvrtcGetErrorString(result));
    result = compile(source, program);
    char *words = words_of(program);
    enum status status;
    if (result != 0)
        status = module_does_not_compile(
            source, words && *words ? words : nvrtc.nvrtcGetErrorString(result),
            why);
    else
        status = write_object(program, path, why);
    free(words);
    nvrtc.nvrtcDestroyProgram(&program);
    return status;
}

/* Made under names of our own; cache_store puts it in place. */
static enum status build(const struct module_source *source,
                         struct cache_entry *entry, char *object, size_t size,
                         struct problem *why)
{
    char made[PATH_MAX], rule[PATH_MAX];

    entry->began = dependencies_now();

    if (!path_format(made, sizeof made, "%s/%s.%d.cubin", entry->folder,
                     entry->key, (int)getpid()) ||
        !path_format(rule, sizeof rule, "%s.d", made))
        return problem_set(why, WRONG_USE,
                           "the cache folder's name is too long");
    enum status status = compile_to(source, made, why);
    if (status == OK && !write_rule(source, rule))
        status = problem_set(why, MACHINE_LACKS,
                             "cannot write to the cache folder %s: %s",
                             entry->folder, strerror(errno));
    if (status == OK)
        status = cache_store(source, entry, made, rule, object, size, why);
    unlink(made);
    unlink(rule);
    return status;
}

enum status nvrtc_compile(const struct module_source *source, char **image,
                          struct problem *why)
{
    struct cache_entry entry;
    char maker[128], object[PATH_MAX];

    *image = NULL;
    if (nvrtc_lacks())
        return problem_set(why, MACHINE_LACKS, "device cuda: %s",
                           nvrtc_lacks());
    enum status status = module_source_check(source, why);
    snprintf(maker, sizeof maker, "NVRTC %s for %s", nvrtc_version(),
             nvrtc_architecture());
    if (status == OK)
        status = cache_find_for(source, maker, &entry, why);
    if (status == OK && !cache_holds(&entry, object, sizeof object))
        status = build(source, &entry, object, sizeof object, why);
    if (status != OK)
        return status;
    *image = path_read(object, NULL);
    return *image ? OK
                  : problem_set(why, MACHINE_LACKS, "cannot read %s", object);
}
