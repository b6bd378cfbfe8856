/* npy.c - reads and writes .npy, converting numbers as in number.h.
 *
 * The header is not trusted: its length is limited, and before any memory is
 * allocated, the shape must account for exactly the rest of the file. For a
 * pipe, memory grows as the data arrives.
 */
#include "npy.h"
#include "number_text.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST_HEADER = 65535, /* what version 1.0 can say; ours take 118 */
    CHUNK = 4096            /* numbers converted at a time */
};

static const char magic[] = "\x93NUMPY";

static enum status truncated(const struct input *in, const char *part,
                             struct problem *why)
{
    return problem_set(why, WRONG_USE,
                       "%s: ends within %s; the file is truncated", in->name,
                       part);
}

/* Magic, version and length of the header text. */
static enum status read_prelude(struct input *in, size_t *length,
                                struct problem *why)
{
    unsigned char bytes[12];
    size_t got;
    enum status status = input_read(in, bytes, 8, &got, why);

    if (status != OK)
        return status;
    if (got < 6 || memcmp(bytes, magic, 6) != 0)
        return problem_set(why, WRONG_USE,
                           "%s: not a .npy file (those start with \\x93NUMPY)",
                           in->name);
    if (got < 8)
        return truncated(in, "its version", why);
    if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
        return problem_set(
            why, WRONG_USE,
            "%s: .npy version %d.%d; 1.0, 2.0 and 3.0 are supported", in->name,
            bytes[6], bytes[7]);
    const size_t width = bytes[6] == 1 ? 2 : 4;
    status = input_read(in, bytes, width, &got, why);
    if (status != OK)
        return status;
    if (got < width)
        return truncated(in, "the length of its header", why);
    const struct number_type little = {UNSIGNED_INTEGER, (int)width, false,
                                       false};
    *length = number_load(bytes, little).u;
    if (*length > LONGEST_HEADER)
        return problem_set(
            why, WRONG_USE,
            "%s: claims a header of %zu bytes; at most %d are supported",
            in->name, *length, LONGEST_HEADER);
    return OK;
}

static enum status read_header(struct input *in, struct npy_header *header,
                               struct problem *why)
{
    char *text = NULL;
    size_t length = 0, got;
    enum status status = read_prelude(in, &length, why);

    if (status != OK)
        return status;
    text = malloc(length + 1);
    if (!text)
        return problem_set(why, MACHINE_LACKS, "%s: cannot allocate %zu bytes",
                           in->name, length);
    status = input_read(in, text, length, &got, why);
    if (status == OK && got < length)
        status = truncated(in, "its header", why);
    if (status == OK)
        status = npy_header_parse(text, length, in->name, header, why);
    free(text);
    return status;
}

/* Whether the monoid takes the type: no floats into integers. */
static enum status check_type(const struct input *in,
                              const struct npy_header *header,
                              const struct monoid_table *monoid,
                              struct problem *why)
{
    if (header->type.kind != FLOATING || monoid->kind == FLOATING)
        return OK;
    return problem_set(
        why, WRONG_USE, "%s holds %s ('%s'), but this monoid needs %s; %s",
        in->name, number_type_name(header->type), header->descr,
        number_type_name(number_type_of(monoid)), number_takes_fractions);
}

/* Whether the shape means n elements, and how: *lifts when it is n plain
 * numbers for a monoid of several components. */
static enum status check_shape(const struct input *in,
                               const struct npy_header *header,
                               const struct monoid_table *monoid, bool *lifts,
                               struct problem *why)
{
    const size_t components = (size_t)monoid->components;
    const bool plain = header->dimensions == 1;
    const bool grouped =
        header->dimensions == 2 && header->shape[1] == components;

    *lifts = plain && components > 1;
    if (header->fortran_order && header->dimensions == 2 &&
        header->shape[0] > 1 && header->shape[1] > 1)
        return problem_set(why, WRONG_USE,
                           "%s: shape %s is in Fortran order; save "
                           "numpy.ascontiguousarray(a)",
                           in->name, header->shape_text);
    if ((plain && (!*lifts || monoid->lift)) || grouped)
        return OK;
    if (components == 1)
        return problem_set(why, WRONG_USE,
                           "%s: shape %s; this monoid needs (n,)", in->name,
                           header->shape_text);
    return problem_set(
        why, WRONG_USE, "%s: shape %s; this monoid needs (n, %zu)%s", in->name,
        header->shape_text, components, monoid->lift ? " or (n,)" : "");
}

/* How many numbers the shape means; they must be what the file still has. */
static enum status check_size(const struct input *in,
                              const struct npy_header *header, size_t *count,
                              struct problem *why)
{
    size_t bytes;

    *count = header->shape[0];
    bool overflow = header->dimensions == 2 &&
                    __builtin_mul_overflow(*count, header->shape[1], count);
    overflow |=
        __builtin_mul_overflow(*count, (size_t)header->type.bytes, &bytes);
    if (overflow)
        return problem_set(why, WRONG_USE,
                           "%s: claims shape %s, more than any file can hold",
                           in->name, header->shape_text);
    if (in->size == INPUT_UNKNOWN || in->size == bytes)
        return OK;
    return problem_set(
        why, WRONG_USE, "%s: %s of '%s' needs %zu bytes, the file has %zu: %s",
        in->name, header->shape_text, header->descr, bytes, in->size,
        in->size < bytes ? "it is truncated" : "more data follows the numbers");
}

/* At most CHUNK numbers. */
static enum status convert(const unsigned char *from, size_t count,
                           const struct npy_header *header,
                           struct array_builder *builder, struct problem *why)
{
    alignas(8) unsigned char to[CHUNK * 8];
    const struct number_type have = header->type;
    const struct number_type want = number_type_of(builder->monoid);

    if (have.kind == want.kind && have.bytes == want.bytes && !have.most_first)
        return builder_push(builder, from, count, why);
    for (size_t i = 0; i < count; i++) {
        const struct number number =
            number_load(from + i * (size_t)have.bytes, have);
        if (number_store(number, want, to + i * (size_t)want.bytes))
            continue;
        char where[64], value[32], limits[96];
        return problem_set(
            why, WRONG_USE, "%s: %s is %s; %s", builder->name,
            builder_where(builder, builder->units + i, where, sizeof where),
            number_print(number, have.bytes, value, sizeof value),
            number_limits(want, limits, sizeof limits));
    }
    return builder_push(builder, to, count, why);
}

enum status npy_convert(const struct npy_numbers *numbers, const void *from,
                        size_t count, struct array_builder *builder,
                        struct problem *why)
{
    const unsigned char *at = from;
    enum status status = OK;

    while (status == OK && count) {
        const size_t some = count < CHUNK ? count : CHUNK;
        status = convert(at, some, &numbers->header, builder, why);
        at += some * (size_t)numbers->header.type.bytes;
        count -= some;
    }
    return status;
}

static enum status read_numbers(struct input *in,
                                const struct npy_header *header, size_t count,
                                struct array_builder *builder,
                                struct problem *why)
{
    alignas(8) unsigned char from[CHUNK * 8];
    const size_t bytes = (size_t)header->type.bytes;
    enum status status = OK;
    size_t got;

    if (in->size != INPUT_UNKNOWN)
        status = builder_reserve(builder, count, why);
    while (status == OK && count) {
        const size_t some = count < CHUNK ? count : CHUNK;
        status = input_read(in, from, some * bytes, &got, why);
        if (status == OK && got < some * bytes)
            status = truncated(in, "its numbers", why);
        if (status == OK)
            status = convert(from, some, header, builder, why);
        count -= some;
    }
    if (status != OK)
        return status;
    status = input_read(in, from, 1, &got, why);
    if (status == OK && got)
        return problem_set(why, WRONG_USE,
                           "%s: more data follows the numbers of shape %s; a "
                           "file must hold one array",
                           in->name, header->shape_text);
    return status;
}

enum status npy_open(struct input *in, const struct monoid_table *monoid,
                     struct npy_numbers *out, struct problem *why)
{
    enum status status = read_header(in, &out->header, why);

    if (status == OK)
        status = check_type(in, &out->header, monoid, why);
    if (status == OK)
        status = check_shape(in, &out->header, monoid, &out->lifts, why);
    if (status == OK)
        status = check_size(in, &out->header, &out->count, why);
    return status;
}

enum status npy_read(struct input *in, const struct monoid_table *monoid,
                     struct array *out, struct problem *why)
{
    struct npy_numbers numbers;
    struct array_builder builder;
    enum status status = npy_open(in, monoid, &numbers, why);

    *out = (struct array){0};
    if (status != OK)
        return status;
    builder_begin(&builder, monoid, in->name, numbers.lifts);
    status = read_numbers(in, &numbers.header, numbers.count, &builder, why);
    if (status == OK)
        status = builder_finish(&builder, out, why);
    builder_drop(&builder);
    return status;
}

enum status npy_parse(const unsigned char *bytes, size_t size,
                      const struct monoid_table *monoid, struct array *out,
                      struct problem *why)
{
    struct input in;
    enum status status = input_from_memory(bytes, size, &in, why);

    *out = (struct array){0};
    if (status == OK)
        status = npy_read(&in, monoid, out, why);
    input_close(&in);
    return status;
}

void npy_write_header(FILE *file, const struct monoid_table *monoid, size_t n)
{
    static const char kinds[] = {
        [SIGNED_INTEGER] = 'i', [UNSIGNED_INTEGER] = 'u', [FLOATING] = 'f'};
    char header[NPY_DATA_AT], columns[16] = "";
    const int room = (int)sizeof header - 10; /* magic, version, length */

    if (monoid->components > 1)
        snprintf(columns, sizeof columns, " %d", monoid->components);
    const int length = snprintf(
        header, sizeof header,
        "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (%zu,%s), }",
        monoid->component_bytes > 1 ? '<' : '|', kinds[monoid->kind],
        monoid->component_bytes, n, columns);
    assert(length < room);
    fwrite(magic, 1, 6, file);
    fwrite((const char[]){1, 0, (char)room, 0}, 1, 4, file);
    fprintf(file, "%-*s\n", room - 1, header);
}

void npy_write(FILE *file, const struct monoid_table *monoid,
               const struct array *array)
{
    npy_write_header(file, monoid, array->n);
    if (array->n)
        fwrite(array->data, monoid->bytes, array->n, file);
}
