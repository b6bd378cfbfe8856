/* call_inputs.c - see call_inputs.h. */
#include "call_inputs.h"
#include "run_matrix.h"
#include "arrays/array_file.h"
#include "base/host.h"
#include "base/output_file.h"
#include "base/sizes.h"
#include "devices/port_table.h"
#include "monoids/patterns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- files */

/* The port of PORT=FILE, and the file; without a port's name the first of that
 * direction. */
static enum status find_port(const struct algorithm *algorithm,
                             const char *text, bool in, int *port,
                             const char **file, struct problem *why)
{
    const struct port *const ports = algorithm->task->ports;
    const size_t length = strcspn(text, "=");
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)length, text);
    *port = text[length] ? ports_find(algorithm, name) : -1;
    if (*port < 0 && text[length] && !name[strcspn(name, "./")])
        return problem_set(why, WRONG_USE,
                           "-%c %s: %s has no port '%s'; 'scanlab list "
                           "--verbose' names them",
                           in ? 'i' : 'o', text, algorithm->name, name);
    *file = *port >= 0 ? text + length + 1 : text;
    for (int i = 0; *port < 0 && ports[i].name; i++)
        if (in ? port_goes_in(&ports[i]) : port_comes_out(&ports[i]))
            *port = i;
    if (in ? port_goes_in(&ports[*port]) : port_comes_out(&ports[*port]))
        return OK;
    return problem_set(why, WRONG_USE, "-%c %s: %s is %s of %s", in ? 'i' : 'o',
                       text, ports[*port].name, in ? "an output" : "an input",
                       algorithm->name);
}

/* Rejects two outputs in one file: the second one would replace the first. */
static enum status check_shared(const struct algorithm *algorithm, int port,
                                const char *name,
                                const char *const file[MAX_PORTS],
                                struct problem *why)
{
    for (int i = 0; i < MAX_PORTS; i++)
        if (file[i] && (output_same_file(file[i], name) ||
                        (!strcmp(file[i], "-") && !strcmp(name, "-"))))
            return problem_set(why, WRONG_USE,
                               "-o %s=%s and -o %s=%s: one file cannot hold "
                               "both outputs",
                               algorithm->task->ports[i].name, file[i],
                               algorithm->task->ports[port].name, name);
    return OK;
}

enum status call_files(const struct algorithm *algorithm,
                       const char *const *said, int count, bool in,
                       enum array_format format, const char *file[MAX_PORTS],
                       struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < count && status == OK; i++) {
        const char *name = NULL;
        int port = 0;
        if (in && run_takes_matrix(algorithm, format, said[i])) {
            status = run_name_matrix(algorithm, said[i], file, why);
            continue;
        }
        status = find_port(algorithm, said[i], in, &port, &name, why);
        if (status == OK && file[port])
            status = problem_set(why, WRONG_USE, "-%c %s: %s has a file",
                                 in ? 'i' : 'o', said[i],
                                 algorithm->task->ports[port].name);
        if (status == OK && !in)
            status = check_shared(algorithm, port, name, file, why);
        if (status == OK)
            file[port] = name;
    }
    return status;
}

/* -------------------------------------------------------------------- read */

/* The index of the size that a port's length is made of, or -1. */
static int size_of(const struct algorithm *algorithm, const struct port *port)
{
    const char *const *const sizes = algorithm->task->sizes;

    if (!port->length.size)
        return -1;
    for (int i = 0; sizes[i]; i++)
        if (!strcmp(sizes[i], port->length.size))
            return i;
    return 0;
}

/* Sizes are what the files' lengths make them. */
static enum status take_size(struct call_inputs *inputs, int i,
                             const char *file, bool known[MAX_SIZES],
                             struct problem *why)
{
    const struct port *const port = &inputs->algorithm->task->ports[i];
    const int at = size_of(inputs->algorithm, port);
    const size_t plus = (size_t)port->length.plus;

    if (at < 0 ? inputs->in[i].n == plus
               : inputs->in[i].n >= plus &&
                     (!known[at] ||
                      inputs->sizes.of[at] + plus == inputs->in[i].n)) {
        if (at >= 0) {
            inputs->sizes.of[at] = inputs->in[i].n - plus;
            known[at] = true;
        }
        return OK;
    }
    return problem_set(
        why, WRONG_USE,
        "%s: %s has %zu elements, want %zu, as the other "
        "inputs have it",
        file, port->name, inputs->in[i].n,
        port_elements(inputs->algorithm, i, ENTRY_SCAN, inputs->sizes));
}

static enum status read_port(struct call_inputs *inputs, int i,
                             const char *file, const struct scan_input *input,
                             struct problem *why)
{
    const char *const name = inputs->algorithm->task->ports[i].name;
    const char *const column = i == 0 ? input->column : NULL;

    if (!file)
        return problem_set(why, WRONG_USE,
                           "which %s? -i %s=FILE names it; without any -i all "
                           "inputs are drawn",
                           name, name);
    const enum status status = array_read(
        file, input->format, column, &inputs->type[i], &inputs->in[i], why);
    if (status == OK && !input->quiet)
        array_note_raw(file, input->format, column, &inputs->type[i],
                       &inputs->in[i]);
    return status;
}

static enum status read_inputs(struct call_inputs *inputs,
                               const struct shared_options *options,
                               const struct monoid_table *T,
                               struct problem *why)
{
    const struct algorithm *const a = inputs->algorithm;
    const char *file[MAX_PORTS] = {NULL};
    bool known[MAX_SIZES] = {false};
    void *data[MAX_PORTS] = {NULL};
    enum status status = call_files(a, options->file, options->files, true,
                                    options->input.format, file, why);

    if (status == OK)
        status = run_read_matrix(a, file, T, inputs->in, inputs->sizes.of,
                                 known, why);
    for (int i = 0; a->task->ports[i].name && status == OK; i++) {
        if (!port_goes_in(&a->task->ports[i]))
            continue;
        if (!inputs->in[i].data)
            status = read_port(inputs, i, file[i], &options->input, why);
        if (status == OK)
            status = take_size(inputs, i, file[i], known, why);
        data[i] = inputs->in[i].data;
    }
    if (status == OK && a->task->sizes_of_inputs)
        a->task->sizes_of_inputs(data, inputs->sizes.of);
    return status;
}

/* -------------------------------------------------------------------- draw */

static bool is_input_of_T(const struct port *port)
{
    return port->type == PORT_T && port_goes_in(port);
}

/* n is what -n says, also where no port has T. */
static enum status draw_sizes(struct call_inputs *inputs,
                              const struct scan_input *input,
                              const struct monoid_table *T, struct problem *why)
{
    const struct task *const task = inputs->algorithm->task;
    struct array any = {0};
    const enum status status = scan_input_get(input, T, &any, why);

    inputs->sizes = sizes_of_scan(any.n);
    array_free(&any);
    if (status == OK && task->sizes_of_n)
        task->sizes_of_n(inputs->sizes.of[0], &inputs->drawing,
                         inputs->sizes.of);
    return status;
}

/* T of the first port is drawn as a scan's elements are, T of others by other
 * seeds: as many as the sizes say. */
static enum status draw_inputs(struct call_inputs *inputs,
                               const struct scan_input *like,
                               const struct monoid_table *T,
                               struct problem *why)
{
    const struct algorithm *const a = inputs->algorithm;
    struct scan_input input = *like;
    char length[32];
    enum status status = draw_sizes(inputs, like, T, why);

    input.sizes = length;
    for (int i = 0; a->task->ports[i].name && status == OK; i++) {
        if (!is_input_of_T(&a->task->ports[i]))
            continue;
        snprintf(length, sizeof length, "%zu",
                 port_elements(a, i, ENTRY_SCAN, inputs->sizes));
        input.seed = like->seed + (unsigned)i;
        status = scan_input_get(&input, T, &inputs->in[i], why);
    }
    return status;
}

/* Room for the inputs that the application draws. */
static enum status take_room(struct call_inputs *inputs, void *port[MAX_PORTS],
                             struct problem *why)
{
    enum status status = OK;

    for (int i = 0; inputs->algorithm->task->ports[i].name && status == OK;
         i++) {
        struct array *const in = &inputs->in[i];
        if (port_goes_in(&inputs->algorithm->task->ports[i]) && !in->data) {
            in->n =
                port_elements(inputs->algorithm, i, ENTRY_SCAN, inputs->sizes);
            status =
                host_has_memory(in->n * inputs->type[i].bytes, "this run", why);
            if (status == OK &&
                !(in->data = malloc(in->n * inputs->type[i].bytes + 1)))
                status = problem_set(why, MACHINE_LACKS, "out of memory");
        }
        port[i] = in->data;
    }
    return status;
}

enum status call_inputs_draw(struct call_inputs *inputs,
                             const struct request *request, struct problem *why)
{
    const struct task *const task = inputs->algorithm->task;
    void *port[MAX_PORTS] = {NULL};

    const enum status status = take_room(inputs, port, why);
    if (status != OK)
        return status;
    if (inputs->drawn && task->draw)
        task->draw(request, &inputs->drawing, port);
    const char *const wrong =
        task->refuse_input ? task->refuse_input(request, port) : NULL;
    return wrong ? problem_set(why, WRONG_USE, "%s", wrong) : OK;
}

/* -------------------------------------------------------------------- both */

static enum status get_ports(const struct shared_options *options,
                             const struct scan_input *input,
                             const struct monoid_table *T,
                             struct call_inputs *out, struct problem *why)
{
    if (options->files && options->sizes)
        return problem_set(why, WRONG_USE,
                           "-n and -i together: the files say how many");
    if (options->files && options->input.seeded)
        return problem_set(why, WRONG_USE,
                           "--seed and -i together: nothing is drawn");
    if (options->files && options->drawn)
        return problem_set(why, WRONG_USE,
                           "--pattern and -i together: nothing is drawn");
    return out->drawn ? draw_inputs(out, input, T, why)
                      : read_inputs(out, options, T, why);
}

/* NaN is an element like others where elements are moved, never joined. */
static struct monoid_table type_of_port(const struct algorithm *algorithm,
                                        int i, const struct monoid_table *T)
{
    struct monoid_table type = port_table(&algorithm->task->ports[i], T);

    type.takes_nan = !algorithm->task->has_op;
    return type;
}

enum status call_inputs_get(const struct shared_options *options,
                            const struct single *with, size_t digits_most,
                            struct call_inputs *out, struct problem *why)
{
    const struct monoid_table *const T = &with->monoid.table;
    struct scan_input input = options->input;

    *out = (struct call_inputs){
        .algorithm = with->choice.algorithm,
        .drawn = options->files == 0,
        .drawing = pattern_draw(options->pattern, options->input.seed)};
    input.sizes = options->sizes;
    input.digits_most = digits_most;
    for (int i = 0; out->algorithm->task->ports[i].name; i++)
        out->type[i] = type_of_port(out->algorithm, i, T);
    if (out->algorithm->task != &scan_task)
        return get_ports(options, &input, T, out, why);
    const enum status status = scan_input_get(&input, T, &out->in[0], why);
    out->sizes = sizes_of_scan(out->in[0].n);
    return status;
}

void call_inputs_free(struct call_inputs *inputs)
{
    for (int i = 0; i < MAX_PORTS; i++)
        array_free(&inputs->in[i]);
}

/* ------------------------------------------------------------------- words */

/* Whether any port has elements of the monoid. */
static bool has_T(const struct algorithm *algorithm)
{
    for (int i = 0; algorithm->task->ports[i].name; i++)
        if (port_is_of_T(&algorithm->task->ports[i]))
            return true;
    return false;
}

/* "", ", inclusive," or, of a scan, ", inclusive scan". */
static const char *kind_words(const struct algorithm *algorithm, bool exclusive)
{
    const struct task *const task = algorithm->task;

    return task == &scan_task
               ? exclusive ? ", exclusive scan" : ", inclusive scan"
           : !task->has_kinds ? ""
           : exclusive        ? ", exclusive,"
                              : ", inclusive,";
}

const char *call_inputs_words(const struct call_inputs *inputs,
                              const struct single *with, bool exclusive,
                              char *text, size_t size)
{
    const size_t n = inputs->sizes.of[0];
    const char *const variant = with->choice.variant;
    const bool of_T = has_T(inputs->algorithm);
    char number[32];

    snprintf(text, size, "%s%s%s%s of %s element%s%s%s%s%s",
             inputs->algorithm->title, *variant ? ":" : "", variant,
             kind_words(inputs->algorithm, exclusive),
             size_print(n, number, sizeof number), n == 1 ? "" : "s",
             of_T ? " of " : "", of_T ? with->monoid.name : "",
             with->monoid.function ? " by " : "", with->monoid.function_name);
    return text;
}
