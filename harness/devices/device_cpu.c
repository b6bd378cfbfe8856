/* device_cpu.c - runs an algorithm's cpu.c on the threads of a pool. */
#include "execution.h"
#include "traced.h"
#include "base/guard.h"
#include "base/host.h"
#include "compile/module.h"
#include "base/paths.h"
#include "trace/thread_log.h"
#include "algorithms/native.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that one scan of a user's file may take. */
enum { PATIENCE = 20 };

typedef void native_function(const struct native_call *call);

struct cpu {
    struct execution base;
    struct module module;
    native_function *function[3]; /* of each entry */
    uint64_t launch;
    int buffers;
    enum buffer_start start[MAX_BUFFERS];
    size_t bytes[MAX_BUFFERS];
    void *buffer[MAX_BUFFERS];
    /* Of a traced scan. */
    struct module traced;
    native_function *traced_scan;
    struct threads_log *log;
};

static struct machine machine_of(const struct setup *setup)
{
    return host_machine(setup->pool ? pool_threads(setup->pool) : 1);
}

/* cpu.c or the file that stands for it, with the options that make it the code
 * of this setup. */
static enum status describe_source(const struct setup *setup,
                                   struct module_source *source,
                                   struct problem *why)
{
    const struct choice *choice = setup->choice;
    const struct parameter *parameters = choice->implementation->parameters;
    const bool proving = monoid_is_interval(setup->monoid);
    char home[PATH_MAX];
    const enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    const bool fits = setup->source
                          ? path_format(source->path, sizeof source->path, "%s",
                                        setup->source)
                          : path_format(source->path, sizeof source->path,
                                        "%s/algorithms/%s/cpu.c", home,
                                        choice->algorithm->name);
    if (!fits)
        return problem_set(why, WRONG_USE,
                           "the name of the source is too "
                           "long");
    /* Intervals are opaque calls: what optimises op would gain nothing. */
    module_option(source, proving ? "-O1" : "-O3");
    module_flags(source, "-std=gnu11 -Werror=implicit-function-declaration "
                         "-march=native -fopenmp-simd -fwrapv");
    module_option(source, "-DEXCLUSIVE=%d", setup->exclusive);
    module_option(source, "-I%s/algorithms", home);
    module_option(source, "-I%s/algorithms/monoids", home);
    for (int i = 0; parameters[i].name; i++)
        module_option(source, "-D%s=%ld", parameters[i].macro,
                      choice->value[i]);
    return monoid_options(setup->monoid, source, why);
}

/* A symbol of the module that was made of the source. */
static enum status find_symbol(const struct module_source *source,
                               const struct module *module, const char *name,
                               void **out, struct problem *why)
{
    const enum status status = module_symbol(module, name, out, why);

    return status == OK
               ? OK
               : problem_set(why, status, "%s defines no function '%s'",
                             source->path, name);
}

/* The same code again, which tells what it does. */
static enum status load_traced(struct cpu *cpu, struct module_source *source,
                               struct problem *why)
{
    const struct native_trace *const table = &threads_trace;
    void *scan = NULL, *pointer = NULL;

    module_option(source, "-DTRACE");
    enum status status = module_open(source, &cpu->traced, why);
    if (status == OK)
        status = find_symbol(source, &cpu->traced, "native_scan", &scan, why);
    if (status == OK)
        status = module_symbol(&cpu->traced, "native_trace", &pointer, why);
    if (status != OK)
        return status;
    memcpy(&cpu->traced_scan, &scan, sizeof cpu->traced_scan);
    memcpy(pointer, &table, sizeof table);
    cpu->log = threads_log_open(cpu->base.setup.pool);
    return cpu->log ? OK : problem_set(why, MACHINE_LACKS, "out of memory");
}

static enum status load_code(struct cpu *cpu, struct problem *why)
{
    static const char *const names[3] = {[ENTRY_SCAN] = "native_scan",
                                         [ENTRY_REDUCE] = "native_reduce",
                                         [ENTRY_APPLY_CARRY] =
                                             "native_apply_carry"};
    struct module_source source = {0};
    void *symbol[3];
    enum status status = describe_source(&cpu->base.setup, &source, why);

    if (status == OK)
        status = module_open(&source, &cpu->module, why);
    for (int i = 0; status == OK && i < 3; i++)
        status = find_symbol(&source, &cpu->module, names[i], &symbol[i], why);
    if (status != OK)
        return status;
    for (int i = 0; i < 3; i++)
        memcpy(&cpu->function[i], &symbol[i], sizeof symbol[i]);
    return cpu->base.setup.trace ? load_traced(cpu, &source, why) : OK;
}

static enum status take_buffers(struct cpu *cpu, struct problem *why)
{
    const struct setup *setup = &cpu->base.setup;
    struct plan plan;

    execution_plan(&cpu->base, ENTRY_SCAN, setup->largest_n, setup->has_carry,
                   &plan);
    cpu->buffers = plan.buffers;
    for (int i = 0; i < plan.buffers; i++) {
        cpu->bytes[i] = plan.buffer[i].bytes;
        cpu->start[i] = plan.buffer[i].start;
        enum status status =
            host_has_memory(cpu->bytes[i], plan.buffer[i].name, why);
        if (status == OK)
            status = host_take(cpu->bytes[i], &cpu->buffer[i], why);
        if (status != OK)
            return status;
    }
    return OK;
}

static enum status open_cpu(struct execution *e, struct problem *why)
{
    struct cpu *cpu = (struct cpu *)e;
    const enum status status = load_code(cpu, why);

    return status == OK ? take_buffers(cpu, why) : status;
}

static void close_cpu(struct execution *e)
{
    struct cpu *cpu = (struct cpu *)e;

    for (int i = 0; i < cpu->buffers; i++)
        host_free(cpu->buffer[i], cpu->bytes[i]);
    module_close(&cpu->module);
    module_close(&cpu->traced);
    threads_log_close(cpu->log);
}

/* Every launch has its own number, so status words of the last are stale. */
static enum status call(struct cpu *cpu, native_function *function,
                        void *const ports[], size_t n, const void *carry)
{
    const struct execution *e = &cpu->base;
    const struct native_call call = {
        .n = n,
        .ports = ports,
        .buffers = cpu->buffer,
        .carry = carry,
        .launch = ++cpu->launch,
        .cache_bytes = e->machine.cache_bytes,
        .threads = e->machine.threads,
        .pool = e->setup.pool,
        .parallel =
            function == cpu->traced_scan ? threads_log_parallel : pool_parallel,
    };

    for (int i = 0; i < cpu->buffers; i++)
        if (cpu->start[i] == STARTS_ZERO)
            memset(cpu->buffer[i], 0, cpu->bytes[i]);
    if (!e->setup.source) {
        function(&call);
        return OK;
    }
    guard_enter(e->setup.source, PATIENCE);
    function(&call);
    guard_leave();
    return OK;
}

/* The median of some scans as they are; then one that is traced. A first one of
 * either kind is not: it brings memory and threads to where they are later. */
static enum status scan_traced(struct cpu *cpu, void *const ports[], size_t n,
                               struct problem *why)
{
    enum { PLAIN = 5, TRACED = 2 };
    const struct setup *const setup = &cpu->base.setup;
    double ns[PLAIN] = {0}, traced = 0;

    for (int k = -1; k < PLAIN; k++) {
        const uint64_t start = host_now();
        call(cpu, cpu->function[ENTRY_SCAN], ports, n, NULL);
        ns[k < 0 ? 0 : k] = (double)(host_now() - start);
    }
    for (int k = 0; k < TRACED; k++) {
        const uint64_t start = host_now();
        threads_log_begin(cpu->log);
        call(cpu, cpu->traced_scan, ports, n, NULL);
        threads_log_stop(cpu->log);
        traced = (double)(host_now() - start);
    }
    trace_reset(setup->trace, n);
    return threads_log_end(cpu->log, setup->trace, setup->monoid->table.bytes,
                           traced, traced_median(ns, PLAIN), why);
}

/* Native code is not watched from within: this always gives OK, unless a trace
 * has no memory. */
static enum status run(struct execution *e, enum entry entry, const void *in,
                       void *out, size_t n, const void *carry,
                       struct problem *why)
{
    struct cpu *cpu = (struct cpu *)e;
    void *const ports[] = {(void *)in, out};

    return cpu->log && entry == ENTRY_SCAN
               ? scan_traced(cpu, ports, n, why)
               : call(cpu, cpu->function[entry], ports, n, carry);
}

static const struct execution_type type = {
    .bytes = sizeof(struct cpu),
    .machine = machine_of,
    .open = open_cpu,
    .close = close_cpu,
    .run = run,
};

const struct device device_cpu = {
    .name = "cpu",
    .what = "native C on this machine's threads",
    .type = &type,
    .has_threads = true,
    .calls_host_op = true,
};
