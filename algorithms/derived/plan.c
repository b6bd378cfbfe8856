/* plan.c - scans that are composed of rules: a space, not one scan. */
#include "../contract/plan.h"

extern const struct implementation derived_gpu; /* launch.c */

const struct algorithm derived = {
    .name = "derived",
    .title = "Derived scans",
    .idea = "composed of rules: sections, runs, warps, trees, what is left",
    .source = "Pizzuti, Steuwer, Dubach, Euro-Par 2022",
    .task = &scan_task,
    .gpu = &derived_gpu,
};
