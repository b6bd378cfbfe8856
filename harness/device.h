/* device.h - one way to run an algorithm, whatever runs it.
 *
 *     execution_open    compile or load the code, size the buffers
 *     execution_run     one scan; may be repeated for any n up to the largest
 *     execution_close
 *
 * device_cpu.c runs cpu.c on threads. Later devices join in device.c.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "choice.h"
#include "monoid.h"
#include "pool.h"
#include "status.h"

struct device {
    const char *name; /* as typed after -d */
    enum device_kind kind;
    const char *what;
    /* NULL, or why this machine or this build cannot use it. */
    const char *(*lacks)(void);
};

/* All devices, ending with a NULL name. */
extern const struct device devices[];

/* Finds a device that can be used here. */
enum status device_find(const char *name, const struct device **out,
                        struct problem *why);

/* What to run. Pointers must outlive the execution. */
struct setup {
    const struct device *device;
    const struct choice *choice;
    const struct monoid *monoid;
    struct pool *pool;  /* cpu: its threads take part */
    const char *source; /* a file in place of the algorithm's own, or NULL */
    bool exclusive;
    bool has_carry;
    size_t largest_n;
};

struct execution;

/* NULL, or why the algorithm refuses this n or these parameters; static
 * storage. Ask before execution_open: setup->largest_n must not be refused. */
const char *setup_refuses(const struct setup *setup, size_t n);

/* On OK the caller closes *out. MACHINE_LACKS when memory does not suffice,
 * CHECK_FAILED when the source does not compile. */
enum status execution_open(const struct setup *setup, struct execution **out,
                           struct problem *why);
void execution_close(struct execution *execution); /* NULL is fine */

/* Scans in[0..n) to out[0..n); in == out is allowed. `carry` is the element
 * to start from when the setup has one, else NULL. */
void execution_scan(struct execution *execution, const void *in, void *out,
                    size_t n, const void *carry);
/* out[0] = the fold of in[0..n), the identity when n = 0. */
void execution_reduce(struct execution *execution, const void *in, void *out,
                      size_t n);
/* data[i] = op(carry, data[i]). */
void execution_apply_carry(struct execution *execution, void *data, size_t n,
                           const void *carry);

/* Costs on paper at n. */
struct forms execution_forms(const struct execution *execution, size_t n);

/* Bytes of temporary memory at n, besides input and output. */
size_t execution_buffer_bytes(const struct execution *execution, size_t n);

/* The request that plan and forms get for this setup at n. */
struct request setup_request(const struct setup *setup,
                             const struct machine *machine, size_t n);

#endif
