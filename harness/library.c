/* library.c - compiling the library rows. */
#include "library.h"
#include "paths.h"

#include <dlfcn.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

const struct library libraries[] = {
    {"tbb",
     DEVICE_CPU,
     "oneTBB's parallel_scan",
     "libtbb-dev",
     "/usr/include/oneapi/tbb/parallel_scan.h",
     {"-ltbb", NULL}},
    {"openmp_inscan",
     DEVICE_CPU,
     "OpenMP's reduction(inscan)",
     "libgomp1",
     "libgomp.so.1",
     {"-fopenmp", NULL}},
    {"std_par_unseq",
     DEVICE_CPU,
     "libstdc++'s inclusive_scan(par_unseq)",
     "libtbb-dev",
     "/usr/include/oneapi/tbb/parallel_scan.h",
     {"-ltbb", NULL}},
    {NULL, DEVICE_CPU, NULL, NULL, NULL, {NULL}},
};

bool library_is_installed(const struct library *library)
{
    void *handle;

    if (library->file[0] == '/')
        return access(library->file, R_OK) == 0;
    handle = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
    return handle && dlclose(handle) == 0;
}

enum status library_open(const struct library *library,
                         const struct monoid *monoid, bool exclusive,
                         struct library_scan *out, struct problem *why)
{
    struct module_source source = {
        .cplusplus = true, .quiet = true, .keep = true};
    struct problem inner;
    char home[PATH_MAX];
    void *symbol;
    enum status status = paths_home(home, sizeof home, why);

    *out = (struct library_scan){0};
    if (status != OK)
        return status;
    path_format(source.path, sizeof source.path, "%s/harness/libraries/%s.cpp",
                home, library->name);
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

void library_close(struct library_scan *scan)
{
    module_close(&scan->module);
}
