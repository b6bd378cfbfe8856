/* ending.h - how a launch ends early: because of a finding, because the machine
 * cannot continue, or because memory has run out. */
#ifndef SIMT_ENDING_H
#define SIMT_ENDING_H

#include "base/status.h"
#include "simt/judge/stamp.h"

#include <setjmp.h>

struct simt;

struct ending {
    bool failed;
    enum status status;
    struct problem why; /* the sentence */
    char words[4096];   /* advice, which simt_finding() returns */
    sigjmp_buf crash;
};

/* Before a launch. */
void ending_forget(struct ending *ending);

/* Ends the launch with CHECK_FAILED and a sentence. Does not return when it is
 * called on a fibre, unless the finding is held (pending_finding.h). The format
 * is that of sentence_write(), wording/sentence.h.
 */
void finding(struct simt *simt, const char *format, ...);
/* Before finding(): adds to the advice. finding_say() takes a format as
 * finding() does. */
void finding_more(struct simt *simt, const char *words);
/* Adds the place where the function that contains this site is called, if that
 * place is in the same file: name_call(). */
void finding_call(struct simt *simt, uint32_t site);
void finding_say(struct simt *simt, const char *format, ...);

/* Ends the launch with NOT_JUDGED and a sentence that needs no advice. */
void end_not_judged(struct simt *simt, const char *format, ...);
/* Ends the launch with MACHINE_LACKS. Does not return when it is called on a
 * fibre. */
void end_out_of_memory(struct simt *simt);
/* Ends the launch, as finding() does, if the judge has run out of memory or of
 * clock values, or if the timing model has run out of memory. Must be called
 * after each event that orders threads. */
void end_if_exhausted(struct simt *simt);

#endif
