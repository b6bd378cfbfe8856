/* lab_judge.h - one submission: read, compared with the skeleton, and asked
 * about each property of its lab, each by a command of scanlab in a process of
 * its own (enclosure.h). */
#ifndef LAB_JUDGE_H
#define LAB_JUDGE_H

#include "lab_report.h"

struct judging {
    enum isolation level;
    unsigned seconds;    /* for one command; 0: as usual */
    const char *hidden;  /* a folder that the commands need not see, or NULL */
    const char *picture; /* where to draw the first finding, or NULL */
    int jobs;            /* processes of a proof at a time; 0: the processors */
    /* Messages call the file by the name that the lab gives it, and so do
     * commands; else by its own where that is plain, and as it was typed. */
    bool own_name;
    /* A command, as a finding prints it, with the file under the lab's name for
     * it: made first, and nothing else when it does not exit with 0; or NULL. */
    const char *replay;
    /* After the given part (-1) and each check; or NULL. */
    void (*told)(void *context, const struct report *report, int check);
    void (*progress)(void *context, double seconds);
    void *context;
};

/* OK: the report says what was found, right or wrong. WRONG_USE: the file
 * cannot be read. MACHINE_LACKS: no memory, no process, no disk. `lab` and
 * `file` must outlive the report. */
enum status judge(const struct lab *lab, const char *file,
                  const struct judging *how, struct report *out,
                  struct problem *why);

#endif
