/* array_file.c - selects the format, and reads and writes raw files. */
#include "array_file.h"
#include "column.h"
#include "input_file.h"
#include "matrix_market.h"
#include "npy.h"
#include "base/output_file.h"
#include "text.h"

#include <fcntl.h>
#include <stdalign.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { CHUNK_BYTES = 1 << 16 };

enum status array_format_parse(const char *word, enum array_format *out,
                               struct problem *why)
{
    static const struct {
        const char *name;
        enum array_format format;
    } formats[] = {
        {"npy", FORMAT_NPY}, {"text", FORMAT_TEXT}, {"raw", FORMAT_RAW}};

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(word, formats[i].name) == 0) {
            *out = formats[i].format;
            return OK;
        }
    return problem_set(
        why, WRONG_USE,
        "unknown format '%.60s'; the formats are npy, text and raw", word);
}

static enum array_format format_by_name(const char *path)
{
    const char *const dot = strrchr(path, '.');

    if (strcmp(path, "-") == 0)
        return FORMAT_TEXT;
    if (!dot)
        return FORMAT_RAW;
    if (strcasecmp(dot, ".npy") == 0)
        return FORMAT_NPY;
    return strcasecmp(dot, ".txt") == 0 || strcasecmp(dot, ".csv") == 0 ||
                   strcasecmp(dot, ".tsv") == 0
               ? FORMAT_TEXT
               : FORMAT_RAW;
}

static enum status check_raw_size(const char *name, size_t size,
                                  const struct monoid_table *monoid,
                                  struct problem *why)
{
    if (size % monoid->bytes == 0)
        return OK;
    return problem_set(
        why, WRONG_USE,
        "%s: %zu bytes are not a whole number of elements of %zu bytes (the "
        "file is read as raw binary; the name of a text file ends in .txt)",
        name, size, monoid->bytes);
}

/* The bytes of the character of UTF-8 that begins there, as far as the chunk
 * has it; 0: none that is printed. */
static size_t character(const unsigned char *bytes, size_t size)
{
    const unsigned char lead = bytes[0];
    const size_t length = lead >= 0xf0   ? 4
                          : lead >= 0xe0 ? 3
                          : lead >= 0xc2 ? 2
                                         : 1;

    if (length == 1)
        return (lead >= ' ' && lead <= '~') || (lead && strchr("\n\t\r", lead));
    for (size_t i = 1; i < length && i < size; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return lead <= 0xf4 ? (length < size ? length : size) : 0;
}

/* True if a chunk is printable; numbers of several bytes each seldom are. */
static bool is_text(const unsigned char *bytes, size_t size)
{
    size_t at = 0;

    for (size_t more = 1; at < size && more > 0; at += more)
        more = character(bytes + at, size - at);
    return size > 0 && at == size;
}

static enum status refuse_text(const char *name, struct problem *why)
{
    return problem_set(
        why, WRONG_USE,
        "%s is text, but its name does not end in .txt or .csv: --format text "
        "reads it as text, --format raw as raw binary",
        name);
}

/* by_name: the name gave the format, so the file could be text. */
static enum status raw_read(struct input *in, bool by_name,
                            const struct monoid_table *monoid,
                            struct array *out, struct problem *why)
{
    alignas(8) unsigned char chunk[CHUNK_BYTES];
    const size_t size = in->size, bytes = (size_t)monoid->component_bytes;
    struct array_builder builder;
    size_t total = 0, got = sizeof chunk;
    enum status status = OK;

    builder_begin(&builder, monoid, in->name, false);
    if (size != INPUT_UNKNOWN && !by_name) {
        status = check_raw_size(in->name, size, monoid, why);
        if (status == OK)
            status = builder_reserve(&builder, size / bytes, why);
    }
    while (status == OK && got == sizeof chunk) {
        status = input_read(in, chunk, sizeof chunk, &got, why);
        if (status == OK && by_name && total == 0 && is_text(chunk, got))
            status = refuse_text(in->name, why);
        if (status == OK)
            status = builder_push(&builder, chunk, got / bytes, why);
        total += got;
    }
    if (status == OK)
        status = check_raw_size(in->name, total, monoid, why);
    if (status == OK)
        status = builder_finish(&builder, out, why);
    builder_drop(&builder);
    return status;
}

/* A column is one of a text, so an unknown name is one of a text, too. */
static enum array_format choose_format(const char *path, struct input *in,
                                       const char *column)
{
    enum array_format format = format_by_name(path);

    if (column && format == FORMAT_RAW)
        format = FORMAT_TEXT;
    if (format == FORMAT_TEXT) {
        const int first = getc(in->file);
        ungetc(first, in->file);
        if (first == NPY_FIRST_BYTE)
            format = FORMAT_NPY;
    }
    return format;
}

enum status array_read(const char *path, enum array_format format,
                       const char *column, const struct monoid_table *monoid,
                       struct array *out, struct problem *why)
{
    struct input in;

    *out = (struct array){0};
    if (format == FORMAT_BY_NAME && matrix_market_is(path))
        return problem_set(why, WRONG_USE,
                           "%s: a matrix is not an array; 'scanlab run spmv -i "
                           "FILE.mtx -i x=FILE' reads a matrix",
                           path);
    enum status status = input_open(path, &in, why);
    if (status != OK)
        return status;
    const bool by_name = format == FORMAT_BY_NAME;
    if (by_name)
        format = choose_format(path, &in, column);
    if (column && format != FORMAT_TEXT)
        status = problem_set(
            why, WRONG_USE,
            "--column %s: %s is read as %s, but only text has columns", column,
            in.name, format == FORMAT_NPY ? ".npy" : "raw binary");
    else if (column)
        status = column_read(&in, column, monoid, out, why);
    else if (format == FORMAT_NPY)
        status = npy_read(&in, monoid, out, why);
    else if (format == FORMAT_TEXT)
        status = text_read(&in, monoid, out, why);
    else
        status = raw_read(&in, by_name, monoid, out, why);
    input_close(&in);
    return status;
}

void array_note_raw(const char *path, enum array_format format,
                    const char *column, const struct monoid_table *monoid,
                    const struct array *array)
{
    const char *const kind = monoid->kind == FLOATING           ? "float"
                             : monoid->kind == UNSIGNED_INTEGER ? "uint"
                                                                : "int";
    char each[48] = "";

    if (format != FORMAT_BY_NAME || column ||
        format_by_name(path) != FORMAT_RAW)
        return;
    if (monoid->components > 1)
        snprintf(each, sizeof each, " of %d numbers", monoid->components);
    fprintf(stderr, "scanlab: %s is read as raw %s%d: %zu element%s%s\n", path,
            kind, 8 * monoid->component_bytes, array->n,
            array->n == 1 ? "" : "s", each);
}

enum status array_write_to(struct output *out, enum array_format format,
                           const struct monoid_table *monoid,
                           const struct array *array, struct problem *why)
{
    if (format == FORMAT_BY_NAME)
        format = out->file == stdout ? FORMAT_TEXT : format_by_name(out->name);
    if (format == FORMAT_TEXT)
        return text_write(out->file, monoid, array, why);
    if (format == FORMAT_NPY)
        npy_write(out->file, monoid, array);
    else if (array->n)
        fwrite(array->data, monoid->bytes, array->n, out->file);
    return OK;
}

/* ------------------------------------------------------------------ slices */

static enum status open_raw(struct input *in, bool by_name,
                            struct array_slices *out, struct problem *why)
{
    unsigned char chunk[4096];
    size_t got = 0;
    enum status status = check_raw_size(in->name, in->size, out->monoid, why);

    out->is_raw = true;
    out->element_bytes = out->monoid->bytes;
    out->n = in->size / out->element_bytes;
    if (status == OK && by_name)
        status = input_read(in, chunk, sizeof chunk, &got, why);
    return status == OK && by_name && is_text(chunk, got)
               ? refuse_text(in->name, why)
               : status;
}

static enum status open_npy(struct input *in, struct array_slices *out,
                            struct problem *why)
{
    const enum status status = npy_open(in, out->monoid, &out->npy, why);
    const size_t each = out->npy.lifts ? 1 : (size_t)out->monoid->components;

    if (status != OK)
        return status;
    out->data_at = (size_t)ftell(in->file);
    out->n = out->npy.count / each;
    out->element_bytes = each * (size_t)out->npy.header.type.bytes;
    return OK;
}

enum status array_slices_open(const char *path, enum array_format format,
                              const struct monoid_table *monoid,
                              struct array_slices *out, struct problem *why)
{
    const bool by_name = format == FORMAT_BY_NAME;
    struct stat facts;
    struct input in;
    enum status status = input_open(path, &in, why);

    *out = (struct array_slices){.name = path, .monoid = monoid};
    if (status != OK)
        return status;
    if (by_name)
        format = choose_format(path, &in, NULL);
    /* The size of a file without bytes counts as unknown. */
    if (fstat(fileno(in.file), &facts) == 0 && S_ISREG(facts.st_mode))
        in.size = (size_t)facts.st_size;
    if (in.size == INPUT_UNKNOWN || format == FORMAT_TEXT)
        status = problem_set(why, WRONG_USE,
                             "%s: ranks read slices of a .npy or raw file, "
                             "not text and not a pipe",
                             in.name);
    else if (format == FORMAT_NPY)
        status = open_npy(&in, out, why);
    else
        status = open_raw(&in, by_name, out, why);
    input_close(&in);
    return status;
}

enum status array_slices_begin(const struct array_slices *slices, size_t first,
                               size_t n, struct array_builder *builder,
                               struct problem *why)
{
    const bool lifts = !slices->is_raw && slices->npy.lifts;

    builder_begin(builder, slices->monoid, slices->name, lifts);
    builder->first = first;
    return builder_reserve(
        builder, lifts ? n : n * (size_t)slices->monoid->components, why);
}

enum status array_slices_push(const struct array_slices *slices,
                              const void *from, size_t n,
                              struct array_builder *builder,
                              struct problem *why)
{
    const size_t each = builder->lifts ? 1 : (size_t)slices->monoid->components;

    return slices->is_raw
               ? builder_push(builder, from, n * each, why)
               : npy_convert(&slices->npy, from, n * each, builder, why);
}

enum status array_write_slices(struct output *out, enum array_format format,
                               const struct monoid_table *monoid, size_t n,
                               size_t *data_at, struct problem *why)
{
    if (format == FORMAT_BY_NAME)
        format = out->file == stdout ? FORMAT_TEXT : format_by_name(out->name);
    if (format == FORMAT_TEXT || !out->temporary)
        return problem_set(why, WRONG_USE,
                           "cannot write %s: ranks write slices of a .npy or "
                           "raw file, not text and not a pipe",
                           out->name);
    *data_at = format == FORMAT_NPY ? NPY_DATA_AT : 0;
    if (format == FORMAT_NPY)
        npy_write_header(out->file, monoid, n);
    fflush(out->file);
    const off_t bytes = (off_t)(*data_at + n * monoid->bytes);
    const int error =
        bytes > 0 ? posix_fallocate(fileno(out->file), 0, bytes) : 0;
    return error ? problem_set(why, MACHINE_LACKS, "cannot write %s: %s",
                               out->name, strerror(error))
                 : OK;
}
