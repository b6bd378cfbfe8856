/* ranks.h - the processes that one mpirun started, and how they agree.
 *
 *     mpirun -n 4 scanlab run lookback -i big.npy -o sums.npy
 *
 * Each process is a rank, 0 to 3 here. All of them run the same command. What
 * goes to standard output goes there from rank 0 alone, and so does the line
 * about an error.
 *
 * A rank that fails must not leave the others waiting for it: it goes on to the
 * next ranks_agree(), where all learn of it, and all return.
 */
#ifndef RANKS_H
#define RANKS_H

#include "base/status.h"
#include "mpi_calls.h"

#include <stdbool.h>

/* True: mpirun, or another launcher of MPI programs, started this process. */
bool ranks_started(void);

/* True: the launcher started this process alone. Batch systems start any program
 * so; with ranks_decline() it goes on as if it had no launcher. */
bool ranks_alone(void);
void ranks_decline(void);

/* Loads the module and starts MPI. From now on only rank 0 has a standard
 * output. MACHINE_LACKS: there is no mpicc. NOT_JUDGED: the module does not
 * compile. */
enum status ranks_begin(struct problem *why);

/* The last agreement: all ranks get the status of the first one that failed.
 * True: this process prints the line. Without ranks_begin() it changes
 * nothing. */
bool ranks_last(enum status *status, struct problem *why);
/* Waits until all ranks are here, and ends MPI: mpirun ends all processes once
 * one of them has ended with an exit code other than 0. */
void ranks_end(void);

/* OK if `status` is OK on all ranks. Otherwise all of them get the status of the
 * lowest rank that failed, and its line, which names that rank unless all ranks
 * failed with the same line. After that, further calls return the same at
 * once. */
enum status ranks_agree(enum status status, struct problem *why);

/* The status of rank 0, which did something for all of them. */
enum status ranks_follow(enum status status, struct problem *why);

/* WRONG_USE on all ranks, unless `text` is the same on all of them: "the ranks
 * disagree on n: 100 on rank 0, 200 on rank 2". */
enum status ranks_same(const char *what, const char *text, struct problem *why);

/* 0 and 1 without ranks_begin(). */
int ranks_me(void);
int ranks_count(void);

/* Threads that a rank uses unless the user says otherwise: its share of the
 * processors that it may use, which other ranks of this host may use, too. */
int ranks_threads(void);

/* The functions of MPI. Precondition: ranks_begin() returned OK. */
const struct mpi_calls *ranks_mpi(void);

#endif
