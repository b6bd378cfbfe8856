/* example_basis.h - what an example's operations run on: any scan, any device.
 *
 * The basis of algorithms/examples/ asks for scans of several monoids, again
 * and again. Here each monoid is opened once, and each kind of scan of it.
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

/* Where and by what the scans run; pointers must outlive the run. */
struct example_setup {
    const struct device *device;
    const struct choice *by;         /* the scan, on that device */
    struct pool *pool;               /* cpu; else NULL */
    const struct simt_options *simt; /* simt; else NULL */
};

/* Runs the example on its input; what it prints goes to `out`. The costs are
 * those of basis.h. CHECK_FAILED: the device saw a scan do wrong; WRONG_USE:
 * the example refuses its input; MACHINE_LACKS: memory, a compiler. */
enum status example_run(const struct example *example,
                        const struct example_input *input,
                        const struct example_setup *setup, FILE *out,
                        struct basis_costs *model, struct basis_costs *ran,
                        struct problem *why);

#endif
