/* op_cost.c - times op by itself. */
#include "op_cost.h"
#include "base/host.h"
#include "compile/module.h"
#include "base/paths.h"
#include "sample.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAY_BYTES = 16 << 10, TIMES = 51, FOLDS = 32 };

typedef void fold_function(const void *in, size_t n, int chains, void *out);

static double time_folds(fold_function *fold, const void *in, size_t n,
                         int chains)
{
    _Alignas(64) char out[8 * 64];
    double ns[TIMES];

    for (int i = 0; i < TIMES; i++) {
        const uint64_t start = host_now();
        for (int k = 0; k < FOLDS; k++)
            fold(in, n, chains, out);
        ns[i] = (double)(host_now() - start) / FOLDS / (double)n;
    }
    return sample_summarise(ns, TIMES).median;
}

static enum status open_module(const struct monoid *monoid,
                               struct module *module, fold_function **fold,
                               struct problem *why)
{
    struct module_source source = {0};
    char home[PATH_MAX];
    void *symbol;
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    path_format(source.path, sizeof source.path,
                "%s/harness/bench/op_cost_module.c", home);
    source.between = module_check_host;
    module_flags(&source, "-std=gnu11 -O3 -march=native -fwrapv");
    module_option(&source, "-I%s/algorithms/elements/monoids", home);
    status = monoid_options(monoid, &source, why);
    if (status == OK)
        status = module_open(&source, module, why);
    if (status == OK)
        status = module_symbol(module, "op_cost_fold", &symbol, why);
    if (status == OK)
        memcpy(fold, &symbol, sizeof *fold);
    return status;
}

enum status op_cost_measure(const struct monoid *monoid, struct op_cost *out,
                            struct problem *why)
{
    static _Alignas(64) char in[ARRAY_BYTES];
    struct module module = {0};
    fold_function *fold;
    const size_t n = ARRAY_BYTES / monoid->table.bytes;
    const enum status status = open_module(monoid, &module, &fold, why);

    if (status == OK) {
        monoid->table.draw(in, n, 1);
        out->chained_ns = time_folds(fold, in, n, 1);
        out->side_by_side_ns = out->chained_ns;
        for (int chains = 2; chains <= 8; chains *= 2) {
            const double ns = time_folds(fold, in, n, chains);
            if (ns < out->side_by_side_ns)
                out->side_by_side_ns = ns;
        }
    }
    module_close(&module);
    return status;
}
