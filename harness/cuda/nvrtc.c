/* nvrtc.c - finding NVRTC, and compiling with it. */
#include "nvrtc.h"
#include "compile/module_cache.h"
#include "base/paths.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct program *nvrtcProgram;
typedef int nvrtcResult; /* 0 is success */

static struct {
    nvrtcResult (*nvrtcVersion)(int *major, int *minor);
    nvrtcResult (*nvrtcGetNumSupportedArchs)(int *count);
    nvrtcResult (*nvrtcGetSupportedArchs)(int *archs);
    const char *(*nvrtcGetErrorString)(nvrtcResult result);
    nvrtcResult (*nvrtcCreateProgram)(nvrtcProgram *program, const char *text,
                                      const char *name, int headers,
                                      const char *const *header,
                                      const char *const *header_name);
    nvrtcResult (*nvrtcDestroyProgram)(nvrtcProgram *program);
    nvrtcResult (*nvrtcCompileProgram)(nvrtcProgram program, int options,
                                       const char *const *option);
    nvrtcResult (*nvrtcGetProgramLogSize)(nvrtcProgram program, size_t *size);
    nvrtcResult (*nvrtcGetProgramLog)(nvrtcProgram program, char *text);
    nvrtcResult (*nvrtcGetCUBINSize)(nvrtcProgram program, size_t *size);
    nvrtcResult (*nvrtcGetCUBIN)(nvrtcProgram program, char *cubin);
    nvrtcResult (*nvrtcGetPTXSize)(nvrtcProgram program, size_t *size);
    nvrtcResult (*nvrtcGetPTX)(nvrtcProgram program, char *ptx);
} nvrtc;

static const char *const functions[] = {"nvrtcVersion",
                                        "nvrtcGetNumSupportedArchs",
                                        "nvrtcGetSupportedArchs",
                                        "nvrtcGetErrorString",
                                        "nvrtcCreateProgram",
                                        "nvrtcDestroyProgram",
                                        "nvrtcCompileProgram",
                                        "nvrtcGetProgramLogSize",
                                        "nvrtcGetProgramLog",
                                        "nvrtcGetCUBINSize",
                                        "nvrtcGetCUBIN",
                                        "nvrtcGetPTXSize",
                                        "nvrtcGetPTX"};

static char lacks[512], version[32], architecture[32];
static bool to_ptx; /* the GPU is newer than NVRTC: the driver does the rest */

/* --------------------------------------------------------------- finding */

static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12",
                                    "libnvrtc.so.11.2", "libnvrtc.so"};

enum { NAMES = sizeof names / sizeof *names, MAX_FOLDERS = 64 };

struct folders {
    int count;
    char folder[MAX_FOLDERS][PATH_MAX];
};

static void add_folder(struct folders *to, const char *folder)
{
    if (to->count < MAX_FOLDERS)
        snprintf(to->folder[to->count++], PATH_MAX, "%s", folder);
}

/* PREFIX/lib/python3.11/site-packages/nvidia/cu13/lib and its like. */
static void add_wheels(struct folders *to, const char *prefix)
{
    static const char *const places[] = {"site-packages", "dist-packages"};
    static const char *const wheels[] = {"cu13", "cuda_nvrtc"};
    char pattern[PATH_MAX];

    for (int i = 0; i < 4; i++) {
        glob_t found;
        if (!path_format(pattern, sizeof pattern,
                         "%s/lib/python3*/%s/nvidia/%s/lib", prefix,
                         places[i / 2], wheels[i % 2]) ||
            glob(pattern, 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++)
            add_folder(to, found.gl_pathv[k]);
        globfree(&found);
    }
}

/* Python's sys.prefix: the folder over the bin/ that python3 is found in. */
static void add_pythons(struct folders *to)
{
    const char *path = getenv("PATH"), *home = getenv("HOME");
    const char *const said[] = {getenv("VIRTUAL_ENV"), getenv("CONDA_PREFIX"),
                                "/usr", "/usr/local"};
    char list[8192] = "", python[PATH_MAX], prefix[PATH_MAX];
    char *rest = list;

    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (said[i])
            add_wheels(to, said[i]);
    if (home && path_format(prefix, sizeof prefix, "%s/.local", home))
        add_wheels(to, prefix);
    if (!path || !path_format(list, sizeof list, "%s", path))
        return;
    for (char *bin; (bin = strsep(&rest, ":"));)
        if (path_format(python, sizeof python, "%s/python3", bin) &&
            access(python, X_OK) == 0 &&
            path_format(prefix, sizeof prefix, "%s/..", bin))
            add_wheels(to, prefix);
}

static void find_folders(struct folders *to)
{
    const char *const homes[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                                 "/usr/local/cuda", "/opt/cuda"};
    char folder[PATH_MAX];

    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        if (homes[i] &&
            path_format(folder, sizeof folder, "%s/lib64", homes[i]))
            add_folder(to, folder);
    add_folder(to, "/usr/lib/x86_64-linux-gnu");
    add_folder(to, "/usr/lib64");
    add_pythons(to);
}

/* False when one is missing. */
static bool fill_table(void *library)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(library, functions[i]);
        if (!symbol)
            return false;
        memcpy((char *)&nvrtc + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return true;
}

/* Code of a newer CUDA does not load in a driver of an older one. */
static bool fits_driver(void *library)
{
    const int driver = gpu_facts()->driver_cuda;
    int major = 0, minor = 0;

    if (!fill_table(library) || nvrtc.nvrtcVersion(&major, &minor) != 0)
        return false;
    snprintf(version, sizeof version, "%d.%d", major, minor);
    return driver == 0 || major <= driver / 1000;
}

static bool try_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return false;
    if (fits_driver(library))
        return true;
    dlclose(library);
    return false;
}

static bool try_all(void)
{
    struct folders *folders = calloc(1, sizeof *folders);
    char path[PATH_MAX];
    bool found = false;

    for (int i = 0; i < NAMES && !found; i++)
        found = try_library(names[i]);
    if (folders && !found)
        find_folders(folders);
    for (int f = 0; folders && f < folders->count && !found; f++)
        for (int i = 0; i < NAMES && !found; i++)
            found = path_format(path, sizeof path, "%s/%s", folders->folder[f],
                                names[i]) &&
                    try_library(path);
    free(folders);
    return found;
}

static bool find_library(void)
{
    const char *said = getenv("SCANLAB_NVRTC");

    if (said && *said ? try_library(said) : try_all())
        return true;
    if (*version)
        snprintf(lacks, sizeof lacks,
                 "NVRTC %s is here, but the driver is for CUDA %d.%d: install "
                 "a newer driver, or an NVRTC of CUDA %d (libnvrtc.so.%d)",
                 version, gpu_facts()->driver_cuda / 1000,
                 gpu_facts()->driver_cuda % 1000 / 10,
                 gpu_facts()->driver_cuda / 1000,
                 gpu_facts()->driver_cuda / 1000);
    else if (said && *said)
        snprintf(lacks, sizeof lacks, "SCANLAB_NVRTC=%.200s: no NVRTC there",
                 said);
    else
        snprintf(lacks, sizeof lacks,
                 "no NVRTC (libnvrtc.so), the run-time compiler: install the "
                 "CUDA Toolkit, or 'pip install nvidia-cuda-nvrtc'; "
                 "SCANLAB_NVRTC names one elsewhere");
    return false;
}

/* ----------------------------------------------------------- architecture */

/* sm_90a for 9.0: bulk copies are of Hopper's own instructions. */
static bool choose_architecture(void)
{
    const struct gpu_facts *gpu = gpu_facts();
    const int wanted = gpu->major * 10 + gpu->minor;
    int count = 0, supported[256], newest = 0, oldest = 1000;
    bool known = false;

    if (nvrtc.nvrtcGetNumSupportedArchs(&count) != 0 || count > 256 ||
        nvrtc.nvrtcGetSupportedArchs(supported) != 0)
        count = 0;
    for (int i = 0; i < count; i++) {
        newest = supported[i] > newest ? supported[i] : newest;
        oldest = supported[i] < oldest ? supported[i] : oldest;
        known |= supported[i] == wanted;
    }
    if (!known && count && wanted < oldest) {
        snprintf(lacks, sizeof lacks,
                 "NVRTC %s no longer knows %s (sm_%d): install an older one",
                 version, gpu->name, wanted);
        return false;
    }
    to_ptx = !known && count && wanted > newest;
    if (to_ptx)
        snprintf(architecture, sizeof architecture, "compute_%d", newest);
    else
        snprintf(architecture, sizeof architecture, "sm_%d%s", wanted,
                 gpu->major == 9 ? "a" : "");
    return true;
}

const char *nvrtc_lacks(void)
{
    static bool looked;

    if (!looked && find_library())
        choose_architecture();
    looked = true;
    return *lacks ? lacks : NULL;
}

const char *nvrtc_version(void)
{
    return version;
}

const char *nvrtc_architecture(void)
{
    return architecture;
}

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
    static const char *const starts[] = {"-DMONOID=\"", "-DTIMED_SOURCE=\"",
                                         "-DTRACED_SOURCE=\""};

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

    snprintf(target, sizeof target, "--gpu-architecture=%s", architecture);
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

    nvrtcResult result = to_ptx ? nvrtc.nvrtcGetPTXSize(program, &size)
                                : nvrtc.nvrtcGetCUBINSize(program, &size);
    if (result == 0 && (object = malloc(size)))
        result = to_ptx ? nvrtc.nvrtcGetPTX(program, object)
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
                         const struct cache_entry *entry, char *object,
                         size_t size, struct problem *why)
{
    char made[PATH_MAX], rule[PATH_MAX];

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
        status = cache_store(entry, made, rule, object, size, why);
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
    snprintf(maker, sizeof maker, "NVRTC %s for %s", version, architecture);
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
