/* device.c - the devices by name. */
#include "device.h"
#include "execution.h"

#include <assert.h>
#include <string.h>

static const char *nothing_lacks(void)
{
    return NULL;
}

const struct device devices[] = {
    {"cpu", DEVICE_CPU, "native C on this machine's threads", "cpu.c",
     nothing_lacks, &execution_cpu},
    {"simt", DEVICE_SIMT, "the CUDA kernels on a simulated machine",
     "kernel.cu", simt_lacks, &execution_simt},
    {"cuda", DEVICE_CUDA, "the CUDA kernels on an NVIDIA GPU", "kernel.cu",
     cuda_lacks, &execution_cuda},
    {NULL, DEVICE_CPU, NULL, NULL, NULL, NULL},
};

enum status device_find(const char *name, const struct device **out,
                        struct problem *why)
{
    const char *names[8] = {NULL};

    for (int i = 0; devices[i].name; i++) {
        names[i] = devices[i].name;
        if (strcmp(name, devices[i].name) != 0)
            continue;
        *out = &devices[i];
        return OK;
    }
    const char *near = nearest_name(name, names);
    return problem_set(why, WRONG_USE,
                       "no device '%s'%s%s%s; there are cpu, simt and cuda",
                       name, near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

enum status device_ready(const struct device *device, struct problem *why)
{
    const char *lacks = device->lacks();

    return lacks ? problem_set(why, MACHINE_LACKS, "device %s: %s",
                               device->name, lacks)
                 : OK;
}

const struct device *device_of(enum device_kind kind)
{
    const struct device *device = devices;

    while (device->name && device->kind != kind)
        device++;
    assert(device->name);
    return device;
}
