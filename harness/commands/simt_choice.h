/* simt_choice.h - how the SIMT machine runs, from options such as --schedule
 * inorder,random:7,pct:1..100 --resident 2 --lockstep. */
#ifndef SIMT_CHOICE_H
#define SIMT_CHOICE_H

#include "command.h"
#include "simt/simt.h"

enum { MAX_SCHEDULES = 2048 };

/* Fills in the options for each named schedule, or for those in `usual` if none
 * is named. `checking` and `counting` apply to all of them. On other devices
 * *count is 1, and out[0] is not used. WRONG_USE lists the valid names. */
enum status simt_choose(const struct shared_options *options, const char *usual,
                        bool checking, bool counting,
                        struct simt_options out[MAX_SCHEDULES], int *count,
                        struct problem *why);

#endif
