/* library.c - compiling the library rows. */
#include "library.h"
#include "base/paths.h"
#include "cuda/driver.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct library libraries[] = {
    {"tbb",
     false,
     "oneTBB's parallel_scan",
     "libtbb-dev",
     "/usr/include/oneapi/tbb/parallel_scan.h",
     {"-ltbb", NULL}},
    {"openmp_inscan",
     false,
     "OpenMP's reduction(inscan)",
     "libgomp1",
     "libgomp.so.1",
     {"-fopenmp", NULL}},
    {"std_par_unseq",
     false,
     "libstdc++'s inclusive_scan(par_unseq)",
     "libtbb-dev",
     "/usr/include/oneapi/tbb/parallel_scan.h",
     {"-ltbb", NULL}},
    {"cub",
     true,
     "CUB's DeviceScan, of the CUDA Toolkit",
     "the CUDA Toolkit",
     "nvcc",
     {NULL}},
    {NULL, false, NULL, NULL, NULL, {NULL}},
};

/* Where nvcc is: as the shell finds it, or in a toolkit. */
static bool find_nvcc(char *out, size_t size)
{
    const char *const homes[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                                 "/usr/local/cuda", "/opt/cuda"};

    if (module_find_program("nvcc", out, size))
        return true;
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        if (homes[i] && path_format(out, size, "%s/bin/nvcc", homes[i]) &&
            access(out, X_OK) == 0)
            return true;
    return false;
}

bool library_is_installed(const struct library *library)
{
    char path[PATH_MAX];

    if (library->on_gpu)
        return find_nvcc(path, sizeof path);
    if (library->file[0] == '/')
        return access(library->file, R_OK) == 0;
    void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
    return handle && dlclose(handle) == 0;
}

/* ------------------------------------------------------------------- cuda */

/* DIR/cub-add_i32-inclusive-sm_90.so, made by libraries/cub.sh. */
static bool load_prebuilt(const struct library *library,
                          const struct monoid *monoid, bool exclusive,
                          struct library_scan *out)
{
    const char *folder = getenv("SCANLAB_CUB_DIR");
    char path[PATH_MAX];

    if (!folder || !*folder || monoid->is_users ||
        !path_format(path, sizeof path, "%s/%s-%s-%s-sm_%d%d.so", folder,
                     library->name, monoid->name,
                     exclusive ? "exclusive" : "inclusive", gpu_facts()->major,
                     gpu_facts()->minor))
        return false;
    out->module.library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return out->module.library != NULL;
}

/* What cub.sh says too. */
static enum status compile_cuda(const struct library *library,
                                const struct monoid *monoid, bool exclusive,
                                struct library_scan *out, struct problem *why)
{
    const int sm = gpu_facts()->major * 10 + gpu_facts()->minor;
    struct module_source source = {.cuda = true, .quiet = true, .keep = true};
    struct problem inner;
    char home[PATH_MAX], nvcc[PATH_MAX];

    if (!find_nvcc(nvcc, sizeof nvcc))
        return problem_set(why, MACHINE_LACKS,
                           "no %s: no nvcc here, install %s", library->name,
                           library->package);
    enum status status = paths_home(home, sizeof home, why);
    if (status != OK)
        return status;
    source.compiler = nvcc;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/libraries/%s.cu", home, library->name);
    module_option(&source, "-std=c++17");
    module_option(&source, "-O3");
    module_option(&source, "-gencode=arch=compute_%d,code=sm_%d", sm, sm);
    module_option(&source, "-DEXCLUSIVE=%d", exclusive);
    module_option(&source, "-DSUM=%d",
                  !monoid->is_users && !strncmp(monoid->name, "add_", 4));
    status = monoid_options(monoid, &source, why);
    if (status == OK && module_open(&source, &out->module, &inner) != OK)
        status = problem_set(why, MACHINE_LACKS, "no %s (install %s): %.200s",
                             library->name, library->package, inner.line);
    return status;
}

static enum status open_cuda(const struct library *library,
                             const struct monoid *monoid, bool exclusive,
                             struct library_scan *out, struct problem *why)
{
    void *symbol;
    enum status status = OK;

    if (!load_prebuilt(library, monoid, exclusive, out))
        status = compile_cuda(library, monoid, exclusive, out, why);
    if (status == OK)
        status = module_symbol(&out->module, "library_scan_cuda", &symbol, why);
    if (status == OK)
        memcpy(&out->scan_cuda, &symbol, sizeof out->scan_cuda);
    return status;
}

/* ------------------------------------------------------------------- host */

static enum status open_host(const struct library *library,
                             const struct monoid *monoid, bool exclusive,
                             struct library_scan *out, struct problem *why)
{
    struct module_source source = {
        .cplusplus = true, .quiet = true, .keep = true};
    struct problem inner;
    char home[PATH_MAX];
    void *symbol;
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/libraries/%s.cpp", home, library->name);
    module_option(&source, "-std=c++17");
    module_option(&source, "-O3");
    module_option(&source, "-march=native");
    module_option(&source, "-fwrapv");
    module_option(&source, "-DEXCLUSIVE=%d", exclusive);
    module_option(&source, "-I%s/algorithms/monoids", home);
    status = monoid_options(monoid, &source, why);
    if (status != OK)
        return status;
    for (int i = 0; library->flags[i]; i++)
        module_option(&source, "%s", library->flags[i]);
    if (module_open(&source, &out->module, &inner) != OK)
        return problem_set(why, MACHINE_LACKS, "no %s (install %s): %.200s",
                           library->name, library->package, inner.line);
    status = module_symbol(&out->module, "library_scan", &symbol, why);
    if (status != OK)
        return status;
    memcpy(&out->scan, &symbol, sizeof out->scan);
    return OK;
}

enum status library_open(const struct library *library,
                         const struct monoid *monoid, bool exclusive,
                         struct library_scan *out, struct problem *why)
{
    *out = (struct library_scan){.scan = NULL};
    return library->on_gpu ? open_cuda(library, monoid, exclusive, out, why)
                           : open_host(library, monoid, exclusive, out, why);
}

void library_close(struct library_scan *scan)
{
    module_close(&scan->module);
}
