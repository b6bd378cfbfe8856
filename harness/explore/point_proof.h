/* point_proof.h - is a point of a search right, and what does it cost on paper? */
#ifndef POINT_PROOF_H
#define POINT_PROOF_H

#include "search.h"

/* Proves the point and counts its costs, which must equal the closed forms; then it
 * is POINT_PROVED. A wrong point gets a state, and the search goes on: OK. Another
 * status is an error of the machine, which ends the search. */
enum status point_judge(const struct search_job *job, struct point *p,
                        struct problem *why);

#endif
