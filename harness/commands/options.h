/* options.h - the options that subcommands share, and how argv is parsed into
 * them.
 *
 * A command lists its own options for argp, selects those shared options that
 * it takes, and calls options_parse(). Help, shell completion and manual pages
 * are generated from the same lists (options_list).
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "calls/call_inputs.h"
#include "devices/choice.h"
#include "base/status.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

enum { MAX_CHOICES = 64, MAX_SETTINGS = MAX_PARAMETER_NAMES };

/* A parameter option as typed: --block 64. */
struct setting {
    const char *name, *value;
};

/* The values of the shared options. Texts point into argv. A repeated option
 * replaces its earlier value. */
struct shared_options {
    const char *device;       /* -d, or NULL: see command_device() */
    const char *usual_device; /* the command's default */
    const char *sizes;        /* -n, or NULL */
    const char *monoids;      /* -m, comma-separated, or NULL */
    const char *threads;      /* --threads, comma-separated, or NULL */
    const char *source;       /* --source, or NULL */
    const char *carry;        /* --init, or NULL */
    const char *drawn;        /* --pattern, or NULL */
    enum pattern pattern;     /* the pattern so named */
    const char *function[ELEMENT_FUNCTIONS]; /* --predicate ..., or NULL */
    bool exclusive;                          /* --exclusive */
    /* How launches run on the simt device; as typed, or NULL. */
    const char *schedule, *resident, *machine_file;
    bool lockstep, strict_barriers;
    struct call_source input;  /* without -n and --pattern (command_source()) */
    bool applications;         /* the command accepts applications, too */
    const char *across, *join; /* under mpirun; or NULL */
    int settings;              /* at most one for each name */
    struct setting setting[MAX_SETTINGS];
    int names; /* ALGORITHM arguments as typed */
    const char *name[MAX_CHOICES];
};

/* The shared options that a command takes; it rejects all others. */
enum {
    TAKES_SIZES = 1,
    TAKES_MONOID = 2,
    TAKES_THREADS = 4,
    TAKES_SOURCE = 8,
    TAKES_CARRY = 16,
    TAKES_KIND = 32,           /* --exclusive */
    TAKES_CHOICES = 64,        /* --device, and the parameters of algorithms */
    TAKES_SCHEDULE = 128,      /* --schedule, --resident, --machine, --lockstep,
                            * --strict-barriers */
    TAKES_INPUT = 256,         /* --input, --column, --format, --seed */
    TAKES_FUNCTIONS = 512,     /* --predicate, --key, --product */
    TAKES_APPLICATIONS = 1024, /* also as ALGORITHM arguments */
    TAKES_PATTERN = 2048,      /* --pattern, with a single pattern */
    TAKES_RANKS = 4096,        /* runs under mpirun; --across, --join */
};

/* The groups in which --help shows options; each has a heading. */
enum {
    GROUP_SCAN = 1,
    GROUP_WHERE,
    GROUP_SIMT,
    GROUP_RANKS,
    GROUP_OUTPUT,
    GROUP_PARAMETERS, /* hidden: a paragraph lists them */
    GROUP_HELP = -1,
};

struct command_line {
    const char *usage; /* "ALGORITHM...|all" */
    const char *text;  /* what the command does \v an example */
    int takes;
    const char *device;            /* default of -d, with TAKES_CHOICES */
    const struct argp_option *own; /* ends with {0}; keys from 'A' << 8 on */
    /* Parses one of the command's own options; ARGP_ERR_UNKNOWN: the option is
     * not one of them. */
    error_t (*take)(int key, char *value, void *own_options,
                    struct problem *why);
};

/* Parses argv (argv[0] is "scanlab verify"); own options go to `own_options`.
 * WRONG_USE with one line. --help is handled here and ends the program. */
enum status options_parse(const struct command_line *line, void *own_options,
                          int argc, char **argv, struct shared_options *out,
                          struct problem *why);

/* A whole number after --seed. */
enum status options_seed(const char *text, uint64_t *out, struct problem *why);

/* A time, "90s", "5m" or "1h", in seconds. */
enum status options_seconds(const char *text, const char *option, double *out,
                            struct problem *why);

enum { MAX_OPTIONS = 96 };

/* All options of a command as --help shows them. */
struct option_list {
    struct argp argp; /* points to the members below, or into the command */
    struct argp_option option[MAX_OPTIONS];
    char device_help[256];
    char text[4096];
};

void options_list(const struct command_line *line, struct option_list *out);

/* "Input:", the heading of a group of options; or NULL. */
const char *options_heading(int group);

#endif
