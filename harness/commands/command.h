/* command.h - shared by the subcommands: turns options into devices, algorithms
 * and threads, or rejects them.
 *
 * Each command_NAME.c defines one function of `struct command` and the list of
 * options that it takes (options.h).
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "options.h"
#include "devices/choice.h"
#include "devices/device.h"
#include "monoids/monoid.h"
#include "base/pool.h"
#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

enum { MAX_LIST = 32, MAX_THREADS = 256 };

/* Returns the named device, after checking that it exists, that no option
 * belongs to another device, and that it can be used on this machine. */
enum status command_device(const struct shared_options *options,
                           const struct device **out, struct problem *why);

/* The argument of -m, or the monoid that the algorithm usually runs with. */
const char *command_monoids(const struct shared_options *options,
                            const struct algorithm *algorithm);

/* OK, or WRONG_USE: this pattern does not apply to the algorithm's inputs. */
enum status command_pattern(const struct algorithm *algorithm,
                            enum pattern pattern, const char *typed,
                            struct problem *why);

/* The inputs that the options describe; if there are at most `digits_most`
 * random numbers, they are single digits. */
struct call_source command_source(const struct shared_options *options,
                                  size_t digits_most);

/* The element function named in the options, or the algorithm's default; NULL:
 * the algorithm has none. */
const char *command_function(const struct shared_options *options,
                             const struct algorithm *algorithm);

/* True: the options name user code, and the device can run it in a child
 * process. */
bool command_is_under_test(const struct shared_options *options,
                           const struct device *device);

/* With a user's header after -m the command continues in a child process
 * (sandbox/move.h): the header's code runs in many places. `patient`: a time
 * limit is already set. */
enum status command_moves(const struct shared_options *options, bool patient,
                          struct problem *why);

/* The named choices, for that device, with the settings applied. "all" means
 * all scans with code for the device; a setting then applies to the scans that
 * have that parameter. */
enum status command_choices(const struct shared_options *options,
                            const struct device *device,
                            struct choice out[MAX_CHOICES], int *count,
                            struct problem *why);

/* The first steps of both verify and measure: checks that there is at least one
 * name, that the device is available and the choices are valid, and that
 * --source is used only with a single choice. */
enum status command_begin(const struct shared_options *options,
                          const struct device **device,
                          struct choice out[MAX_CHOICES], int *count,
                          struct problem *why);

/* "1,2,8" -> thread counts from 1 to MAX_THREADS; NULL: all processors. For
 * devices other than the cpu the only count is 0: they use no threads of this
 * machine. */
enum status command_threads(const char *text, const struct device *device,
                            int out[MAX_LIST], int *count, struct problem *why);

/* A pool of `threads` threads; NULL for 0. The caller closes it. */
enum status command_pool(int threads, struct pool **out, struct problem *why);

/* The objects that `run` and `trace` need in addition to their elements. */
struct single {
    const struct device *device;
    struct choice choice;
    struct pool *pool; /* cpu; else NULL */
    struct monoid monoid;
};

/* One algorithm, one thread count, one monoid (add_i32 without -m); `command`
 * is the name in error messages. The caller always calls single_close. */
enum status single_open(const struct shared_options *options,
                        const char *command, struct single *out,
                        struct problem *why);
void single_close(struct single *single);

/* Prints one line on stderr if --exclusive does not mean what it seems to mean,
 * as with seg_add_i32. */
void warn_of_segments(const struct shared_options *options,
                      const struct monoid *monoid);

/* Parses the single element given to --init: "7", "(4, 9)". */
enum status command_carry(const char *text, const struct monoid_table *monoid,
                          void *out, struct problem *why);

/* The command quoted for a shell, where needed; valid until the next call. */
const char *command_words(int argc, char **argv);

/* "./scanviz" in a folder that has it, else "scanviz". The first call must
 * precede seal(), since folders cannot be read after it. */
const char *command_scanviz(void);

/* "./scanviz PATH", which shows the trace written there. Valid until the next
 * call. */
const char *command_to_view(const char *path);

/* Splits a copy of "a,b" at its commas. WRONG_USE: more than MAX_LIST parts.
 * `option` is the option's name, such as -m. The caller frees *copy, into which
 * the parts point. */
enum status command_split(const char *text, const char *option, char **copy,
                          char *parts[MAX_LIST], int *count,
                          struct problem *why);

/* ---- the subcommands ---- */

struct command {
    const char *name, *what; /* `what` is NULL: --help does not list it */
    enum status (*run)(int argc, char **argv, struct problem *why);
    const struct command_line *line; /* NULL: it has its own argp */
    const struct argp *argp;
};

/* Ends with a NULL name. */
extern const struct command commands[];

enum status command_list(int argc, char **argv, struct problem *why);
enum status command_run(int argc, char **argv, struct problem *why);
enum status command_verify(int argc, char **argv, struct problem *why);
enum status command_measure(int argc, char **argv, struct problem *why);
enum status command_trace(int argc, char **argv, struct problem *why);
enum status command_bench(int argc, char **argv, struct problem *why);
enum status command_explore(int argc, char **argv, struct problem *why);
enum status command_example(int argc, char **argv, struct problem *why);
enum status command_plot(int argc, char **argv, struct problem *why);
enum status command_lab(int argc, char **argv, struct problem *why);

enum status command_man(int argc, char **argv, struct problem *why);
enum status command_completion(int argc, char **argv, struct problem *why);
enum status command_complete(int argc, char **argv, struct problem *why);

extern const struct command_line command_man_line, command_completion_line;
extern const struct command_line command_list_line, command_run_line,
    command_verify_line, command_measure_line, command_trace_line,
    command_bench_line, command_explore_line, command_example_line,
    command_lab_line;

#endif
