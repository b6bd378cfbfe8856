/* device_cpu.c - runs an algorithm's cpu.c on the threads of a pool. */
#include "device.h"
#include "guard.h"
#include "machine.h"
#include "module.h"
#include "paths.h"
#include "../algorithms/native.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that one scan of a user's file may take. */
enum { PATIENCE = 20 };

typedef void native_function(const struct native_call *call);

struct execution {
    struct setup setup;
    struct machine machine;
    struct module module;
    native_function *scan, *reduce, *apply_carry;
    uint64_t launch;
    int buffers;
    enum buffer_start start[MAX_BUFFERS];
    size_t bytes[MAX_BUFFERS];
    void *buffer[MAX_BUFFERS];
};

static enum status load_code(struct execution *e, struct problem *why)
{
    const struct algorithm *algorithm = e->setup.choice->algorithm;
    const bool proving = monoid_is_interval(e->setup.monoid);
    struct module_source source = {0};
    char home[PATH_MAX];
    void *symbol[3];
    enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    const bool fits =
        e->setup.source
            ? path_format(source.path, sizeof source.path, "%s",
                          e->setup.source)
            : path_format(source.path, sizeof source.path,
                          "%s/algorithms/%s/cpu.c", home, algorithm->name);
    if (!fits)
        return problem_set(why, WRONG_USE,
                           "the name of the source is too "
                           "long");
    /* Intervals are opaque calls: what optimises op would gain nothing. */
    module_option(&source, proving ? "-O1" : "-O3");
    module_option(&source, "-std=gnu11");
    module_option(&source, "-Werror=implicit-function-declaration");
    module_option(&source, "-march=native");
    module_option(&source, "-fopenmp-simd");
    module_option(&source, "-fwrapv");
    module_option(&source, "-DEXCLUSIVE=%d", e->setup.exclusive);
    module_option(&source, "-I%s/algorithms", home);
    module_option(&source, "-I%s/algorithms/monoids", home);
    for (int i = 0; algorithm->parameters[i].name; i++)
        module_option(&source, "-D%s=%ld", algorithm->parameters[i].macro,
                      e->setup.choice->value[i]);
    status = monoid_options(e->setup.monoid, &source, why);
    if (status == OK)
        status = module_open(&source, &e->module, why);
    static const char *const names[3] = {"native_scan", "native_reduce",
                                         "native_apply_carry"};
    for (int i = 0; status == OK && i < 3; i++) {
        status = module_symbol(&e->module, names[i], &symbol[i], why);
        if (status != OK)
            problem_set(why, status, "%s defines no function '%s'", source.path,
                        names[i]);
    }
    if (status != OK)
        return status;
    memcpy(&e->scan, &symbol[0], sizeof e->scan);
    memcpy(&e->reduce, &symbol[1], sizeof e->reduce);
    memcpy(&e->apply_carry, &symbol[2], sizeof e->apply_carry);
    return OK;
}

static struct plan plan_at(const struct execution *e, size_t n)
{
    const struct request request = setup_request(&e->setup, &e->machine, n);
    struct plan plan = {0};

    e->setup.choice->algorithm->plan(&request, &plan);
    return plan;
}

static enum status take_buffers(struct execution *e, struct problem *why)
{
    const struct plan plan = plan_at(e, e->setup.largest_n);

    e->buffers = plan.buffers;
    for (int i = 0; i < plan.buffers; i++) {
        e->bytes[i] = plan.buffer[i].bytes;
        e->start[i] = plan.buffer[i].start;
        enum status status =
            machine_has_memory(e->bytes[i], plan.buffer[i].name, why);
        if (status == OK)
            status = machine_take(e->bytes[i], &e->buffer[i], why);
        if (status != OK)
            return status;
    }
    return OK;
}

enum status execution_open(const struct setup *setup, struct execution **out,
                           struct problem *why)
{
    struct execution *e = *out = calloc(1, sizeof *e);

    if (!e)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    e->setup = *setup;
    e->machine = machine_cpu(pool_threads(setup->pool));
    enum status status = load_code(e, why);
    if (status == OK)
        status = take_buffers(e, why);
    if (status == OK)
        return OK;
    execution_close(e);
    *out = NULL;
    return status;
}

void execution_close(struct execution *e)
{
    if (!e)
        return;
    for (int i = 0; i < e->buffers; i++)
        machine_free(e->buffer[i], e->bytes[i]);
    module_close(&e->module);
    free(e);
}

/* Every launch has its own number, so status words of the last are stale. */
static void call(struct execution *e, native_function *function,
                 void *const ports[], size_t n, const void *carry)
{
    const struct native_call call = {
        .n = n,
        .ports = ports,
        .buffers = e->buffer,
        .carry = carry,
        .launch = ++e->launch,
        .cache_bytes = e->machine.cache_bytes,
        .threads = e->machine.threads,
        .pool = e->setup.pool,
        .parallel = pool_parallel,
    };

    for (int i = 0; i < e->buffers; i++)
        if (e->start[i] == STARTS_ZERO)
            memset(e->buffer[i], 0, e->bytes[i]);
    if (!e->setup.source) {
        function(&call);
        return;
    }
    guard_enter(e->setup.source, PATIENCE);
    function(&call);
    guard_leave();
}

void execution_scan(struct execution *e, const void *in, void *out, size_t n,
                    const void *carry)
{
    void *const ports[] = {(void *)in, out};
    if (n > 0)
        call(e, e->scan, ports, n, carry);
}

void execution_reduce(struct execution *e, const void *in, void *out, size_t n)
{
    void *const ports[] = {(void *)in, out};
    call(e, e->reduce, ports, n, NULL);
}

void execution_apply_carry(struct execution *e, void *data, size_t n,
                           const void *carry)
{
    void *const ports[] = {data, data};
    if (n > 0)
        call(e, e->apply_carry, ports, n, carry);
}

struct forms execution_forms(const struct execution *e, size_t n)
{
    const struct request request = setup_request(&e->setup, &e->machine, n);
    struct forms forms = {0};

    e->setup.choice->algorithm->forms(&request, &forms);
    return forms;
}

size_t execution_buffer_bytes(const struct execution *e, size_t n)
{
    const struct plan plan = plan_at(e, n);
    size_t bytes = 0;

    for (int i = 0; i < plan.buffers; i++)
        bytes += plan.buffer[i].bytes;
    return bytes;
}
