/* check_run.h - one property of a submission: the command that checks it, and
 * the interpretation of its output. */
#ifndef CHECK_RUN_H
#define CHECK_RUN_H

#include "lab_judge.h"

#define ASK_CSV   "counts.csv"
#define ASK_TRACE "trace.json"

struct check_run {
    struct report *report;
    const struct judging *how;
    char scratch[PATH_MAX]; /* folder of the submission, named report->shown */
};

/* OK: the result contains the finding. */
enum status check_run(struct check_run *a, const struct lab_check *check,
                      struct result *out, struct problem *why);

/* Reruns a command that a finding printed: does it exit with 0 now? */
enum status check_run_replay(const struct check_run *a, const char *again,
                             bool *holds, struct problem *why);

/* ---- three kinds of check, each judged by its command's output ---- */

void check_result_verify(struct check_run *a, const struct lab_check *check,
                         const struct enclosed *answer, struct result *out);
/* True: the command printed a verdict, whatever its exit code. */
bool check_result_is_verdict(const struct enclosed *answer);
void check_result_measure(struct check_run *a, const struct lab_check *check,
                          const struct enclosed *answer, struct result *out);
void check_result_run(struct check_run *a, const struct lab_check *check,
                      const struct enclosed *answer, struct result *out);

/* Checks a text file's line "PROPERTY: answer". */
void check_result_question(struct check_run *a, const struct lab_check *check,
                           struct result *out);
/* Reads a text file's line "settings: ..." into report->settings. False: there
 * is none, or it is for another algorithm; sets the finding. */
bool check_result_settings(struct check_run *a, const struct lab_check *check,
                           struct result *out);
/* The hash of a right answer, stored in lab.json so that the answer itself
 * cannot be read there. */
void answer_hash(const char *lab, const char *property, const char *answer,
                 char *out);
enum { ANSWER_HASH = 17 };

/* Writes the command as a reader would type it, with the file name as typed. */
void check_run_again(const struct check_run *a, const char *command, char *out,
                     size_t size);
/* Copies text from the output, without the name of our folder. */
void check_run_plain(const struct check_run *a, const char *text, char *out,
                     size_t size);

#endif
