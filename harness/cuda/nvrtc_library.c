/* nvrtc_library.c - finding NVRTC, and the architecture to compile for. */
#include "nvrtc_library.h"
#include "base/paths.h"
#include "driver.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct nvrtc_functions nvrtc;

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
static bool makes_ptx;

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
        snprintf(
            lacks, sizeof lacks,
            "NVRTC %s is installed, but the driver is for CUDA %d.%d: install "
            "a newer driver, or an NVRTC of CUDA %d (libnvrtc.so.%d)",
            version, gpu_facts()->driver_cuda / 1000,
            gpu_facts()->driver_cuda % 1000 / 10,
            gpu_facts()->driver_cuda / 1000, gpu_facts()->driver_cuda / 1000);
    else if (said && *said)
        snprintf(lacks, sizeof lacks, "SCANLAB_NVRTC=%.200s: no NVRTC there",
                 said);
    else
        snprintf(lacks, sizeof lacks,
                 "no NVRTC (libnvrtc.so), the run-time compiler: install the "
                 "CUDA Toolkit, or 'pip install nvidia-cuda-nvrtc'; "
                 "SCANLAB_NVRTC gives its path if it is elsewhere");
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
    makes_ptx = !known && count && wanted > newest;
    if (makes_ptx)
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

bool nvrtc_makes_ptx(void)
{
    return makes_ptx;
}
