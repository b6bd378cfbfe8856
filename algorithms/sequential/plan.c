/* plan.c - sequential: one thread, n - 1 ops, no memory besides in and out. */
#include "../contract/plan.h"

static const struct parameter parameters[] = {{.name = NULL}};

extern const struct implementation sequential_gpu; /* launch.c */

const struct algorithm sequential = {
    .name = "sequential",
    .title = "Sequential scan",
    .idea = "one thread, one running total",
    .source = "ECE408 lecture 16, \"A sequential C implementation\"",
    .task = &scan_task,
    .cpu =
        {
            .parameters = parameters,
            .work = "n - 1",
            .depth = "n - 1",
            .traffic = "2n",
            .memory = "none",
            .refuse = refuse_nothing,
            .plan = plan_native,
            .forms = loop_forms,
        },
    .gpu = &sequential_gpu,
};
