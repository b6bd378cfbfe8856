/* simt_choice.h - how the SIMT machine is to run, as a user says it:
 * --schedule inorder,random:7,pct:1..100 --resident 2 --lockstep. */
#ifndef SIMT_CHOICE_H
#define SIMT_CHOICE_H

#include "command.h"
#include "simt/simt.h"

enum { MOST_SCHEDULES = 2048 };

/* The options of each schedule named, or of those in `usual` when none is.
 * `checking` and `counting` go into all of them. On other devices *count is 1,
 * and nothing in out[0] is used. WRONG_USE names what there is. */
enum status simt_choose(const struct shared_options *options, const char *usual,
                        bool checking, bool counting,
                        struct simt_options out[MOST_SCHEDULES], int *count,
                        struct problem *why);

#endif
