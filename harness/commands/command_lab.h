/* command_lab.h - shared by the parts of `scanlab lab`. */
#ifndef COMMAND_LAB_H
#define COMMAND_LAB_H

#include "command.h"
#include "lab/enclosure.h"
#include "lab/lab_formats.h"

#include <stdbool.h>

struct lab_options {
    enum lab_format format;
    const char *picture;   /* NULL: none is drawn */
    const char *output;    /* NULL: standard output */
    const char *lab;       /* for grade; NULL: the file names determine it */
    const char *isolation; /* as typed; NULL: the strongest available */
    int jobs;              /* 0: all processors */
    bool hides;            /* findings are not shown */
    bool sample;           /* for test: one file of each kind */
};

/* The level to use; MACHINE_LACKS: it is not available. */
enum status lab_level(const struct lab_options *options, enum isolation *out,
                      struct problem *why);

/* `scanlab lab check NAME FILE`. */
enum status lab_check_file(const struct lab_options *options, const char *name,
                           const char *file, struct problem *why);

/* `scanlab lab hint NAME [K|FILE]`. */
enum status lab_hint(const struct lab_options *options, const struct lab *lab,
                     const char *typed, struct problem *why);

/* `scanlab lab grade FOLDER -o grades.csv`. */
enum status lab_grade_folder(const struct lab_options *options,
                             const char *folder, struct problem *why);

/* `scanlab lab test NAME...`; no names: all labs. */
enum status lab_test_files(const struct lab_options *options,
                           const char *const *names, int count,
                           struct problem *why);

#endif
