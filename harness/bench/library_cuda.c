/* library_cuda.c - CUB's rows: what is built, and where.
 *
 * Objects that libraries/cub.sh has built ahead, in $SCANLAB_CUB_DIR:
 *
 *     cub-3.0.1-add_i32-inclusive-sm_90.so
 *     cub-3.5.0-lookahead-add_i32-inclusive-sm_90.so
 *
 * Where there is none for the case, nvcc builds: CUB as the toolkit has it, as
 * $SCANLAB_CCCL has it (a folder of newer headers), and the look-ahead scan of
 * the newer of the two.
 */
#include "library_cuda.h"
#include "base/paths.h"
#include "cuda/driver.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A variable of the environment, or NULL when it is empty too. */
static const char *said(const char *name)
{
    const char *const text = getenv(name);

    return text && *text ? text : NULL;
}

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

bool library_cuda_is_installed(void)
{
    char path[PATH_MAX];

    return said("SCANLAB_CUB_DIR") || find_nvcc(path, sizeof path);
}

/* ------------------------------------------------------------ built ahead */

/* How many objects there are for the case. */
static int count_prebuilt(const struct library_case *what, glob_t *found)
{
    const char *const folder = said("SCANLAB_CUB_DIR");
    char pattern[PATH_MAX];

    *found = (glob_t){.gl_pathc = 0};
    if (!folder || what->monoid->is_users ||
        !path_format(pattern, sizeof pattern, "%s/%s-*-%s-%s-sm_%d%d.so",
                     folder, what->library->name, what->monoid->name,
                     what->exclusive ? "exclusive" : "inclusive",
                     gpu_facts()->major, gpu_facts()->minor) ||
        glob(pattern, 0, NULL, found) != 0)
        return 0;
    return (int)found->gl_pathc;
}

static enum status load_prebuilt(const char *path, struct library_row *out,
                                 struct problem *why)
{
    out->module.library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (out->module.library)
        return OK;
    return problem_set(why, MACHINE_LACKS, "no %s: %s", out->library->name,
                       dlerror());
}

/* ------------------------------------------------------------- built here */

/* One that nvcc builds. */
struct build {
    const char *headers; /* a folder, or NULL: the toolkit's */
    bool lookahead;
};

static int list_builds(struct build build[3])
{
    const char *const headers = said("SCANLAB_CCCL");
    int count = 0;

    build[count++] = (struct build){NULL, false};
    if (headers)
        build[count++] = (struct build){headers, false};
    build[count++] = (struct build){headers, true};
    return count;
}

/* The options are those of cub.sh. */
static enum status compile(const struct library_case *what,
                           const struct build *build, struct library_row *out,
                           struct problem *why)
{
    const int sm = gpu_facts()->major * 10 + gpu_facts()->minor;
    const struct monoid *const monoid = what->monoid;
    struct module_source source = {.cuda = true, .quiet = true, .keep = true};
    struct problem inner;
    char home[PATH_MAX], nvcc[PATH_MAX];

    if (!find_nvcc(nvcc, sizeof nvcc))
        return problem_set(why, MACHINE_LACKS,
                           "no %s: no nvcc here, install %s",
                           what->library->name, what->library->package);
    enum status status = paths_home(home, sizeof home, why);
    if (status != OK)
        return status;
    source.compiler = nvcc;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/libraries/%s.cu", home, what->library->name);
    module_flags(&source, "-std=c++17 -O3 -Xcompiler -fvisibility=hidden");
    module_option(&source, "-gencode=arch=compute_%d,code=sm_%d", sm, sm);
    module_option(&source, "-DEXCLUSIVE=%d", what->exclusive);
    module_option(&source, "-DSUM=%d",
                  !monoid->is_users && !strncmp(monoid->name, "add_", 4));
    module_option(&source, "-DLOOKAHEAD=%d", build->lookahead);
    if (build->headers)
        module_option(&source, "-I%s", build->headers);
    status = monoid_options(monoid, &source, why);
    if (status == OK && module_open(&source, &out->module, &inner) != OK)
        status = problem_set(why, MACHINE_LACKS, "no %s%s of %s for %s: %.200s",
                             what->library->name,
                             build->lookahead ? ":lookahead" : "",
                             build->headers ? build->headers : "the toolkit",
                             monoid->name, inner.line);
    return status;
}

/* ------------------------------------------------------------------- both */

int library_cuda_rows(const struct library_case *what)
{
    struct build builds[3];
    glob_t found;
    const int prebuilt = count_prebuilt(what, &found);

    globfree(&found);
    return prebuilt ? prebuilt : list_builds(builds);
}

/* The functions of a loaded object. */
static enum status find_symbols(struct library_row *out, struct problem *why)
{
    const char *(*variant)(void);
    void *symbol;
    enum status status =
        module_symbol(&out->module, "library_scan_cuda", &symbol, why);

    if (status != OK)
        return status;
    memcpy(&out->scan_cuda, &symbol, sizeof out->scan_cuda);
    status = module_symbol(&out->module, "library_variant", &symbol, why);
    if (status != OK)
        return status;
    memcpy(&variant, &symbol, sizeof variant);
    out->variant = variant();
    return OK;
}

enum status library_cuda_open(const struct library_case *what, int index,
                              struct library_row *out, struct problem *why)
{
    struct build builds[3];
    glob_t found;
    const int prebuilt = count_prebuilt(what, &found);
    enum status status = OK;

    if (index < prebuilt)
        status = load_prebuilt(found.gl_pathv[index], out, why);
    else if (index < list_builds(builds))
        status = compile(what, &builds[index], out, why);
    globfree(&found);
    return status == OK ? find_symbols(out, why) : status;
}
