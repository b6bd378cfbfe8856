/* ask.h - one property of a submission: the command that asks for it, and what
 * its answer means. */
#ifndef ASK_H
#define ASK_H

#include "lab_judge.h"

#define ASK_CSV   "counts.csv"
#define ASK_TRACE "trace.json"

struct asking {
    struct report *report;
    const struct judging *how;
    char scratch[PATH_MAX]; /* where the submission lies, as report->shown */
};

/* OK: the result says what was found. */
enum status ask(struct asking *a, const struct lab_check *check,
                struct result *out, struct problem *why);

/* Runs a command that a finding has printed: does it exit with 0 now? */
enum status ask_replay(const struct asking *a, const char *again, bool *holds,
                       struct problem *why);

/* ---- the three ways to ask, each from the answer of its command ---- */

void answer_verify(struct asking *a, const struct lab_check *check,
                   const struct enclosed *answer, struct result *out);
/* It has printed a verdict, whatever its exit code is. */
bool answer_is_verdict(const struct enclosed *answer);
void answer_measure(struct asking *a, const struct lab_check *check,
                    const struct enclosed *answer, struct result *out);
void answer_run(struct asking *a, const struct lab_check *check,
                const struct enclosed *answer, struct result *out);

/* A text file's line "PROPERTY: answer". */
void answer_question(struct asking *a, const struct lab_check *check,
                     struct result *out);
/* A text file's line "settings: ...", into report->settings. False: there is
 * none, or it is of another algorithm, with the finding. */
bool answer_settings(struct asking *a, const struct lab_check *check,
                     struct result *out);
/* What lab.json keeps of a right answer, so that it is not read there. */
void answer_hash(const char *lab, const char *property, const char *answer,
                 char *out);
enum { ANSWER_HASH = 17 };

/* The command as a reader types it: with the file as it was typed. */
void ask_again(const struct asking *a, const char *command, char *out,
               size_t size);
/* A text of the answer without our folder's name in it. */
void ask_plain(const struct asking *a, const char *text, char *out,
               size_t size);

#endif
