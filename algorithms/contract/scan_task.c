/* scan_task.c - what every scan computes. */
#include "algorithm.h"

static const struct port scan_ports[] = {
    {"in", PORT_IN, PORT_T, {"n", 0, NULL}},
    {"out", PORT_OUT, PORT_T, {"n", 0, NULL}},
    {.name = NULL},
};

/* out[i] is the fold of all up to i; exclusive: of all before it. */
static void fold_of(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end)
{
    (void)ports, (void)port;
    *begin = 0;
    *end = request->exclusive ? i : i + 1;
}

const struct task scan_task = {
    .name = "scan",
    .ports = scan_ports,
    .has_kinds = true,
    .has_op = true,
    .has_entries = true,
    .takes_carry = true,
    .works_in_place = true,
    .idle_when_empty = true,
    .fold_of = fold_of,
};
