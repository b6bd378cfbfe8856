/* library.c - compiling the library rows. */
#include "library.h"
#include "library_cuda.h"
#include "base/paths.h"

#include <dlfcn.h>
#include <limits.h>
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

bool library_is_installed(const struct library *library)
{
    if (library->on_gpu)
        return library_cuda_is_installed();
    if (library->file[0] == '/')
        return access(library->file, R_OK) == 0;
    void *handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
    return handle && dlclose(handle) == 0;
}

/* ------------------------------------------------------------------- host */

static enum status compile_host(const struct library_case *what,
                                struct module *out, struct problem *why)
{
    const struct library *library = what->library;
    struct module_source source = {
        .cplusplus = true, .quiet = true, .keep = true};
    struct problem inner;
    char home[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/libraries/%s.cpp", home, library->name);
    module_flags(&source, "-std=c++17 -O3 -march=native -fwrapv");
    module_option(&source, "-DEXCLUSIVE=%d", what->exclusive);
    module_option(&source, "-I%s/algorithms/monoids", home);
    status = monoid_options(what->monoid, &source, why);
    if (status != OK)
        return status;
    for (int i = 0; library->flags[i]; i++)
        module_option(&source, "%s", library->flags[i]);
    if (module_open(&source, out, &inner) != OK)
        return problem_set(why, MACHINE_LACKS, "no %s (install %s): %.200s",
                           library->name, library->package, inner.line);
    return OK;
}

static enum status open_host(const struct library_case *what,
                             struct library_row *out, struct problem *why)
{
    void *symbol;
    enum status status = compile_host(what, &out->module, why);

    if (status == OK)
        status = module_symbol(&out->module, "library_scan", &symbol, why);
    if (status == OK)
        memcpy(&out->scan, &symbol, sizeof out->scan);
    return status;
}

/* ------------------------------------------------------------------- both */

int library_rows(const struct library_case *what)
{
    return what->library->on_gpu ? library_cuda_rows(what) : 1;
}

enum status library_open(const struct library_case *what, int index,
                         struct library_row *out, struct problem *why)
{
    *out = (struct library_row){.library = what->library, .variant = ""};
    return what->library->on_gpu ? library_cuda_open(what, index, out, why)
                                 : open_host(what, out, why);
}

void library_close(struct library_row *row)
{
    module_close(&row->module);
}
