/* device.c - the devices by name. */
#include "device.h"

#include <string.h>

const struct device *const devices[] = {
    &device_cpu,
    &device_simt,
    &device_cuda,
    NULL,
};

const char *device_names(const char *joint, char *text, size_t size)
{
    size_t used = 0;

    *text = '\0';
    for (int i = 0; devices[i] && used < size; i++)
        used += i == 0 ? (size_t)snprintf(text, size, "%s", devices[0]->name)
                : devices[i + 1]
                    ? (size_t)snprintf(text + used, size - used, ", %s",
                                       devices[i]->name)
                    : (size_t)snprintf(text + used, size - used, " %s %s",
                                       joint, devices[i]->name);
    return text;
}

enum status device_find(const char *name, const struct device **out,
                        struct problem *why)
{
    const char *names[sizeof devices / sizeof *devices] = {NULL};
    char all[256];

    for (int i = 0; devices[i]; i++) {
        names[i] = devices[i]->name;
        if (strcmp(name, devices[i]->name) != 0)
            continue;
        *out = devices[i];
        return OK;
    }
    const char *near = nearest_name(name, names);
    return problem_set(why, WRONG_USE, "no device '%s'%s%s%s; there are %s",
                       name, near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "", device_names("and", all, sizeof all));
}

enum status device_ready(const struct device *device, struct problem *why)
{
    const char *lacks = device->lacks ? device->lacks() : NULL;

    return lacks ? problem_set(why, MACHINE_LACKS, "device %s: %s",
                               device->name, lacks)
                 : OK;
}

const struct device *device_that(bool (*can)(const struct device *device))
{
    for (int i = 0; devices[i]; i++)
        if (can(devices[i]))
            return devices[i];
    return NULL;
}

const char *device_code(const struct device *device)
{
    return device->runs_kernels ? "kernel.cu" : "cpu.c";
}
