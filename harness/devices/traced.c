/* traced.c - writes the file of a trace, with its metadata. */
#include "traced.h"
#include "base/output_file.h"
#include "ports.h"
#include "simt/cost/model.h"
#include "simt/simt.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* 2: "ports" in place of a scan's "in" and "out". */
enum { SCHEMA = 2 };

/* Bytes that are no UTF-8 become question marks. */
static json_t *words_of(const char *text)
{
    json_t *const json = json_string(text);
    char *copy;

    if (json || !(copy = strdup(text)))
        return json;
    for (char *c = copy; *c; c++)
        if (*c & 0x80)
            *c = '?';
    json_t *const plain = json_string(copy);
    free(copy);
    return plain;
}

static void put(json_t *m, const char *key, const char *text)
{
    json_object_set_new(m, key, words_of(text));
}

static void put_number(json_t *m, const char *key, uint64_t number)
{
    json_object_set_new(m, key, json_integer((json_int_t)number));
}

static json_t *parameters_of(const struct choice *choice)
{
    const struct parameter *const p = choice->implementation->parameters;
    json_t *const all = json_object();

    for (int i = 0; p[i].name; i++)
        put_number(all, p[i].name, (uint64_t)choice->value[i]);
    return all;
}

/* Texts, also of numbers. */
static json_t *values_of(const struct traced *traced, const struct port *port,
                         const char *from, size_t length)
{
    const struct monoid_table table = port_table(port, traced->elements.monoid);
    json_t *const all = json_array();
    char text[256];

    for (size_t i = 0; i < length; i++) {
        const char *const at = from + i * table.bytes;
        if (port->type == PORT_T)
            trace_print(&traced->elements, at, text, sizeof text);
        else
            monoid_print(&table, at, text, sizeof text);
        json_array_append_new(all, words_of(text));
    }
    return all;
}

/* What it holds; the most that it can hold where that is not known. */
static size_t length_of(const struct traced *traced, int i)
{
    const struct algorithm *const a = traced->setup->choice->algorithm;
    const char *const after = a->task->ports[i].length.known_after;

    return after && !traced->call->port[ports_find(a, after)]
               ? port_elements(a, i, traced->call->entry, traced->call->sizes)
               : port_length(a, i, traced->call);
}

static json_t *port_of(const struct traced *traced, int i)
{
    static const char *const directions[] = {
        [PORT_IN] = "in", [PORT_OUT] = "out", [PORT_IN_OUT] = "in and out"};
    const struct port *const port =
        &traced->setup->choice->algorithm->task->ports[i];
    const char *const from = traced->call->port[i];
    const size_t length = length_of(traced, i);
    json_t *const m = json_object();

    put(m, "name", port->name);
    put(m, "direction", directions[port->direction]);
    put(m, "type", port_type_name(port->type));
    put_number(m, "length", length);
    if (from && trace_keeps_values(traced->setup->trace))
        json_object_set_new(m, "values", values_of(traced, port, from, length));
    return m;
}

static json_t *ports_of(const struct traced *traced)
{
    const struct algorithm *const a = traced->setup->choice->algorithm;
    json_t *const all = json_array();

    for (int i = 0; i < ports_count(a); i++)
        json_array_append_new(all, port_of(traced, i));
    return all;
}

static bool is_timed(const struct setup *setup)
{
    return setup->simt && setup->simt->schedule == SCHEDULE_TIMED;
}

static void put_real(json_t *m, const char *key, double number)
{
    json_object_set_new(m, key, json_real(number));
}

/* Of a real machine: its times, and what they are worth. */
static void put_real_clock(json_t *m, const struct trace_clock *clock)
{
    put(m, "clock", clock->name);
    put(m, "clock_words", clock->words);
    put_real(m, "clock_step_ns", clock->resolution_ns);
    put_real(m, "traced_us", clock->traced_us);
    put_real(m, "untraced_us", clock->untraced_us);
    put_number(m, "moved", clock->moved);
    put_real(m, "moved_ns", clock->moved_ns);
}

static void put_clock(json_t *m, const struct setup *setup)
{
    const struct trace_clock *const clock = trace_clock(setup->trace);

    if (clock->name) {
        put_real_clock(m, clock);
        return;
    }
    if (is_timed(setup)) {
        put(m, "clock", "model");
        put(m, "clock_words",
            "model time of the simulated machine: not a measurement");
        put_number(m, "clock_mhz", model()->clock_mhz);
        return;
    }
    put(m, "clock", "steps");
    put(m, "clock_words",
        "1 us stands for one load, store or event of any thread: an order, not "
        "a time");
}

static void put_machine(json_t *m, const struct setup *setup)
{
    const struct simt_options *const simt = setup->simt;
    char schedule[64];

    put(m, "device", setup->device->name);
    if (trace_clock(setup->trace)->device)
        put(m, "device_name", trace_clock(setup->trace)->device);
    if (!simt)
        return;
    put(m, "schedule", schedule_print(simt, schedule, sizeof schedule));
    put_number(m, "schedule_seed", simt->seed);
    put_number(m, "resident", (uint64_t)simt->resident);
    json_object_set_new(m, "lockstep", json_boolean(simt->lockstep));
}

static void put_finding(json_t *m, const struct traced *traced)
{
    json_t *const finding = json_object();

    put(finding, "sentence", traced->finding);
    put(finding, "words", traced->words ? traced->words : "");
    json_object_set_new(m, "finding", finding);
}

/* Of what, and what of it. */
static void put_input(json_t *m, const struct traced *traced)
{
    const struct setup *const setup = traced->setup;
    const struct task *const task = setup->choice->algorithm->task;

    put(m, "monoid", traced->monoid);
    put_number(m, "elem_bytes", setup->monoid->table.bytes);
    if (traced->function && *traced->function)
        put(m, element_functions[setup->choice->algorithm->task->function].name,
            traced->function);
    if (task->has_kinds)
        put(m, "kind", setup->exclusive ? "exclusive" : "inclusive");
    json_object_set_new(m, "in_place", json_boolean(traced->in_place));
    json_object_set_new(m, "carry", json_boolean(traced->carry));
    put_number(m, "n", traced->call->sizes.of[0]);
    if (traced->seeded)
        put_number(m, "seed", traced->seed);
    if (traced->note)
        put(m, "elements", traced->note);
    json_object_set_new(m, "ports", ports_of(traced));
}

static json_t *metadata_of(const struct traced *traced)
{
    const struct setup *const setup = traced->setup;
    const struct choice *const choice = setup->choice;
    json_t *const m = json_object();

    put(m, "schema", "scanlab-trace");
    put_number(m, "schema_version", SCHEMA);
    put(m, "scanlab", argp_program_version);
    put(m, "command", traced->command);
    put(m, "algorithm", choice->algorithm->name);
    put(m, "title", choice->algorithm->title);
    put(m, "variant", choice->variant);
    json_object_set_new(m, "parameters", parameters_of(choice));
    if (setup->source)
        put(m, "source", setup->source);
    put_machine(m, setup);
    put_clock(m, setup);
    put_input(m, traced);
    if (traced->finding)
        put_finding(m, traced);
    return m;
}

static double ns_per_tick(const struct setup *setup)
{
    return trace_clock(setup->trace)->name ? 1
           : is_timed(setup)               ? 1000.0 / model()->clock_mhz
                                           : 1000;
}

enum status traced_write(const struct traced *traced, FILE *to,
                         struct problem *why)
{
    const struct setup *const setup = traced->setup;
    char process[128];

    if (traced->finding && !trace_has_finding(setup->trace)) {
        const struct trace_point nowhere = {.row = TRACE_NO_ROW};
        trace_finding(setup->trace, &nowhere, traced->finding);
    }
    snprintf(process, sizeof process, "%s on %s, n = %zu",
             setup->choice->algorithm->name, setup->device->name,
             traced->call->sizes.of[0]);
    struct trace_file file = {.trace = setup->trace,
                              .process = process,
                              .ns_per_tick = ns_per_tick(setup),
                              .elements = traced->elements,
                              .metadata = metadata_of(traced)};
    if (!file.metadata)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    const enum status status = trace_write(&file, to, why);
    json_decref(file.metadata);
    /* Flushed here: this may be a child, and the parent's stream is empty. */
    if (status == OK && (fflush(to) != 0 || ferror(to)))
        return problem_set(why, MACHINE_LACKS, "cannot write the trace: %s",
                           strerror(errno));
    return status;
}

enum status traced_write_file(const struct traced *traced, const char *path,
                              struct problem *why)
{
    struct output output;
    enum status status = output_open(path, &output, why);

    if (status != OK)
        return status;
    setvbuf(output.file, NULL, _IOFBF, 1 << 20);
    status = traced_write(traced, output.file, why);
    if (status == OK)
        return output_commit(&output, why);
    output_discard(&output);
    return status;
}

/* --------------------------------------------------------- without a trace */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double traced_median(double *ns, size_t count)
{
    qsort(ns, count, sizeof *ns, by_value);
    return ns[count / 2];
}
