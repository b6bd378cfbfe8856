/* library.c - compiles the library rows. */
#include "library.h"
#include "library_cuda.h"
#include "library_refusals.h"
#include "base/paths.h"

#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------------ tables */

static const struct library_use tbb[] = {
    {"scan", "parallel_scan", "tbb", NULL, NULL, NULL},
    {"reduce", "parallel_reduce", "tbb_reduce", NULL, NULL, NULL},
    {"radix_sort", "parallel_sort", "tbb_radix_sort", NULL, "num_bits",
     refuse_sort},
    {.what = NULL},
};

static const struct library_use openmp_inscan[] = {
    {"scan", "OpenMP's reduction(inscan)", "openmp_inscan", NULL, NULL, NULL},
    {.what = NULL},
};

static const struct library_use std_par_unseq[] = {
    {"scan", "libstdc++'s inclusive_scan(par_unseq)", "std_par_unseq", NULL,
     NULL, NULL},
    {"reduce", "reduce", "std_par_unseq_reduce", NULL, NULL, refuse_ordered},
    {"dotprod", "transform_reduce", "std_par_unseq_dotprod", NULL, NULL,
     refuse_ordered},
    {"filter", "copy_if", "std_par_unseq_filter", NULL, NULL, NULL},
    {"all_of", "all_of", "std_par_unseq_all_of", NULL, NULL, NULL},
    {"partition2", "a copy, and then stable_partition",
     "std_par_unseq_partition2", NULL, NULL, NULL},
    {"radix_sort", "a copy, which is then sorted", "std_radix_sort",
     "-DPOLICY=std::execution::par_unseq", "num_bits", refuse_sort},
    {.what = NULL},
};

static const struct library_use std_seq[] = {
    {"radix_sort", "libstdc++'s sort of a copy, on one thread",
     "std_radix_sort", NULL, "num_bits", refuse_sort},
    {.what = NULL},
};

static const struct library_use vqsort[] = {
    {"radix_sort", "Highway's VQSort of a copy, on one thread",
     "vqsort_radix_sort", NULL, "num_bits", refuse_sort},
    {.what = NULL},
};

static const struct library_use cub[] = {
    {"scan", "CUB's DeviceScan, from the CUDA Toolkit", "cub", NULL, NULL,
     NULL},
    {"filter", "DeviceSelect::If", "cub_filter", NULL, NULL, NULL},
    {"filter", "DeviceSelect::Flagged", "cub_filter_flagged", NULL, NULL, NULL},
    {"partition_reversed", "DevicePartition::If", "cub_partition_reversed",
     NULL, NULL, NULL},
    {"reduce", "DeviceReduce", "cub_reduce", NULL, NULL, refuse_ordered},
    {"dotprod", "DeviceReduce of products", "cub_dotprod", NULL, NULL,
     refuse_ordered},
    {"segmented_scan", "DeviceScan by key", "cub_segmented_scan_by_key", NULL,
     NULL, NULL},
    {"segmented_scan", "DeviceScan by key, of flags",
     "cub_segmented_scan_by_flag", NULL, NULL, NULL},
    {"segmented_scan_csr", "DeviceSegmentedScan", "cub_segmented_scan_csr",
     NULL, NULL, NULL},
    {"radix_sort", "DeviceRadixSort::SortKeys", "cub_radix_sort", NULL,
     "num_bits", refuse_keys},
    {"rle", "DeviceRunLengthEncode", "cub_rle", NULL, NULL, refuse_integers},
    {"histogram", "DeviceHistogram of low bits", "cub_histogram", NULL, "bins",
     NULL},
    {.what = NULL},
};

static const struct library_use cusparse[] = {
    {"spmv", "cuSPARSE's SpMV for CSR matrices", "cusparse_module",
     "-DALGORITHM=0", NULL, refuse_sparse},
    {"spmv", "its CSR_ALG2", "cusparse_module", "-DALGORITHM=3", NULL,
     refuse_sparse},
    {.what = NULL},
};

const struct library libraries[] = {
    {"tbb",
     false,
     MADE_BY_CXX,
     "libtbb-dev",
     "/usr/include/oneapi/tbb/parallel_scan.h",
     {"-ltbb", NULL},
     tbb},
    {"openmp_inscan",
     false,
     MADE_BY_CXX,
     "libgomp1",
     "libgomp.so.1",
     {"-fopenmp", NULL},
     openmp_inscan},
    {"std_par_unseq",
     false,
     MADE_BY_CXX,
     "libtbb-dev",
     "/usr/include/oneapi/tbb/parallel_scan.h",
     {"-ltbb", NULL},
     std_par_unseq},
    {"std_seq", false, MADE_BY_CXX, "g++", "libstdc++.so.6", {NULL}, std_seq},
    {"vqsort",
     false,
     MADE_BY_CXX,
     "libhwy-dev",
     "/usr/include/hwy/contrib/sort/vqsort.h",
     {"-lhwy_contrib", "-lhwy", NULL},
     vqsort},
    {"cub", true, MADE_BY_NVCC, "the CUDA Toolkit", "nvcc", {NULL}, cub},
    {"cusparse",
     true,
     MADE_BY_CC,
     "the CUDA Toolkit",
     "libcusparse.so.12",
     {"-ldl", NULL},
     cusparse},
    {.name = NULL},
};

const struct library_use *library_use(const struct library *library,
                                      const struct task *task, int index)
{
    for (const struct library_use *use = library->uses; use->what; use++)
        if (!strcmp(use->task, task->name) && index-- == 0)
            return use;
    return NULL;
}

/* Where the loader finds it, or in a toolkit. */
static void *open_shared(const char *file)
{
    const char *const folders[] = {"/usr/local/cuda/lib64", "/opt/cuda/lib64"};
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof folders / sizeof *folders && !library; i++)
        if (path_format(path, sizeof path, "%s/%s", folders[i], file))
            library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    return library;
}

bool library_is_installed(const struct library *library)
{
    if (library->maker == MADE_BY_NVCC)
        return library_cuda_is_installed();
    if (library->file[0] == '/')
        return access(library->file, R_OK) == 0;
    void *const handle = open_shared(library->file);
    return handle && dlclose(handle) == 0;
}

/* --------------------------------------------------- by the host's compiler */

static const struct library_use *use_of(const struct library_case *what,
                                        int index)
{
    return library_use(
        what->library,
        what->choice ? what->choice->algorithm->task : &scan_task, index);
}

static enum status compile(const struct library_case *what,
                           const struct library_use *use, struct module *out,
                           struct problem *why)
{
    const struct library *library = what->library;
    const bool cplusplus = library->maker == MADE_BY_CXX;
    struct module_source source = {
        .cplusplus = cplusplus, .quiet = true, .keep = true};
    struct problem inner;
    char home[PATH_MAX];
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/libraries/%s.%s", home, use->source,
                cplusplus ? "cpp" : "c");
    module_flags(&source, cplusplus ? "-std=c++17" : "-std=c11");
    module_flags(&source, "-O3 -march=native -fwrapv");
    module_option(&source, "-DEXCLUSIVE=%d", what->exclusive);
    module_option(&source, "-I%s/algorithms/elements/monoids", home);
    status = monoid_options(what->monoid, &source, why);
    if (status != OK)
        return status;
    if (use->options)
        module_flags(&source, use->options);
    for (int i = 0; library->flags[i]; i++)
        module_option(&source, "%s", library->flags[i]);
    if (module_open(&source, out, &inner) != OK)
        return problem_set(why, MACHINE_LACKS, "no %s (install %s): %.200s",
                           library->name, library->package, inner.line);
    return OK;
}

/* The function of a scan, or of an application. */
static enum status find_host(const struct library_case *what,
                             struct library_row *out, struct problem *why)
{
    void *symbol;
    const enum status status = module_symbol(
        &out->module, what->choice ? "library_call" : "library_scan", &symbol,
        why);

    if (status == OK && what->choice)
        memcpy(&out->call, &symbol, sizeof out->call);
    else if (status == OK)
        memcpy(&out->scan, &symbol, sizeof out->scan);
    return status;
}

static enum status open_compiled(const struct library_case *what, int index,
                                 struct library_row *out, struct problem *why)
{
    const struct library *const library = what->library;

    /* It stays open: so the row finds it by its name, wherever it is. */
    if (library->maker == MADE_BY_CC && !open_shared(library->file))
        return problem_set(why, MACHINE_LACKS, "no %s: no %s here, install %s",
                           library->name, library->file, library->package);
    const enum status status =
        compile(what, use_of(what, index), &out->module, why);

    if (status != OK)
        return status;
    return library->on_gpu ? library_cuda_symbols(what, out, why)
                           : find_host(what, out, why);
}

/* -------------------------------------------------------------------- both */

/* With the defaults for these elements; 0 bits of a key are all. */
size_t library_setting(const struct library_case *what)
{
    const struct monoid_table *const m = &what->monoid->table;
    const struct library_use *const use = use_of(what, 0);

    if (!use->setting)
        return 0;
    const struct choice choice =
        choice_for(what->choice, m->bytes, m->kind == FLOATING, 0);
    const double value = choice_value(&choice, use->setting);
    return value > 0 ? (size_t)value : (size_t)m->key_bits;
}

int library_rows(const struct library_case *what)
{
    int rows = 0;

    if (what->library->maker == MADE_BY_NVCC)
        return library_cuda_rows(what);
    while (use_of(what, rows))
        rows++;
    return rows;
}

enum status library_open(const struct library_case *what, int index,
                         struct library_row *out, struct problem *why)
{
    /* All uses for an application refuse alike. */
    const struct library_use *const use = use_of(what, 0);
    const char *const refusal = use->refuse ? use->refuse(what) : NULL;

    *out = (struct library_row){.library = what->library,
                                .variant = "",
                                .setting = library_setting(what)};
    if (refusal)
        return problem_set(why, MACHINE_LACKS, "no %s for %s of %s: %s",
                           what->library->name, use->task, what->monoid->name,
                           refusal);
    return what->library->maker == MADE_BY_NVCC
               ? library_cuda_open(what, index, out, why)
               : open_compiled(what, index, out, why);
}

void library_close(struct library_row *row)
{
    module_close(&row->module);
}
