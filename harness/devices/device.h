/* device.h - the devices by name, and the abilities of each.
 *
 * The rest of the harness checks abilities, never names: so to add a device,
 * write a file that exports a `struct device`, and add its name to device.c.
 * The code that runs an algorithm on a device is called through a table of
 * functions: execution.h.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"

#include <stdio.h>

struct execution_type;

struct device {
    const char *name; /* as typed after -d */
    const char *what; /* one line for `list` */
    const struct execution_type *type;
    /* NULL, or why this machine or this build cannot use it. */
    const char *(*lacks)(void);
    /* Lines for `list`: the hardware and its driver. NULL: nothing to add. */
    void (*print_facts)(FILE *to, const char *indent);

    bool runs_kernels;   /* runs kernel.cu; else cpu.c */
    bool has_threads;    /* runs on any number of this machine's threads */
    bool has_schedules;  /* uses setup.simt: the order of threads, the simulated
                            machine */
    bool has_model_time; /* its time comes from a model, not from a clock */
    bool has_cycles;     /* a kernel can read a clock that counts cycles */
    bool is_gpu;         /* arrays are on the GPU of cuda/; scans are enqueued
                            there, and timed with its events */
    /* op may be a function of this program, so scans run on the interval table,
     * which records the operands of each value. */
    bool calls_host_op;
    /* The device sees every access: races are findings, and a trace has
     * accesses, barriers and folds. */
    bool sees_accesses;
};

/* All devices, ending with NULL. */
extern const struct device *const devices[];

/* A device_NAME.c exports one of these. */
extern const struct device device_cpu, device_simt, device_cuda;

/* "cpu, simt or cuda": all of them, joined by "or" or "and". Returns text. */
const char *device_names(const char *joint, char *text, size_t size);

/* Finds a device by its typed name. It need not be usable here: see
 * device_ready. */
enum status device_find(const char *name, const struct device **out,
                        struct problem *why);

/* OK, or MACHINE_LACKS with what is missing. */
enum status device_ready(const struct device *device, struct problem *why);

/* The first device with an ability, or NULL. */
const struct device *device_that(bool (*can)(const struct device *device));

/* The file in an algorithm's folder that the device runs. */
const char *device_code(const struct device *device);

#endif
