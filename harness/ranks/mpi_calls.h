/* mpi_calls.h - what the program needs of MPI, as a table of functions.
 *
 * mpi_module.c fills the table. It is compiled with mpicc and loaded only in a
 * process that mpirun started (ranks.c), so that the program itself needs no
 * MPI. Ranks are numbered from 0. Every function is collective, that is, all
 * ranks call it, except exchange() and the reads and writes of files.
 */
#ifndef MPI_CALLS_H
#define MPI_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Joins two neighbours, the left one of lower ranks: out = left + right. `out`
 * may be either of them. */
typedef void mpi_join(void *context, const void *left, const void *right,
                      void *out);

struct mpi_file;

struct mpi_calls {
    /* Starts MPI. NULL, or why it does not start: one line, static storage. */
    const char *(*begin)(int *rank, int *ranks);
    void (*end)(void);
    const char *(*version)(void); /* "Open MPI v4.1.4", static storage */

    void (*barrier)(void);
    /* The bytes of rank `from`, for all. */
    void (*share)(void *data, size_t bytes, int from);
    /* all[i] = the largest of the ranks' mine[i]. */
    void (*largest)(const int64_t *mine, int64_t *all, int count);
    /* Every rank's bytes, in the order of ranks. The second form returns at
     * once: `all` is complete, and `mine` free, after gather_wait(). At most one
     * is under way. */
    void (*gather)(const void *mine, size_t bytes, void *all);
    void (*gather_begin)(const void *mine, size_t bytes, void *all);
    void (*gather_wait)(void);
    /* Sends to one rank and receives from another, at the same time; -1: no
     * rank. */
    void (*exchange)(const void *out, int to, void *in, int from, size_t bytes);
    /* MPI_Exscan with an operator of ours: out = mine of rank 0, joined with
     * that of rank 1, ..., up to the rank before; on rank 0 unchanged. */
    void (*exscan)(const void *mine, void *out, size_t bytes, mpi_join *join,
                   void *context);

    /* Opens a file on all ranks; to write it, it must exist. NULL: *why is one
     * line, static storage, the same kind of problem on all ranks. */
    struct mpi_file *(*open)(const char *path, bool writes, const char **why);
    /* Some bytes of the file, from or to memory. NULL, or why not. */
    const char *(*read)(struct mpi_file *file, uint64_t at, void *to,
                        size_t bytes);
    const char *(*write)(struct mpi_file *file, uint64_t at, const void *from,
                         size_t bytes);
    /* Returns once what this rank wrote is on disk. */
    const char *(*close)(struct mpi_file *file);
};

#endif
