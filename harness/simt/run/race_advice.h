/* race_advice.h - advice on correcting a race. */
#ifndef SIMT_RACE_ADVICE_H
#define SIMT_RACE_ADVICE_H

#include "report.h"
#include "simt/judge/judge.h"

/* For races with bulk copies, and other mistakes with them. */
extern const char advice_on_bulk_copies[];

/* Before the finding: adds advice on the race to it. Returns what is missing
 * between the two accesses, such as "barrier, fence or flag between them". */
const char *advise_on_race(struct simt *simt, const struct access *access,
                           const struct verdict *verdict);

/* The same for a read of a value that a flag announced: names the flag. If the
 * value belongs to a different tile, the flag has a different index. */
void advise_on_last_flag(struct simt *simt, const struct access *access);

#endif
