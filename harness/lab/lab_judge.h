/* lab_judge.h - judges one submission: reads it, compares it with the skeleton,
 * and checks each property of its lab with a scanlab command in a separate
 * process (enclosure.h). */
#ifndef LAB_JUDGE_H
#define LAB_JUDGE_H

#include "lab_report.h"

struct judging {
    enum isolation level;
    unsigned seconds;    /* for one command; 0: default */
    const char *hidden;  /* a folder that the commands do not need, or NULL */
    const char *picture; /* output file for a drawing of the first finding, or
                            NULL */
    int jobs;            /* parallel processes of a proof; 0: one per
                            processor */
    /* Messages and commands use the file name that the lab defines; else
     * messages use the file's own name, if it is a simple one, and commands the
     * typed path. */
    bool own_name;
    /* A command from an earlier finding, with the lab's name for the file, or
     * NULL. It runs first; nothing else runs unless it exits with 0. */
    const char *replay;
    /* Called after the given part (-1) and after each check; or NULL. */
    void (*told)(void *context, const struct report *report, int check);
    void (*progress)(void *context, double seconds);
    void *context;
};

/* OK: the report has the result, right or wrong. WRONG_USE: the file cannot be
 * read. MACHINE_LACKS: there is too little memory or disk space, or no process
 * could be started. `lab` and `file` must outlive the report. */
enum status judge(const struct lab *lab, const char *file,
                  const struct judging *how, struct report *out,
                  struct problem *why);

#endif
