/* example_basis.h - runs an example's operations: any scan, any device.
 *
 * The examples in algorithms/examples/ repeatedly call scans of several
 * monoids. Here each monoid, and each kind of scan with it, is opened once.
 */
#ifndef EXAMPLE_BASIS_H
#define EXAMPLE_BASIS_H

#include "algorithms/examples/example.h"
#include "devices/choice.h"
#include "devices/device.h"
#include "simt/simt.h"
#include "base/pool.h"
#include "base/status.h"

#include <stdio.h>

/* The device and the algorithm of the scans; pointers must outlive the run. */
struct example_setup {
    const struct device *device;
    const struct choice *by;         /* the scan, on that device */
    struct pool *pool;               /* cpu; else NULL */
    const struct simt_options *simt; /* simt; else NULL */
};

/* Runs the example on its input; its output goes to `out`. The costs are those
 * of basis.h. CHECK_FAILED: the device detected a wrong scan; WRONG_USE: the
 * example rejects its input; MACHINE_LACKS: memory, a compiler. */
enum status example_run(const struct example *example,
                        const struct example_input *input,
                        const struct example_setup *setup, FILE *out,
                        struct basis_costs *model, struct basis_costs *ran,
                        struct problem *why);

#endif
