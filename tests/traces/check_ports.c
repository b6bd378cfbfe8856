/* check_ports.c - the inputs and outputs of the call that a trace records.
 *
 *     form      a name, a direction, a type and a length; of a small call as
 *               many values
 *     stores    of a tiny call: each element that comes out is stored
 *     loads     ... and an input is loaded, and what is loaded of it is there
 */
#include "check_trace.h"

#include <stdlib.h>
#include <string.h>

/* As in harness/trace/trace_record.h. */
enum { SMALL_N = 1024, TINY_N = 64, MAX_ACCESSES = 1 << 15 };

static const json_t *find_port(const struct checked *c, const char *name)
{
    const json_t *const ports = json_object_get(c->metadata, "ports");

    for (size_t i = 0; i < json_array_size(ports); i++) {
        const json_t *const port = json_array_get(ports, i);
        const char *const its =
            json_string_value(json_object_get(port, "name"));
        if (its && !strcmp(its, name))
            return port;
    }
    return NULL;
}

const json_t *values_of(const struct checked *c, const char *port)
{
    const json_t *const found = find_port(c, port);

    return found ? json_object_get(found, "values")
           : json_object_get(c->metadata, "ports")
               ? NULL
               : json_object_get(c->metadata, port); /* of version 1 */
}

const char *value_at(const struct checked *c, const json_t *values, size_t i)
{
    const char *const text = json_string_value(json_array_get(values, i));

    if (!text)
        wrong(c, "no text for value %zu of a port", i);
    return text;
}

/* -------------------------------------------------------------------- form */

static bool is_one_of(const char *text, const char *const *words)
{
    while (*words && strcmp(text, *words) != 0)
        words++;
    return *words;
}

static void check_port(const struct checked *c, const json_t *port)
{
    static const char *const directions[] = {"in", "out", "in and out", NULL};
    static const char *const types[] = {"T",   "planes of T", "u8",  "u32",
                                        "u64", "i32",         "f32", NULL};
    const json_t *const values = json_object_get(port, "values");
    const char *const name = text_of(c, port, "name");
    const int64_t length = number_of(c, port, "length");

    if (!is_one_of(text_of(c, port, "direction"), directions))
        wrong(c, "port %s has another direction", name);
    if (!is_one_of(text_of(c, port, "type"), types))
        wrong(c, "port %s has another type", name);
    if (length < 0)
        wrong(c, "port %s has %lld elements", name, (long long)length);
    if (values && json_array_size(values) != (size_t)length)
        wrong(c, "port %s has %lld elements, and %zu values", name,
              (long long)length, json_array_size(values));
    for (size_t i = 0; i < json_array_size(values); i++)
        value_at(c, values, i);
}

static int64_t longest_of(const struct checked *c)
{
    const json_t *const ports = json_object_get(c->metadata, "ports");
    int64_t longest = number_of(c, c->metadata, "n");

    for (size_t i = 0; i < json_array_size(ports); i++) {
        const int64_t length = number_of(c, json_array_get(ports, i), "length");
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* -------------------------------------------------------- loads and stores */

struct covered {
    const char *name;
    const json_t *values; /* or NULL */
    size_t unit, bytes;
    bool goes_in;
    bool *stored; /* each byte */
    size_t loads;
};

static size_t unit_of(const struct checked *c, const char *type)
{
    return strchr(type, 'T') ? (size_t)number_of(c, c->metadata, "elem_bytes")
           : !strcmp(type, "u8")  ? 1
           : !strcmp(type, "u64") ? 8
                                  : 4;
}

static void begin_port(const struct checked *c, const json_t *port,
                       struct covered *p)
{
    const char *const direction = text_of(c, port, "direction");

    *p = (struct covered){.name = text_of(c, port, "name"),
                          .unit = unit_of(c, text_of(c, port, "type")),
                          .goes_in = !strcmp(direction, "in")};
    p->values = p->goes_in ? json_object_get(port, "values") : NULL;
    p->bytes = p->unit * (size_t)number_of(c, port, "length");
    p->stored = calloc(p->bytes + 1, sizeof *p->stored);
}

/* A word "NAME[i]" of global memory, or "NAME" of the only element: true, and
 * where it begins. */
static bool is_in(const struct covered *p, const json_t *args, size_t *at)
{
    const char *const word = json_string_value(json_object_get(args, "word"));
    const size_t length = strlen(p->name);

    if (!word || json_object_get(args, "shared") ||
        strncmp(word, p->name, length) != 0 ||
        (word[length] && word[length] != '['))
        return false;
    *at = word[length] ? p->unit * strtoul(word + length + 1, NULL, 10) : 0;
    return true;
}

/* Words that are no T are shown without a sign. */
static bool is_shown_as(const char *value, const char *held)
{
    return !strcmp(value, held) ||
           (*held == '-' &&
            strtoul(value, NULL, 10) == (uint32_t)strtol(held, NULL, 10));
}

static void note_access(const struct checked *c, struct covered *p,
                        const json_t *args, size_t at)
{
    const size_t bytes = (size_t)number_of(c, args, "bytes");
    const char *const value = json_string_value(json_object_get(args, "value"));

    if (p->goes_in && at + bytes > p->bytes)
        wrong(c, "%s has %zu elements", p->name, p->bytes / p->unit);
    if (json_is_true(json_object_get(args, "writes"))) {
        for (size_t k = at; k < at + bytes && k < p->bytes; k++)
            p->stored[k] = true;
        return;
    }
    p->loads++;
    if (p->values && value && bytes == p->unit &&
        !is_shown_as(value, value_at(c, p->values, at / p->unit)))
        wrong(c, "%s[%zu] is loaded as %s, and is %s", p->name, at / p->unit,
              value, value_at(c, p->values, at / p->unit));
}

static void check_covered(const struct checked *c, const struct covered *p)
{
    if (p->goes_in && p->bytes > 0 && p->loads == 0)
        wrong(c, "%s is never loaded", p->name);
    for (size_t k = 0; k < p->bytes && !p->goes_in; k++)
        if (!p->stored[k])
            wrong(c, "%s[%zu] is never stored", p->name, k / p->unit);
}

static void check_port_accesses(struct checked *c, const json_t *port)
{
    struct covered p;
    size_t at;

    begin_port(c, port, &p);
    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const json_t *const args = json_object_get(event, "args");
        if (!strcmp(category_of(event), "access") && is_in(&p, args, &at))
            note_access(c, &p, args, at);
    }
    c->at = 0;
    check_covered(c, &p);
    free(p.stored);
}

/* A bulk copy is no thread's load or store: traces do not have it. */
static bool copies_in_bulk(const struct checked *c)
{
    const json_t *const parameters = json_object_get(c->metadata, "parameters");
    const json_int_t form =
        json_integer_value(json_object_get(parameters, "form"));

    return (is_algorithm(c, "segmented_scan") && form == 2) ||
           (is_algorithm(c, "segmented_scan_csr") && form == 1);
}

/* Each load and store is there. */
static bool has_all_accesses(const struct checked *c)
{
    size_t count = 0;

    if (copies_in_bulk(c))
        return false;
    for (size_t i = 0; i < json_array_size(c->events); i++)
        count += !strcmp(category_of(json_array_get(c->events, i)), "access");
    return count > 0 && count < MAX_ACCESSES && longest_of(c) <= TINY_N &&
           number_of(c, c->metadata, "dropped") == 0 &&
           !json_object_get(c->metadata, "finding") &&
           !json_is_true(json_object_get(c->metadata, "in_place"));
}

void check_ports(struct checked *c)
{
    const json_t *const ports = json_object_get(c->metadata, "ports");
    const bool all = has_all_accesses(c);

    for (size_t i = 0; i < json_array_size(ports); i++)
        check_port(c, json_array_get(ports, i));
    for (size_t i = 0; i < json_array_size(ports); i++) {
        const json_t *const port = json_array_get(ports, i);
        if (!json_object_get(c->metadata, "finding") &&
            longest_of(c) <= SMALL_N && !json_object_get(port, "values"))
            wrong(c, "port %s has no values", text_of(c, port, "name"));
        if (all)
            check_port_accesses(c, port);
    }
}
