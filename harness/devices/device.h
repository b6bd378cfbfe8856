/* device.h - the devices by name. What each can do is behind a table of
 * functions: execution.h. */
#ifndef DEVICE_H
#define DEVICE_H

#include "algorithms/algorithm.h"
#include "base/status.h"

struct execution_type;

struct device {
    const char *name; /* as typed after -d */
    enum device_kind kind;
    const char *what;
    const char *code; /* the file of an algorithm's folder that it runs */
    /* NULL, or why this machine or this build cannot use it. */
    const char *(*lacks)(void);
    const struct execution_type *type;
};

/* All devices, ending with a NULL name. */
extern const struct device devices[];

/* By the name that was typed. It need not be usable here: ask device_ready. */
enum status device_find(const char *name, const struct device **out,
                        struct problem *why);

/* OK, or MACHINE_LACKS with what is missing. */
enum status device_ready(const struct device *device, struct problem *why);

const struct device *device_of(enum device_kind kind);

#endif
