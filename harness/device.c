/* device.c - the devices by name. */
#include "device.h"
#include "machine.h"

#include <dlfcn.h>
#include <string.h>

static const char *nothing_lacks(void)
{
    return NULL;
}

static const char *simt_lacks(void)
{
    return "this version of scanlab has no SIMT machine yet";
}

static const char *cuda_lacks(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!driver)
        return "no NVIDIA driver (libcuda.so.1) on this machine, and this "
               "version of scanlab has no CUDA device yet";
    dlclose(driver);
    return "this version of scanlab has no CUDA device yet";
}

const struct device devices[] = {
    {"cpu", DEVICE_CPU, "native C on this machine's threads", nothing_lacks},
    {"simt", DEVICE_SIMT, "the CUDA kernels on a simulated machine",
     simt_lacks},
    {"cuda", DEVICE_CUDA, "the CUDA kernels on an NVIDIA GPU", cuda_lacks},
    {NULL, DEVICE_CPU, NULL, NULL},
};

enum status device_find(const char *name, const struct device **out,
                        struct problem *why)
{
    const char *names[8] = {NULL};

    for (int i = 0; devices[i].name; i++) {
        names[i] = devices[i].name;
        if (strcmp(name, devices[i].name) != 0)
            continue;
        const char *lacks = devices[i].lacks();
        if (lacks)
            return problem_set(why, MACHINE_LACKS, "device %s: %s", name,
                               lacks);
        *out = &devices[i];
        return OK;
    }
    const char *near = nearest_name(name, names);
    return problem_set(why, WRONG_USE,
                       "no device '%s'%s%s%s; there are cpu, simt and cuda",
                       name, near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

struct request setup_request(const struct setup *setup,
                             const struct machine *machine, size_t n)
{
    return (struct request){
        .n = n,
        .elem_bytes = setup->monoid->table.bytes,
        .exclusive = setup->exclusive,
        .has_carry = setup->has_carry,
        .vectorized = setup->monoid->table.vectorized,
        .entry = ENTRY_SCAN,
        .parameters = setup->choice->value,
        .machine = machine,
    };
}

const char *setup_refuses(const struct setup *setup, size_t n)
{
    const struct machine machine = machine_cpu(pool_threads(setup->pool));
    const struct request request = setup_request(setup, &machine, n);

    return setup->choice->algorithm->refuse(&request);
}
