/* library_cuda.c - CUB's rows: which rows are built, and where.
 *
 * Objects that libraries/cub.sh built in advance, in $SCANLAB_CUB_DIR:
 *
 *     cub-3.0.1-add_i32-inclusive-sm_90.so
 *     cub-3.5.0-lookahead-add_i32-inclusive-sm_90.so
 *     filter-cub_filter_flagged-3.5.0-add_i32-odd-inclusive-sm_90.so
 *     reduce-cub_reduce-3.5.0-add_i32-none-inclusive-sm_90.so
 *
 * If there is no object for the case, nvcc builds these rows for each use: one
 * with the toolkit's CUB, one with the CUB in $SCANLAB_CCCL (a folder of newer
 * headers), and for scans one with the look-ahead scan of the newer CUB.
 */
#include "library_cuda.h"
#include "library_refusals.h"
#include "base/paths.h"
#include "cuda/driver.h"

#include <assert.h>
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

/* The files of the case. Those of users' headers are built here. */
static bool prebuilt_pattern(const struct library_case *what, char *out,
                             size_t size)
{
    const struct monoid *const m = what->monoid;
    const char *const function = m->function ? m->function_name : "none";
    char element[2 * sizeof m->name], begin[PATH_MAX];

    if (!said("SCANLAB_CUB_DIR") || m->is_users ||
        (m->function && !library_function_is(m, m->function_name)))
        return false;
    if (what->choice)
        snprintf(element, sizeof element, "%s-%s", m->name, function);
    else
        snprintf(element, sizeof element, "%s", m->name);
    return path_format(begin, sizeof begin,
                       what->choice ? "%s/%s-cub_*-*" : "%s/cub-*",
                       said("SCANLAB_CUB_DIR"),
                       what->choice ? what->choice->algorithm->name : "") &&
           path_format(out, size, "%s-%s-%s-sm_%d%d.so", begin, element,
                       what->exclusive ? "exclusive" : "inclusive",
                       gpu_facts()->major, gpu_facts()->minor);
}

/* How many objects there are for the case. */
static int count_prebuilt(const struct library_case *what, glob_t *found)
{
    char pattern[PATH_MAX];

    *found = (glob_t){.gl_pathc = 0};
    if (!prebuilt_pattern(what, pattern, sizeof pattern) ||
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
    const struct library_use *use;
    const char *headers; /* a folder, or NULL: the toolkit's */
    bool lookahead;
};

enum { MAX_BUILDS = 8 };

static int list_builds(const struct library_case *what,
                       struct build build[MAX_BUILDS])
{
    const char *const headers = said("SCANLAB_CCCL");
    const struct task *const of =
        what->choice ? what->choice->algorithm->task : &scan_task;
    const struct library_use *use;
    int count = 0;

    for (int i = 0; (use = library_use(what->library, of, i)); i++) {
        assert(count + 3 <= MAX_BUILDS);
        build[count++] = (struct build){use, NULL, false};
        if (headers)
            build[count++] = (struct build){use, headers, false};
        if (of == &scan_task)
            build[count++] = (struct build){use, headers, true};
    }
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
                           "no %s: nvcc is missing; install %s",
                           what->library->name, what->library->package);
    enum status status = paths_home(home, sizeof home, why);
    if (status != OK)
        return status;
    source.compiler = nvcc;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/libraries/%s.cu", home, build->use->source);
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
    struct build builds[MAX_BUILDS];
    glob_t found;
    const int prebuilt = count_prebuilt(what, &found);

    globfree(&found);
    return prebuilt ? prebuilt : list_builds(what, builds);
}

/* Of an application; it need not have the one that prepares. */
static enum status find_calls(struct library_row *out, struct problem *why)
{
    struct problem unused;
    void *symbol;
    const enum status status =
        module_symbol(&out->module, "library_call_cuda", &symbol, why);

    if (status == OK)
        memcpy(&out->call_cuda, &symbol, sizeof out->call_cuda);
    if (status == OK && module_symbol(&out->module, "library_prepare_cuda",
                                      &symbol, &unused) == OK)
        memcpy(&out->prepare_cuda, &symbol, sizeof out->prepare_cuda);
    return status;
}

static enum status find_scan(struct library_row *out, struct problem *why)
{
    void *symbol;
    const enum status status =
        module_symbol(&out->module, "library_scan_cuda", &symbol, why);

    if (status == OK)
        memcpy(&out->scan_cuda, &symbol, sizeof out->scan_cuda);
    return status;
}

enum status library_cuda_symbols(const struct library_case *what,
                                 struct library_row *out, struct problem *why)
{
    const char *(*variant)(void);
    void *symbol;
    enum status status =
        what->choice ? find_calls(out, why) : find_scan(out, why);

    if (status == OK)
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
    struct build builds[MAX_BUILDS];
    glob_t found;
    const int prebuilt = count_prebuilt(what, &found);
    enum status status = OK;

    if (index < prebuilt)
        status = load_prebuilt(found.gl_pathv[index], out, why);
    else if (index < list_builds(what, builds))
        status = compile(what, &builds[index], out, why);
    globfree(&found);
    return status == OK ? library_cuda_symbols(what, out, why) : status;
}
