/* call_inputs.c - see call_inputs.h. */
#include "call_inputs.h"
#include "arrays/matrix_market.h"
#include "base/host.h"
#include "base/output_file.h"
#include "base/sizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- files */

const char *call_file_name(const char *said)
{
    const size_t length = strcspn(said, "=./");

    return said[length] == '=' ? said + length + 1 : said;
}

/* Finds the port of PORT=FILE, and the file; without a port's name the first
 * port of that direction. */
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

static bool is_input_of_T(const struct port *port)
{
    return port->type == PORT_T && port_goes_in(port);
}

/* The number of ports that can have a file after -i, or after -o. */
static int count_ports_of(const struct algorithm *algorithm, bool in)
{
    const struct port *const ports = algorithm->task->ports;
    int count = 0;

    for (int i = 0; ports[i].name; i++)
        count += in ? port_goes_in(&ports[i]) : port_comes_out(&ports[i]);
    return count;
}

/* True: `-i text` is a matrix: no port is named, and the file has a matrix's
 * name. */
static bool is_matrix(const struct algorithm *algorithm,
                      enum array_format format, const char *text)
{
    return algorithm->task->matrix && format == FORMAT_BY_NAME &&
           !strchr(text, '=') && matrix_market_is(text);
}

/* Gives a matrix's three ports this file. */
static enum status name_matrix(const struct algorithm *algorithm,
                               const char *file, const char **files,
                               struct problem *why)
{
    const struct matrix_ports *const m = algorithm->task->matrix;
    const int port[] = {m->values, m->columns, m->offsets};

    for (int i = 0; i < 3; i++) {
        if (files[port[i]])
            return problem_set(why, WRONG_USE, "-i %s: %s has a file", file,
                               algorithm->task->ports[port[i]].name);
        files[port[i]] = file;
    }
    return OK;
}

static enum status has_a_file(const struct algorithm *algorithm, bool in,
                              const char *before, const char *text,
                              const char *port, struct problem *why)
{
    const char letter = in ? 'i' : 'o';

    return count_ports_of(algorithm, in) == 1
               ? problem_set(why, WRONG_USE, "-%c %s and -%c %s: %s has one %s",
                             letter, before, letter, text, algorithm->name,
                             in ? "input" : "output")
               : problem_set(why, WRONG_USE, "-%c %s: %s has a file", letter,
                             text, port);
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
            return problem_set(
                why, WRONG_USE,
                "-o %s=%s and -o %s=%s: one file cannot hold both outputs",
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
        if (in && is_matrix(algorithm, format, said[i])) {
            status = name_matrix(algorithm, said[i], file, why);
            continue;
        }
        status = find_port(algorithm, said[i], in, &port, &name, why);
        if (status == OK && file[port])
            status = has_a_file(algorithm, in, file[port], said[i],
                                algorithm->task->ports[port].name, why);
        if (status == OK && !in)
            status = check_shared(algorithm, port, name, file, why);
        if (status == OK)
            file[port] = name;
    }
    return status;
}

/* -------------------------------------------------------------------- read */

/* The index of the size that determines a port's length, or -1. */
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

/* Sets a size from the length of a file. */
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
        "%s: %s has %zu elements, want %zu, as in the other inputs", file,
        port->name, inputs->in[i].n,
        port_elements(inputs->algorithm, i, ENTRY_SCAN, inputs->sizes));
}

static enum status read_port(struct call_inputs *inputs, int i,
                             const char *file, const struct call_source *source,
                             struct problem *why)
{
    const char *const name = inputs->algorithm->task->ports[i].name;
    const char *const column = i == 0 ? source->column : NULL;

    if (!file)
        return problem_set(why, WRONG_USE,
                           "no file for %s: add -i %s=FILE; without any -i, "
                           "all inputs are random",
                           name, name);
    const enum status status = array_read(
        file, source->format, column, &inputs->type[i], &inputs->in[i], why);
    if (status == OK && !source->quiet)
        array_note_raw(file, source->format, column, &inputs->type[i],
                       &inputs->in[i]);
    return status;
}

/* Reads a matrix's three arrays and its number of columns, if name_matrix()
 * gave them a file. */
static enum status read_matrix(struct call_inputs *inputs,
                               const char *const *files,
                               const struct monoid_table *T, bool known[],
                               struct problem *why)
{
    const struct matrix_ports *const m = inputs->algorithm->task->matrix;
    struct sparse_matrix matrix;

    if (!m || !files[m->values] || files[m->values] != files[m->columns])
        return OK; /* a separate text for each port */
    const enum status status =
        matrix_market_read_file(files[m->values], T, &matrix, why);
    if (status != OK)
        return status;
    inputs->in[m->values] = matrix.values;
    inputs->in[m->columns] = matrix.column;
    inputs->in[m->offsets] = matrix.offsets;
    inputs->sizes.of[m->columns_size] = matrix.columns;
    known[m->columns_size] = true;
    return OK;
}

static enum status read_inputs(struct call_inputs *inputs,
                               const struct call_source *source,
                               const struct monoid_table *T,
                               struct problem *why)
{
    const struct algorithm *const a = inputs->algorithm;
    const char *file[MAX_PORTS] = {NULL};
    bool known[MAX_SIZES] = {false};
    void *data[MAX_PORTS] = {NULL};
    enum status status = call_files(a, source->file, source->files, true,
                                    source->format, file, why);

    if (status == OK)
        status = read_matrix(inputs, file, T, known, why);
    for (int i = 0; a->task->ports[i].name && status == OK; i++) {
        if (!port_goes_in(&a->task->ports[i]))
            continue;
        if (!inputs->in[i].data)
            status = read_port(inputs, i, file[i], source, why);
        if (status == OK)
            status = take_size(inputs, i, file[i], known, why);
        data[i] = inputs->in[i].data;
    }
    if (status == OK && a->task->sizes_of_inputs)
        a->task->sizes_of_inputs(data, inputs->sizes.of);
    return status;
}

/* -------------------------------------------------------------------- draw */

/* Small inputs are meant to be read: digits instead of numbers of any size. */
static void draw_digits(const struct monoid_table *m, void *data, size_t begin,
                        size_t n, uint64_t seed)
{
    for (size_t i = 0; i < begin + n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const unsigned digit = (unsigned)(seed >> 33) % 10;
        const float single = (float)digit;
        const double real = digit;
        const uint64_t integer = digit; /* little endian */
        const void *number = m->kind != FLOATING       ? (const void *)&integer
                             : m->component_bytes == 4 ? (const void *)&single
                                                       : (const void *)&real;
        if (i >= begin)
            memcpy((char *)data + (i - begin) * m->bytes, number, m->bytes);
    }
}

static void draw_some(const struct call_source *source,
                      const struct monoid_table *m, uint64_t seed, size_t all,
                      size_t begin, size_t n, void *out)
{
    if (all <= source->digits_most && m->components == 1)
        draw_digits(m, out, begin, n, seed);
    else
        m->draw_from(out, begin, n, seed);
}

void call_draw(const struct call_source *source, const struct monoid_table *T,
               size_t all, size_t begin, size_t n, void *out)
{
    draw_some(source, T, source->seed, all, begin, n, out);
}

enum status call_size(const struct call_source *source,
                      const struct monoid_table *m, size_t *n,
                      struct problem *why)
{
    size_t *sizes, count;
    const enum status status = sizes_parse(source->sizes ? source->sizes : "16",
                                           m->bytes, &sizes, &count, why);

    if (status != OK)
        return status;
    *n = sizes[0];
    free(sizes);
    if (count != 1)
        return problem_set(why, WRONG_USE, "give one size, not %s",
                           source->sizes);
    if (*n > SIZE_MAX / 4 / m->bytes)
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu is more than any computer can hold", *n);
    return OK;
}

static enum status draw_elements(const struct call_source *source,
                                 const struct monoid_table *m, uint64_t seed,
                                 struct array *out, struct problem *why)
{
    const enum status status =
        host_has_memory(2 * out->n * m->bytes, "this run", why);

    if (status != OK)
        return status;
    out->data = aligned_alloc(64, (out->n * m->bytes + 64) / 64 * 64);
    if (!out->data)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    draw_some(source, m, seed, out->n, 0, out->n, out->data);
    return OK;
}

/* n is the value of -n, even if no port has T. Each port of T has its own seed,
 * the first one the user's. */
static enum status draw_inputs(struct call_inputs *inputs,
                               const struct call_source *source,
                               const struct monoid_table *T,
                               struct problem *why)
{
    const struct task *const task = inputs->algorithm->task;
    size_t n = 0;
    enum status status = call_size(source, T, &n, why);

    inputs->sizes = sizes_of_scan(n);
    if (status == OK && task->sizes_of_n)
        task->sizes_of_n(n, &inputs->drawing, inputs->sizes.of);
    for (int i = 0; task->ports[i].name && status == OK; i++) {
        if (!is_input_of_T(&task->ports[i]))
            continue;
        inputs->in[i].n =
            port_elements(inputs->algorithm, i, ENTRY_SCAN, inputs->sizes);
        status = draw_elements(source, T, source->seed + (unsigned)i,
                               &inputs->in[i], why);
    }
    return status;
}

/* Allocates the inputs that the task generates. */
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

enum status call_check_source(const struct algorithm *algorithm,
                              const struct call_source *source,
                              struct problem *why)
{
    if (!source->files && source->column)
        return problem_set(why, WRONG_USE,
                           "--column %s needs a file: add -i FILE",
                           source->column);
    if (source->files && source->sizes)
        return problem_set(
            why, WRONG_USE,
            "-n is of no use with -i: the %s how many elements there are",
            count_ports_of(algorithm, true) == 1 ? "file says" : "files say");
    if (source->files && source->seeded)
        return problem_set(why, WRONG_USE,
                           "--seed is of no use with -i: nothing is random");
    if (source->files && source->patterns)
        return problem_set(
            why, WRONG_USE,
            "--pattern is of no use with -i: nothing is generated");
    return OK;
}

/* NaN is an ordinary element if elements are moved, never joined. */
static struct monoid_table type_of_port(const struct algorithm *algorithm,
                                        int i, const struct monoid_table *T)
{
    struct monoid_table type = port_table(&algorithm->task->ports[i], T);

    type.takes_nan = !algorithm->task->has_op;
    return type;
}

enum status call_inputs_get(const struct algorithm *algorithm,
                            const struct monoid_table *T,
                            const struct call_source *source,
                            struct call_inputs *out, struct problem *why)
{
    *out = (struct call_inputs){
        .algorithm = algorithm,
        .drawn = source->files == 0,
        .drawing = pattern_draw(source->pattern, source->seed)};
    for (int i = 0; algorithm->task->ports[i].name; i++)
        out->type[i] = type_of_port(algorithm, i, T);
    const enum status status = call_check_source(algorithm, source, why);
    if (status != OK)
        return status;
    return out->drawn ? draw_inputs(out, source, T, why)
                      : read_inputs(out, source, T, why);
}

void call_inputs_free(struct call_inputs *inputs)
{
    for (int i = 0; i < MAX_PORTS; i++)
        array_free(&inputs->in[i]);
}

/* ------------------------------------------------------------------- words */

/* True: some port has elements of the monoid. */
static bool has_T(const struct algorithm *algorithm)
{
    for (int i = 0; algorithm->task->ports[i].name; i++)
        if (port_is_of_T(&algorithm->task->ports[i]))
            return true;
    return false;
}

/* "", ", inclusive," or, for a scan, ", inclusive scan". */
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
                              const char *variant, const struct monoid *monoid,
                              bool exclusive, char *text, size_t size)
{
    const size_t n = inputs->sizes.of[0];
    const bool of_T = has_T(inputs->algorithm);
    char number[32];

    snprintf(text, size, "%s%s%s%s of %s element%s%s%s%s%s",
             inputs->algorithm->title, *variant ? ":" : "", variant,
             kind_words(inputs->algorithm, exclusive),
             size_print(n, number, sizeof number), n == 1 ? "" : "s",
             of_T ? " of " : "", of_T ? monoid->name : "",
             monoid->function ? " by " : "", monoid->function_name);
    return text;
}
