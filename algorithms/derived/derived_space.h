/* derived_space.h - many derivations at a time. */
#ifndef DERIVED_SPACE_H
#define DERIVED_SPACE_H

#include "../contract/algorithm.h"

/* Lists the scans of a space, each once, in one of two notations:
 *
 *     scan_then_reduce(64..512); brent_kung(2); sequential(1..16)
 *             one derivation, in which a number can be a range, which doubles;
 *             combinations that break a condition are counted as invalid
 *     rules=2,section=64..512,run=8,factor=4,device=reduce_then_scan,totals=block
 *             all derivations of at most so many rules behind the first one
 *             (default 2), with sections of so many elements (default 64..512),
 *             runs and factors up to so many (default 32 and 16)
 *
 * They are in the order of derivation_order().
 * False: a line in `why`. The caller frees list->values either way. */
bool derivation_list(const char *text, struct settings_list *list, char *why,
                     size_t size);

/* Puts the list's scans in the order in which a search shall try them, and
 * fills in `front` and `distinct` (derived_front.c). False: out of memory. */
bool derivation_order(struct settings_list *list);

#endif
