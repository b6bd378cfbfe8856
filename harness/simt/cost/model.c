/* model.c - the numbers of the modelled GPU, and the file that changes them. */
#include "model.h"
#include "simt/simt.h"
#include "base/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A small GPU. Latencies are rounded from measurements of recent NVIDIA GPUs;
 * the bandwidth is that of four multiprocessors out of the 132 of an H200. */
static struct model in_use = {
    .limits = {.multiprocessors = 4,
               .warp = 32,
               .block_threads = 1024,
               .block_shared_bytes = 227 << 10,
               .shared_bytes = 228 << 10,
               .registers = 65536,
               .resident_blocks = 16,
               .gpus = SIMT_GPUS},
    .clock_mhz = 1800,
    .global_latency = 600,
    .flag_latency = 300,
    .shared_cycles = 2,
    .global_cycles = 4,
    .barrier_cycles = 20,
    .bytes_per_cycle = 80,
    .launch_cycles = 4000,
};

const struct model *model(void)
{
    return &in_use;
}

/* The settings of a file. One of the three pointers is set and gives the type.
 */
static const struct setting {
    const char *name;
    int *number;
    size_t *bytes;
    unsigned *cycles;
    unsigned long least, most;
} settings[] = {
    {"multiprocessors", &in_use.limits.multiprocessors, NULL, NULL, 1, 64},
    {"block_threads", &in_use.limits.block_threads, NULL, NULL, 32, 1024},
    {"block_shared_bytes", NULL, &in_use.limits.block_shared_bytes, NULL, 1024,
     227 << 10},
    {"shared_bytes", NULL, &in_use.limits.shared_bytes, NULL, 1024, 1 << 20},
    {"registers", &in_use.limits.registers, NULL, NULL, 1024, 1 << 20},
    {"resident_blocks", &in_use.limits.resident_blocks, NULL, NULL, 1, 32},
    {"clock_mhz", NULL, NULL, &in_use.clock_mhz, 1, 100000},
    {"global_latency", NULL, NULL, &in_use.global_latency, 0, 1000000},
    {"flag_latency", NULL, NULL, &in_use.flag_latency, 0, 1000000},
    {"shared_cycles", NULL, NULL, &in_use.shared_cycles, 0, 1000000},
    {"global_cycles", NULL, NULL, &in_use.global_cycles, 0, 1000000},
    {"barrier_cycles", NULL, NULL, &in_use.barrier_cycles, 0, 1000000},
    {"bytes_per_cycle", NULL, NULL, &in_use.bytes_per_cycle, 1, 1000000},
    {"launch_cycles", NULL, NULL, &in_use.launch_cycles, 0, 100000000},
};

static enum status set_value(const char *path, int line, const char *name,
                             const char *value, struct problem *why)
{
    const struct setting *s = NULL;
    char *end;

    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!strcmp(settings[i].name, name))
            s = &settings[i];
    if (!s)
        return problem_set(why, WRONG_USE,
                           "%s:%d: a machine has no property '%s'; see "
                           "harness/simt/cost/model.h",
                           path, line, name);
    errno = 0;
    const unsigned long number = strtoul(value, &end, 10);
    if (errno || end == value || *end || *value == '-' || number < s->least ||
        number > s->most)
        return problem_set(
            why, WRONG_USE,
            "%s:%d: %s must be a whole number from %lu to %lu, not '%s'", path,
            line, name, s->least, s->most, value);
    if (s->number)
        *s->number = (int)number;
    else if (s->bytes)
        *s->bytes = number;
    else
        *s->cycles = (unsigned)number;
    return OK;
}

enum status model_read(const char *path, struct problem *why)
{
    char *text = path_read(path, NULL), *rest = text;
    enum status status = OK;

    if (!text)
        return problem_set(why, WRONG_USE, "--machine %s: %s", path,
                           strerror(errno ? errno : EIO));
    for (int number = 1; rest && status == OK; number++) {
        char *line = rest, name[64], value[64], more[2];
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = '\0';
        line[strcspn(line, "#")] = '\0';
        const int words = sscanf(line, "%63s %63s %1s", name, value, more);
        if (words == 2)
            status = set_value(path, number, name, value, why);
        else if (words > 0)
            status = problem_set(why, WRONG_USE,
                                 "%s:%d: a line must be a name and a number",
                                 path, number);
    }
    free(text);
    return status;
}
