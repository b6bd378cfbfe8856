/* call_inputs.h - the inputs of one call: from files, or generated.
 *
 *     scanlab run segmented_scan -i in=x.txt -i flags=f.txt
 *                                   PORT=FILE
 *     scanlab run spmv -i graph.mtx -i x=x.txt
 *                         |
 *                         values, columns, offsets
 *
 * The lengths of the inputs determine the named sizes. Without a file, n random
 * elements (option -n) are generated, and the task generates the other inputs.
 */
#ifndef CALL_INPUTS_H
#define CALL_INPUTS_H

#include "arrays/array.h"
#include "arrays/array_file.h"
#include "base/status.h"
#include "devices/ports.h"
#include "monoids/monoid.h"
#include "monoids/patterns.h"

enum { MAX_FILES = 2 * MAX_PORTS };

/* The options for the inputs; texts are borrowed. */
struct call_source {
    int files; /* every -i, as typed: PORT=FILE, or a file */
    const char *file[MAX_FILES];
    const char *column; /* --column, for the first port's file, or NULL */
    enum array_format format;
    bool quiet;        /* do not print a line about a raw file */
    const char *sizes; /* -n, or NULL: 16 */
    uint64_t seed;
    bool seeded;          /* --seed was given */
    const char *patterns; /* --pattern as typed, or NULL */
    enum pattern pattern; /* the pattern so named */
    /* if there are at most this many random numbers, all are digits */
    size_t digits_most;
};

struct call_inputs {
    const struct algorithm *algorithm;
    struct monoid_table type[MAX_PORTS]; /* of each port's elements */
    struct array in[MAX_PORTS];          /* of the input ports */
    struct sizes sizes;
    bool drawn;             /* no file was named */
    struct drawing drawing; /* for inputs whose elements are not T */
};

/* The FILE part of "PORT=FILE" or of "FILE". */
const char *call_file_name(const char *said);

/* Finds the port named in each PORT=FILE, and sets its file; a FILE without a
 * port goes to the first port of that direction. WRONG_USE: there is no port of
 * that name or direction, or the port already has a file. A .mtx file can
 * provide several inputs, unless `format` names another format. */
enum status call_files(const struct algorithm *algorithm,
                       const char *const *said, int count, bool in,
                       enum array_format format, const char *file[MAX_PORTS],
                       struct problem *why);

/* Reads all inputs or, if no file was named, generates those of T; then
 * determines the sizes. The caller always calls call_inputs_free. WRONG_USE:
 * incompatible options, more than one size, lengths that do not agree, or as
 * for array_read. MACHINE_LACKS: there is no memory for the inputs and for
 * outputs of the same size. */
enum status call_inputs_get(const struct algorithm *algorithm,
                            const struct monoid_table *T,
                            const struct call_source *source,
                            struct call_inputs *out, struct problem *why);

/* If no file was named, generates the inputs that are not T; then checks that
 * the task accepts all inputs. `request` comes from setup_request(), and was
 * not rejected. */
enum status call_inputs_draw(struct call_inputs *inputs,
                             const struct request *request,
                             struct problem *why);

void call_inputs_free(struct call_inputs *inputs);

/* WRONG_USE: options that do not go together, such as -n with -i. */
enum status call_check_source(const struct algorithm *algorithm,
                              const struct call_source *source,
                              struct problem *why);

/* The size after -n, of which there must be one. */
enum status call_size(const struct call_source *source,
                      const struct monoid_table *T, size_t *n,
                      struct problem *why);

/* Elements [begin, begin + n) of the `all` random ones that a scan without a file
 * gets. */
void call_draw(const struct call_source *source, const struct monoid_table *T,
               size_t all, size_t begin, size_t n, void *out);

/* "Filter:one_pass of 64 elements of add_i32 by odd", or for a scan
 * "Kogge-Stone, inclusive scan of 8 elements of add_i32"; returns text. */
const char *call_inputs_words(const struct call_inputs *inputs,
                              const char *variant, const struct monoid *monoid,
                              bool exclusive, char *text, size_t size);

#endif
