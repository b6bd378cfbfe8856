/* ask.h - one property of a submission: the command that checks it, and how its
 * output is interpreted. */
#ifndef ASK_H
#define ASK_H

#include "lab_judge.h"

#define ASK_CSV   "counts.csv"
#define ASK_TRACE "trace.json"

struct asking {
    struct report *report;
    const struct judging *how;
    char scratch[PATH_MAX]; /* folder of the submission, named report->shown */
};

/* OK: the result contains the finding. */
enum status ask(struct asking *a, const struct lab_check *check,
                struct result *out, struct problem *why);

/* Reruns a command that a finding printed: does it exit with 0 now? */
enum status ask_replay(const struct asking *a, const char *again, bool *holds,
                       struct problem *why);

/* ---- the three kinds of check, each from its command's output ---- */

void answer_verify(struct asking *a, const struct lab_check *check,
                   const struct enclosed *answer, struct result *out);
/* True: it printed a verdict, whatever its exit code. */
bool answer_is_verdict(const struct enclosed *answer);
void answer_measure(struct asking *a, const struct lab_check *check,
                    const struct enclosed *answer, struct result *out);
void answer_run(struct asking *a, const struct lab_check *check,
                const struct enclosed *answer, struct result *out);

/* A text file's line "PROPERTY: answer". */
void answer_question(struct asking *a, const struct lab_check *check,
                     struct result *out);
/* A text file's line "settings: ...", into report->settings. False: there is
 * none, or it is for another algorithm; sets the finding. */
bool answer_settings(struct asking *a, const struct lab_check *check,
                     struct result *out);
/* The hash of a right answer, stored in lab.json so that it cannot be read
 * there. */
void answer_hash(const char *lab, const char *property, const char *answer,
                 char *out);
enum { ANSWER_HASH = 17 };

/* The command as a reader types it, with the file name as typed. */
void ask_again(const struct asking *a, const char *command, char *out,
               size_t size);
/* A text of the output, without our folder's name. */
void ask_plain(const struct asking *a, const char *text, char *out,
               size_t size);

#endif
