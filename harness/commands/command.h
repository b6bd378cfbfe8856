/* command.h - what the subcommands share: options, and how they are refused.
 *
 * Each command_NAME.c defines one function of `struct command`, lists its own
 * options for argp, and takes those that several commands have from here.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include "devices/choice.h"
#include "devices/device.h"
#include "monoids/monoid.h"
#include "base/pool.h"
#include "base/status.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

enum { MAX_CHOICES = 64, MAX_SETTINGS = 16, MAX_LIST = 32 };

/* A parameter option as typed: --block 64. */
struct setting {
    const char *name, *value;
};

/* What the shared options said. Texts point into argv. */
struct shared_options {
    const char *device;       /* -d, or NULL: command_device() knows more */
    const char *usual_device; /* of the command */
    const char *sizes;        /* -n, or NULL */
    const char *monoids;      /* -m, comma-separated, or NULL */
    const char *threads;      /* --threads, comma-separated, or NULL */
    const char *source;       /* --source, or NULL */
    const char *carry;        /* --init, or NULL */
    bool exclusive;           /* --exclusive */
    /* How launches go on the simt device; as typed, or NULL. */
    const char *schedule, *resident, *machine_file;
    bool lockstep;
    int settings;
    struct setting setting[MAX_SETTINGS];
    int names; /* ALGORITHM arguments as typed */
    const char *name[MAX_CHOICES];
};

/* Which of them a command has; the others are unknown options to it. */
enum {
    TAKES_SIZES = 1,
    TAKES_MONOID = 2,
    TAKES_THREADS = 4,
    TAKES_SOURCE = 8,
    TAKES_CARRY = 16,
    TAKES_KIND = 32,      /* --exclusive */
    TAKES_CHOICES = 64,   /* --device, and the parameters of algorithms */
    TAKES_SCHEDULE = 128, /* --schedule, --resident, --machine, --lockstep */
};

struct command_line {
    const char *usage; /* "ALGORITHM...|all" */
    const char *text;  /* what the command does */
    int takes;
    const char *device; /* without -d, where it takes TAKES_CHOICES */
    const struct argp_option *own; /* ends with {0}; keys from 'A' << 8 on */
    /* Takes one own option; ARGP_ERR_UNKNOWN when it is not its. */
    error_t (*take)(int key, char *value, void *own_options,
                    struct problem *why);
    void *own_options;
};

/* Parses argv (argv[0] is "scanlab verify"). WRONG_USE with one line. */
enum status command_parse(const struct command_line *line, int argc,
                          char **argv, struct shared_options *out,
                          struct problem *why);

/* What is left to say when argp_parse was run with ARGP_NO_ERRS and returned
 * EINVAL: which option was unknown or lacked its value; `fault` is the argument
 * where argp stopped. */
enum status command_unknown_option(int argc, char **argv,
                                   const struct argp_option *known,
                                   const char *fault, struct problem *why);

/* The device that was named: there is one of that name, no option is meant for
 * another device, and it can be used here. */
enum status command_device(const struct shared_options *options,
                           const struct device **out, struct problem *why);

/* The choices that were named, for that device, with the settings applied.
 * "all" is all that have code for it; then a setting goes to those that have
 * it. */
enum status command_choices(const struct shared_options *options,
                            const struct device *device,
                            struct choice out[MAX_CHOICES], int *count,
                            struct problem *why);

/* The beginning that verify and measure share: at least one name, a device that
 * is there, the choices, and --source only with a single one. */
enum status command_begin(const struct shared_options *options,
                          const struct device **device,
                          struct choice out[MAX_CHOICES], int *count,
                          struct problem *why);

/* A whole number after --seed. */
enum status command_seed(const char *text, uint64_t *out, struct problem *why);

/* "1,2,8" -> thread counts from 1 to 256; NULL: all processors. Devices besides
 * the cpu have the one count 0: no threads of this machine's. */
enum status command_threads(const char *text, const struct device *device,
                            int out[MAX_LIST], int *count, struct problem *why);

/* A pool of so many threads; NULL for 0. The caller closes it. */
enum status command_pool(int threads, struct pool **out, struct problem *why);

/* The one element of --init as typed: "7", "(4, 9)". */
enum status command_carry(const char *text, const struct monoid_table *monoid,
                          void *out, struct problem *why);

/* The command as it was typed, as far as it fits; returns text. */
char *command_words(int argc, char **argv, char *text, size_t size);

/* ---- the subcommands ---- */

struct command {
    const char *name, *what;
    enum status (*run)(int argc, char **argv, struct problem *why);
};

enum status command_list(int argc, char **argv, struct problem *why);
enum status command_run(int argc, char **argv, struct problem *why);
enum status command_verify(int argc, char **argv, struct problem *why);
enum status command_measure(int argc, char **argv, struct problem *why);
enum status command_trace(int argc, char **argv, struct problem *why);
enum status command_bench(int argc, char **argv, struct problem *why);
enum status command_plot(int argc, char **argv, struct problem *why);

#endif
