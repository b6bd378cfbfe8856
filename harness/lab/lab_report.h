/* lab_report.h - the results of one submission; lab_judge.c fills them in,
 * lab_report_*.c write them. */
#ifndef LAB_REPORT_H
#define LAB_REPORT_H

#include "enclosure.h"
#include "frame.h"
#include "lab.h"

#include <stdio.h>

enum result_state {
    RESULT_NOT_ASKED, /* an earlier check does not hold */
    RESULT_RIGHT,
    RESULT_WRONG,
    RESULT_REFUSED,   /* not run, for example because it does not compile */
    RESULT_NOT_JUDGED /* because of this machine, or of the lab itself */
};

struct result {
    enum result_state state;
    int points;         /* awarded */
    char holds[256];    /* right: what was established */
    char finding[1024]; /* else: one sentence, with file and line */
    char found_in[512]; /* the case that shows it, or "" */
    char notes[1024];   /* a proof's notes besides its verdict; or "" */
    char better[256];   /* counts: those lower than in our solution */
    char numbers[160];  /* wrong fold: its value as numbers; or "" */
    char gap[512];      /* counts: actual and expected; or "" */
    const char *why;    /* counts: the reason for the first exceeded limit;
                           or NULL */
    char words[4096];   /* explanation, in lines; or "" */
    char printed[512];  /* first lines of its printf output; or "" */
    char again[2048];   /* the command that reproduces it, or "" */
    double seconds;
};

struct report {
    const struct lab *lab;
    const char *file;    /* as typed */
    char typed[1024];    /* quoted for a shell: for commands */
    char shown[256];     /* its name in messages */
    struct result given; /* given part, checked before compiling; no points */
    struct result result[LAB_MOST_CHECKS];
    char settings[512]; /* for a lab of settings: "brent_kung:block=64" */
    struct fills fills; /* FILLs of a kernel or a C file */
    bool compiles;
    bool hidden;  /* report_hide was called */
    bool repeats; /* the last check had the same first finding */
    enum isolation level;
    double seconds;
    char picture[PATH_MAX]; /* picture of the first finding; or "" */
    /* why there is no picture; NULL: nothing was recorded */
    const char *undrawn;
};

int report_points(const struct report *report);
/* The first wrong result; NULL: nothing is wrong. `*check`: its check, or NULL
 * for the given part. */
const struct result *report_first(const struct report *report,
                                  const struct lab_check **check);
/* The reason stated for the exceeded limit, or else the check's reason; NULL:
 * none. A proof's finding contains its own reason. */
const char *report_why(const struct report *report,
                       const struct lab_check *check);
/* The number of the hint for its first finding, from 1; 0: there is none. */
int report_hint(const struct report *report);
/* CHECK_FAILED: something is wrong; MACHINE_LACKS: something was not judged; in
 * both cases `why` has the sentence. */
enum status report_status(const struct report *report, struct problem *why);
/* The overall result: "right", "in part", "wrong", "does not compile", "no
 * solution" (the check of the given part failed), "not judged". */
const char *report_word(const struct report *report);
/* Removes expected results and the differences from them: for graders that must
 * keep expected outputs hidden. */
void report_hide(struct report *report);
/* "holds", "WRONG", "NOT JUDGED" (refused), "not checked", "not judged". */
const char *result_word(const struct result *result);

/* For a reader: the lines of each result as it arrives, and the summary. */
void report_text_begin(const struct report *report, FILE *to);
void report_text_result(const struct report *report, int check, FILE *to);
void report_text_end(const struct report *report, FILE *to);

#endif
