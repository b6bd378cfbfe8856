/* ending.h - how a launch ends early: with a finding, or for want of memory. */
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
    char words[4096];   /* more of them, for whoever wants them */
    sigjmp_buf crash;
};

/* Before a launch. */
void ending_forget(struct ending *ending);

/* Ends the launch with a sentence, CHECK_FAILED. Does not return when called on
 * a fibre. The format is that of sentence_write(), tell/sentence.h. */
void finding(struct simt *simt, const char *format, ...);
/* Before it: more words. */
void finding_more(struct simt *simt, const char *words);

/* Ends the launch with MACHINE_LACKS, as finding() does. */
void end_out_of_memory(struct simt *simt);
/* Has the judge or model time run out of something? Then the launch ends, as by
 * finding(). To be asked after each moment that orders threads. */
void end_if_exhausted(struct simt *simt);

#endif
