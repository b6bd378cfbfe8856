/* call_inputs.h - what goes into one call: files, or what is drawn.
 *
 *     scanlab run segmented_scan -i in=x.txt -i flags=f.txt
 *                                   PORT=FILE
 *
 * How long the inputs are says what the named sizes are. Without a file
 * elements are drawn, -n of them, and the application draws the rest.
 */
#ifndef CALL_INPUTS_H
#define CALL_INPUTS_H

#include "command.h"
#include "devices/execution.h"

struct call_inputs {
    const struct algorithm *algorithm;
    struct monoid_table type[MAX_PORTS]; /* of each port's elements */
    struct array in[MAX_PORTS];          /* of those that go in */
    struct sizes sizes;
    bool drawn;             /* no file was named */
    struct drawing drawing; /* of what is no T */
};

/* Finds the port of PORT=FILE for each of the texts, and sets its file; without
 * a port's name it is the first one of that direction. WRONG_USE: there is none
 * of that name or direction, or it has a file. A .mtx file may stand for
 * several inputs, unless `format` says that it is something else. */
enum status call_files(const struct algorithm *algorithm,
                       const char *const *said, int count, bool in,
                       enum array_format format, const char *file[MAX_PORTS],
                       struct problem *why);

/* Reads or draws the inputs of T, reads the others, and finds the sizes; of so
 * few elements numbers are drawn as digits. In any case the caller calls
 * call_inputs_free. */
enum status call_inputs_get(const struct shared_options *options,
                            const struct single *with, size_t digits_most,
                            struct call_inputs *out, struct problem *why);

/* Draws the others, and asks the application whether it takes them all.
 * `request` is setup_request()'s, and was not refused. */
enum status call_inputs_draw(struct call_inputs *inputs,
                             const struct request *request,
                             struct problem *why);

void call_inputs_free(struct call_inputs *inputs);

/* "Filter:one_pass of 64 elements of add_i32 by odd"; returns text. */
const char *call_inputs_words(const struct call_inputs *inputs,
                              const struct single *with, bool exclusive,
                              char *text, size_t size);

#endif
