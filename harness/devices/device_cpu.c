/* device_cpu.c - runs an algorithm's cpu.c on the threads of a pool.
 *
 * Buffers have the length given in the plan for this run's n. In a proof they
 * are placed between margins, which are compared after each run.
 */
#include "execution.h"
#include "traced.h"
#include "base/guard.h"
#include "base/host.h"
#include "base/margins.h"
#include "compile/module.h"
#include "base/paths.h"
#include "trace/thread_log.h"
#include "algorithms/contract/native.h"
#include "monoids/compares.h"
#include "monoids/interval_table.h"
#include "simt/source/source_lines.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that one scan of a user's file may take. */
enum { PATIENCE = 20 };

/* Bytes that every buffer is aligned to. */
enum { LINE = 64 };

typedef void native_function(const struct native_call *call);

struct cpu {
    struct execution base;
    struct module module;
    native_function *function[3]; /* of each entry */
    native_function *scan_dealt;  /* or NULL */
    uint64_t launch;
    struct sizes planned; /* of this plan, if is_planned */
    bool is_planned;
    struct plan plan;
    size_t room[MAX_BUFFERS];
    void *buffer[MAX_BUFFERS];
    struct margins margins[MAX_BUFFERS]; /* in a proof: they hold the buffers */
    /* For a traced scan. */
    struct module traced;
    native_function *traced_scan;
    struct threads_log *log;
    char words[512]; /* on the last run's wrong element */
};

static struct machine machine_of(const struct setup *setup)
{
    return host_machine(setup->pool ? pool_threads(setup->pool) : 1);
}

/* Adds the hooks of monoids/compares.h, and line numbers for messages. */
static void add_watching(struct module_source *source)
{
    static const char *const hooks[] = {
        "cmp1",       "cmp2",       "cmp4", "cmp8", "const_cmp1", "const_cmp2",
        "const_cmp4", "const_cmp8", "cmpf", "cmpd", "switch",     "pc"};
    /* clang traces comparisons only if it traces something else. */
    const bool is_clang = strstr(module_compiler(), "clang") != NULL;

    /* Only lines: the locations of variables take gcc minutes for a tree whose
     * loops are unrolled. */
    module_option(source, "-g1");
    module_option(source, "-fsanitize-coverage=%strace-cmp",
                  is_clang ? "func,trace-pc," : "");
    for (size_t k = 0; k < sizeof hooks / sizeof *hooks; k++)
        module_option(source, "-Wl,--wrap=__sanitizer_cov_trace_%s", hooks[k]);
}

/* cpu.c or the file that replaces it, with the compiler options for this
 * setup. */
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
    const bool fits =
        setup->source
            ? path_format(source->path, sizeof source->path, "%s",
                          setup->source)
            : choice_code_path(choice, home, source->path, sizeof source->path);
    if (!fits)
        return problem_set(why, WRONG_USE,
                           "the name of the source is too "
                           "long");
    source->between = module_check_host;
    /* Intervals are opaque calls: optimising op would gain nothing. */
    module_option(source, proving ? "-O1" : "-O3");
    module_flags(source, "-std=gnu11 -Werror=implicit-function-declaration "
                         "-march=native -fopenmp-simd -fwrapv");
    module_option(source, "-include");
    module_option(source, "%s/algorithms/elements/hidden_names.h", home);
    module_option(source, "-DEXCLUSIVE=%d", setup->exclusive);
    module_option(source, "-I%s/algorithms/cpu", home);
    module_option(source, "-I%s/algorithms/elements", home);
    module_option(source, "-I%s/algorithms", home);
    module_option(source, "-I%s/algorithms/elements/monoids", home);
    for (int i = 0; parameters[i].name; i++)
        module_option(source, "-D%s=%ld", parameters[i].macro,
                      choice->value[i]);
    if (setup->watches)
        add_watching(source);
    return monoid_options(setup->monoid, source, why);
}

/* A symbol of the module compiled from the source. */
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

/* Loads the same code again, in a form that reports its steps. */
static enum status load_traced(struct cpu *cpu, struct module_source *source,
                               const char *name, struct problem *why)
{
    const struct native_trace *const table = &threads_trace;
    void *scan = NULL, *pointer = NULL;

    module_option(source, "-DTRACE");
    enum status status = module_open(source, &cpu->traced, why);
    if (status == OK)
        status = find_symbol(source, &cpu->traced, name, &scan, why);
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
    const bool has_entries = execution_algorithm(&cpu->base)->task->has_entries;
    const char *const names[3] = {[ENTRY_SCAN] = has_entries ? "native_scan"
                                                             : "native_run",
                                  [ENTRY_REDUCE] = "native_reduce",
                                  [ENTRY_APPLY_CARRY] = "native_apply_carry"};
    struct module_source source = {0};
    void *symbol[3], *dealt;
    enum status status = describe_source(&cpu->base.setup, &source, why);

    if (status == OK)
        status = module_open(&source, &cpu->module, why);
    for (int i = 0; status == OK && i < 3; i++)
        status = find_symbol(&source, &cpu->module, names[i], &symbol[i], why);
    if (status != OK)
        return status;
    for (int i = 0; i < 3; i++)
        memcpy(&cpu->function[i], &symbol[i], sizeof symbol[i]);
    if (module_symbol(&cpu->module, "native_scan_dealt", &dealt, NULL) == OK)
        memcpy(&cpu->scan_dealt, &dealt, sizeof dealt);
    cpu->base.scans_dealt = cpu->scan_dealt && cpu->base.machine.threads == 1;
    return cpu->base.setup.trace
               ? load_traced(cpu, &source, names[ENTRY_SCAN], why)
               : OK;
}

/* --------------------------------------------------------------- buffers */

static bool proves(const struct cpu *cpu)
{
    return monoid_is_interval(cpu->base.setup.monoid);
}

/* Bytes that messages count as one element. */
static size_t unit_of(const struct cpu *cpu, const struct buffer *b)
{
    const size_t unit = b->unit ? b->unit : cpu->base.setup.monoid->table.bytes;

    return b->bytes % unit == 0 ? unit : 1;
}

static void free_buffer(struct cpu *cpu, int i)
{
    if (proves(cpu))
        margins_free(&cpu->margins[i]);
    else
        host_free(cpu->buffer[i], cpu->room[i]);
    cpu->buffer[i] = NULL;
}

/* Allocates cleared memory. */
static enum status take_buffer(struct cpu *cpu, int i, struct problem *why)
{
    const struct buffer *const b = &cpu->plan.buffer[i];
    const size_t unit = unit_of(cpu, b);
    enum status status = host_has_memory(b->bytes, b->name, why);

    free_buffer(cpu, i);
    cpu->room[i] = b->bytes;
    if (status == OK && proves(cpu))
        status = margins_alloc(b->name, b->bytes / unit, unit, &cpu->margins[i],
                               why);
    else if (status == OK)
        status = host_alloc(b->bytes, &cpu->buffer[i], why);
    if (status == OK && proves(cpu))
        cpu->buffer[i] = cpu->margins[i].begin;
    return status;
}

/* Makes the plan of n, and allocates additional memory for it. Some plans need
 * less for the largest n than for a smaller one. */
static enum status plan_for(struct cpu *cpu, struct sizes sizes,
                            struct problem *why)
{
    enum status status = OK;

    if (cpu->is_planned && !memcmp(&cpu->planned, &sizes, sizeof sizes))
        return OK;
    execution_plan(&cpu->base, ENTRY_SCAN, sizes, cpu->base.setup.has_carry,
                   &cpu->plan);
    cpu->planned = sizes;
    cpu->is_planned = true;
    for (int i = 0; i < cpu->plan.buffers && status == OK; i++)
        if (!cpu->buffer[i] || cpu->plan.buffer[i].bytes > cpu->room[i])
            status = take_buffer(cpu, i, why);
    if (status != OK)
        cpu->is_planned = false;
    return status;
}

/* Gives each buffer its initial contents. In a proof, a buffer that carries
 * nothing from run to run is placed at alternating sides. */
static void start_buffers(struct cpu *cpu)
{
    for (int i = 0; i < cpu->plan.buffers; i++) {
        const struct buffer *const b = &cpu->plan.buffer[i];
        struct margins *const m = &cpu->margins[i];
        if (proves(cpu)) {
            m->elem_bytes = unit_of(cpu, b);
            if (b->start == STARTS_LAUNCH_TAGGED)
                margins_keep(m, b->bytes / m->elem_bytes);
            else
                margins_prepare(m, b->bytes / m->elem_bytes,
                                cpu->launch % 2 ? ENDS_LOCKED : BEGINS_LOCKED,
                                LINE, 0);
            cpu->buffer[i] = m->out;
        }
        if (b->start == STARTS_ZERO)
            memset(cpu->buffer[i], 0, b->bytes);
    }
}

static enum status check_buffers(const struct cpu *cpu, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; proves(cpu) && i < cpu->plan.buffers && status == OK; i++)
        status = margins_check(&cpu->margins[i], why);
    return status;
}

/* For the last watched execution: the load address of its code, and its lines,
 * which are read before the code runs. */
static uintptr_t image;
static struct source_lines *lines;

static void compared(const void *pc, uint64_t a, uint64_t b, unsigned bytes)
{
    compares_note((uintptr_t)pc - image, a, b, bytes);
}

static enum status open_cpu(struct execution *e, struct problem *why)
{
    struct cpu *cpu = (struct cpu *)e;
    const enum status status = load_code(cpu, why);
    Dl_info loaded;
    void *code;

    if (status != OK)
        return status;
    memcpy(&code, &cpu->function[ENTRY_SCAN], sizeof code);
    if (e->setup.watches && dladdr(code, &loaded)) {
        image = (uintptr_t)loaded.dli_fbase;
        source_lines_close(lines);
        lines = source_lines_open(loaded.dli_fname);
        compares_hook = compared;
    }
    return plan_for(cpu, setup_largest(&e->setup), why);
}

static void close_cpu(struct execution *e)
{
    struct cpu *cpu = (struct cpu *)e;

    for (int i = 0; i < MAX_BUFFERS; i++)
        free_buffer(cpu, i);
    module_close(&cpu->module);
    module_close(&cpu->traced);
    threads_log_close(cpu->log);
    if (e->setup.watches) {
        source_lines_close(lines);
        lines = NULL;
    }
}

/* The line, in a source or a file that it includes, of the call that returns to
 * `pc`. False: not known. */
static bool name_call(const struct cpu *cpu, const void *pc, char *text,
                      size_t size)
{
    const char *const source =
        cpu->base.setup.source ? cpu->base.setup.source : "cpu.c";
    struct source_line at;
    int k = 0;

    if (!pc || !lines || !source_line(lines, (uintptr_t)pc - image, &at))
        return false;
    while (k + 1 < at.places && strcmp(source_file_name(at.place[k].file),
                                       source_file_name(source)) != 0)
        k++;
    snprintf(text, size, "%s:%d", source_file_name(at.place[k].file),
             at.place[k].line);
    return true;
}

static const struct cpu *running;

static bool name_crash(const void *instruction, char *text, size_t size)
{
    return instruction &&
           name_call(running, (const char *)instruction + 1, text, size);
}

/* Every launch has its own number, so earlier status words are stale. */
static enum status make_call(struct cpu *cpu, native_function *function,
                             const struct call *c, struct problem *why)
{
    const enum status status = plan_for(cpu, c->sizes, why);
    if (status != OK)
        return status;
    start_buffers(cpu);
    const struct execution *e = &cpu->base;
    const struct native_call call = {
        .n = c->sizes.of[0],
        .sizes = c->sizes.of,
        .ports = c->port,
        .buffers = cpu->buffer,
        .carry = c->carry,
        .dealt = c->dealt,
        .launch = ++cpu->launch,
        .cache_bytes = e->machine.cache_bytes,
        .stream_bytes = e->machine.stream_bytes,
        .threads = e->machine.threads,
        .pool = e->setup.pool,
        .parallel =
            function == cpu->traced_scan ? threads_log_parallel : pool_parallel,
    };

    if (e->setup.source) {
        running = cpu;
        guard_name_places(name_crash);
        guard_enter(e->setup.source, PATIENCE);
    }
    function(&call);
    if (e->setup.source) {
        guard_leave();
        guard_name_places(NULL);
    }
    return check_buffers(cpu, why);
}

/* Takes the median of some untraced scans, then one traced scan. The first scan
 * of either kind does not count: it warms up memory and threads. */
static enum status scan_traced(struct cpu *cpu, const struct call *c,
                               struct problem *why)
{
    enum { PLAIN = 5, TRACED = 2 };
    const struct setup *const setup = &cpu->base.setup;
    double ns[PLAIN] = {0}, traced = 0;

    for (int k = -1; k < PLAIN; k++) {
        const uint64_t start = host_now();
        make_call(cpu, cpu->function[ENTRY_SCAN], c, why);
        ns[k < 0 ? 0 : k] = (double)(host_now() - start);
    }
    for (int k = 0; k < TRACED; k++) {
        const uint64_t start = host_now();
        threads_log_begin(cpu->log);
        make_call(cpu, cpu->traced_scan, c, why);
        threads_log_stop(cpu->log);
        traced = (double)(host_now() - start);
    }
    trace_reset(setup->trace, sizes_largest(c->sizes));
    return threads_log_end(cpu->log, setup->trace, setup->monoid->table.bytes,
                           traced, traced_median(ns, PLAIN), why);
}

/* Where op() was called for the first nodes of a run; each is noted by the
 * thread that makes it. */
enum { NODES_NOTED = 1 << 14 };
static const void *made_at[NODES_NOTED];

static void note_op(void *arg, uint32_t node, const void *place)
{
    (void)arg;
    if (node < NODES_NOTED)
        made_at[node] = place;
}

/* Native code is not watched while it runs: this always returns OK, unless a
 * trace runs out of memory. */
static enum status run(struct execution *e, const struct call *c,
                       struct problem *why)
{
    struct cpu *cpu = (struct cpu *)e;

    if (cpu->log && c->entry == ENTRY_SCAN)
        return scan_traced(cpu, c, why);
    cpu->words[0] = '\0';
    if (lines)
        interval_watch(note_op, NULL);
    const enum status status = make_call(
        cpu, c->dealt ? cpu->scan_dealt : cpu->function[c->entry], c, why);
    interval_watch(NULL, NULL);
    return status;
}

/* Explains a wrong output element: names the op() that made it. */
static void blame(struct execution *e, const struct blame *blame)
{
    struct cpu *const cpu = (struct cpu *)e;
    const uint32_t node = blame->of.node;
    char place[300], left[64], right[64];

    if (name_call(cpu, blame->of.place, place, sizeof place)) {
        snprintf(cpu->words, sizeof cpu->words, "  The call%s%s is at %s.\n",
                 *blame->of.call ? " of " : "", blame->of.call, place);
    } else if (blame->of.is_number || node >= NODES_NOTED) {
        return;
    } else if (!interval_is_op(node)) {
        if (!blame->of.wants || node <= INTERVAL_IDENTITY)
            return;
        interval_describe(node, left, sizeof left);
        snprintf(
            cpu->words, sizeof cpu->words,
            "  It is %s of the input, unchanged: no op() was applied to it.\n",
            left);
    } else if (name_call(cpu, made_at[node], place, sizeof place)) {
        interval_describe(interval_operands(node).left, left, sizeof left);
        interval_describe(interval_operands(node).right, right, sizeof right);
        snprintf(cpu->words, sizeof cpu->words,
                 "  %s computed it: op(%s, %s).\n", place, left, right);
    }
}

static const char *words(const struct execution *e)
{
    return ((const struct cpu *)e)->words;
}

static void place_of(const struct execution *e, uintptr_t place, char *text,
                     size_t size)
{
    struct source_line at;

    (void)e;
    snprintf(text, size, "the code");
    if (lines && source_line(lines, place, &at))
        snprintf(text, size, "%s:%d", source_file_name(at.place[0].file),
                 at.place[0].line);
}

static const struct execution_type type = {
    .bytes = sizeof(struct cpu),
    .machine = machine_of,
    .open = open_cpu,
    .close = close_cpu,
    .run = run,
    .words = words,
    .blame = blame,
    .place = place_of,
};

const struct device device_cpu = {
    .name = "cpu",
    .what = "native C on this machine's threads",
    .type = &type,
    .has_threads = true,
    .calls_host_op = true,
};
