/* lab_report.h - what was found out of one submission; lab_judge.c fills it in,
 * and lab_report_*.c write it. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "enclosure.h"
#include "frame.h"
#include "lab.h"

#include <stdio.h>

enum result_state {
    RESULT_NOT_ASKED, /* what comes before it does not hold */
    RESULT_RIGHT,
    RESULT_WRONG,
    RESULT_REFUSED,   /* it was not run: it does not compile, for one */
    RESULT_NOT_JUDGED /* this machine, or the lab itself, is at fault */
};

struct result {
    enum result_state state;
    int points;         /* that it gets */
    char holds[256];    /* right: what is known now */
    char finding[1024]; /* else: one sentence, with file and line */
    char found_in[512]; /* the case that shows it, or "" */
    char notes[1024];   /* what a proof says beside its verdict; or "" */
    char better[256];   /* of counts: where it takes less than our solution */
    char numbers[160];  /* of a wrong fold: what it is with numbers; or "" */
    char gap[512];      /* of counts: what was got and what is wanted; or "" */
    const char *why;    /* of counts: the reason of the first limit that is
                           passed; or NULL */
    char words[4096];   /* more about it, lines; or "" */
    char printed[512];  /* what it wrote by printf, its first lines; or "" */
    char again[2048];   /* the command that shows it again, or "" */
    double seconds;
};

struct report {
    const struct lab *lab;
    const char *file;    /* as typed */
    char typed[1024];    /* as a shell takes it: for commands */
    char shown[256];     /* the name that messages call it */
    struct result given; /* before anything is compiled; no points */
    struct result result[LAB_MOST_CHECKS];
    char settings[512]; /* of a lab of settings: "brent_kung:block=64" */
    struct fills fills; /* of a kernel, or C */
    bool compiles;
    bool hidden;  /* report_hide was called */
    bool repeats; /* the last check had the same first finding */
    enum isolation level;
    double seconds;
    char picture[PATH_MAX]; /* of the first finding; "" */
    const char *undrawn;    /* why there is none; NULL: nothing was recorded */
};

int report_points(const struct report *report);
/* NULL: nothing is wrong. `*check`: its check, or NULL for the given part. */
const struct result *report_first(const struct report *report,
                                  const struct lab_check **check);
/* The reason of the limit that is passed, or the check's own; NULL: none. What
 * a proof finds has its own reason. */
const char *report_why(const struct report *report,
                       const struct lab_check *check);
/* The hint for its first finding, from 1; 0: there is none. */
int report_hint(const struct report *report);
/* CHECK_FAILED when something is wrong, MACHINE_LACKS when something was not
 * judged, with the sentence. */
enum status report_status(const struct report *report, struct problem *why);
/* Of all of it: "right", "in part", "wrong", "does not compile", "no solution"
 * (the given part), "not judged". */
const char *report_word(const struct report *report);
/* What is wanted, and how it was missed, is not told: for graders whose
 * expected outputs are to stay hidden. */
void report_hide(struct report *report);
/* "holds", "WRONG", "NOT JUDGED" (refused), "not asked", "not judged". */
const char *result_word(const struct result *result);

/* For a reader: the lines of a result as it comes, and what is said at the
 * end. */
void report_text_begin(const struct report *report, FILE *to);
void report_text_result(const struct report *report, int check, FILE *to);
void report_text_end(const struct report *report, FILE *to);

#endif
