/* plot_options.h - the command line of `scanlab plot`. */
#ifndef PLOT_OPTIONS_H
#define PLOT_OPTIONS_H

#include "plot.h"

#include <argp.h>

/* Keys of options without a letter. */
enum plot_key {
    PLOT_KIND = 256,
    PLOT_FORMAT,
    PLOT_TABLE,
    PLOT_TITLE,
    PLOT_X_RANGE,
    PLOT_Y_RANGE,
    PLOT_AXES,
    PLOT_SIZE,
    PLOT_PUBLISHED,
    PLOT_THREADS,
    PLOT_SCAN,
    PLOT_MODE,
    PLOT_PATTERN,
    PLOT_USAGE,
};

struct plot_options {
    char **files; /* point into argv */
    size_t file_count;
    const char *published; /* NULL: none */
    const char *folder;    /* -o, or NULL */
    unsigned kinds; /* one bit per enum chart_kind; 0: all possible kinds */
    size_t *sizes;  /* -n, or NULL */
    size_t size_count;
    enum plot_table table;
    struct plot_choice choice;
    bool help_shown; /* --help or --usage was handled: nothing else to do */
};

/* WRONG_USE with one line that names the argument. The caller always calls
 * plot_options_free. */
enum status plot_options_parse(int argc, char **argv, struct plot_options *out,
                               struct problem *why);
void plot_options_free(struct plot_options *options);

/* The options as --help shows them, without a parser. */
extern const struct argp plot_argp;

/* Reads the value of one option; WRONG_USE quotes option and value. */
enum status plot_parse_value(int key, const char *text,
                             struct plot_options *options, struct problem *why);

/* True for charts at one size: fraction, traffic, brent. */
bool plot_at_one_n(enum chart_kind kind);

#endif
