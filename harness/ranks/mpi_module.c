/* mpi_module.c - the part of scanlab that calls MPI.
 *
 * Compiled with mpicc at run time and loaded by ranks.c, so it always fits the
 * MPI whose mpirun is used. It exports the table of mpi_calls.h, and knows
 * nothing of scans.
 */
#include "mpi_calls.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest piece of one call: MPI counts in int. */
enum { PIECE = 1 << 30 };

static char text[MPI_MAX_ERROR_STRING + 64];

/* NULL, or the words of an error. */
static const char *words_of(int error)
{
    int length = 0;

    if (error == MPI_SUCCESS)
        return NULL;
    MPI_Error_string(error, text, &length);
    text[length] = '\0';
    return text;
}

static const char *begin(int *rank, int *ranks)
{
    int level;

    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return "MPI_Init_thread failed";
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    return NULL;
}

static void end(void)
{
    int started = 0, ended = 0;

    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (started && !ended)
        MPI_Finalize();
}

static const char *version(void)
{
    static char line[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;

    MPI_Get_library_version(line, &length);
    line[strcspn(line, ",\n")] = '\0';
    return line;
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void share(void *data, size_t bytes, int from)
{
    MPI_Bcast(data, (int)bytes, MPI_BYTE, from, MPI_COMM_WORLD);
}

static void largest(const int64_t *mine, int64_t *all, int count)
{
    MPI_Allreduce(mine, all, count, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
}

static void gather(const void *mine, size_t bytes, void *all)
{
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
                  MPI_COMM_WORLD);
}

static MPI_Request gathering = MPI_REQUEST_NULL;

static void gather_begin(const void *mine, size_t bytes, void *all)
{
    MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
                   MPI_COMM_WORLD, &gathering);
}

static void gather_wait(void)
{
    MPI_Wait(&gathering, MPI_STATUS_IGNORE);
}

static void exchange(const void *out, int to, void *in, int from, size_t bytes)
{
    MPI_Sendrecv(out, to < 0 ? 0 : (int)bytes, MPI_BYTE,
                 to < 0 ? MPI_PROC_NULL : to, 0, in, from < 0 ? 0 : (int)bytes,
                 MPI_BYTE, from < 0 ? MPI_PROC_NULL : from, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

/* MPI passes no context to an operator. */
static mpi_join *join_now;
static void *join_context;
static size_t join_bytes;

static void combine(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        join_now(join_context, (const char *)in + (size_t)i * join_bytes,
                 (const char *)inout + (size_t)i * join_bytes,
                 (char *)inout + (size_t)i * join_bytes);
}

static void exscan(const void *mine, void *out, size_t bytes, mpi_join *join,
                   void *context)
{
    static MPI_Datatype type = MPI_DATATYPE_NULL;
    static MPI_Op op = MPI_OP_NULL;
    static size_t type_bytes;

    if (op == MPI_OP_NULL)
        MPI_Op_create(combine, 0 /* it need not commute */, &op);
    if (type_bytes != bytes) {
        if (type != MPI_DATATYPE_NULL)
            MPI_Type_free(&type);
        MPI_Type_contiguous((int)bytes, MPI_BYTE, &type);
        MPI_Type_commit(&type);
        type_bytes = bytes;
    }
    join_now = join;
    join_context = context;
    join_bytes = bytes;
    MPI_Exscan(mine, out, 1, type, op, MPI_COMM_WORLD);
}

/* ------------------------------------------------------------------- files */

struct mpi_file {
    MPI_File handle;
    bool writes;
};

static struct mpi_file *open_file(const char *path, bool writes,
                                  const char **why)
{
    struct mpi_file *const file = malloc(sizeof *file);
    const int error = MPI_File_open(MPI_COMM_WORLD, path,
                                    writes ? MPI_MODE_WRONLY : MPI_MODE_RDONLY,
                                    MPI_INFO_NULL, &file->handle);

    file->writes = writes;
    *why = words_of(error);
    if (error == MPI_SUCCESS)
        return file;
    free(file);
    return NULL;
}

static const char *read_file(struct mpi_file *file, uint64_t at, void *to,
                             size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const size_t some = bytes - done < PIECE ? bytes - done : PIECE;
        MPI_Status status;
        int got = 0;
        const int error =
            MPI_File_read_at(file->handle, (MPI_Offset)(at + done),
                             (char *)to + done, (int)some, MPI_BYTE, &status);
        if (error != MPI_SUCCESS)
            return words_of(error);
        MPI_Get_count(&status, MPI_BYTE, &got);
        if (got <= 0)
            return "the file ended";
        done += (size_t)got;
    }
    return NULL;
}

static const char *write_file(struct mpi_file *file, uint64_t at,
                              const void *from, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const size_t some = bytes - done < PIECE ? bytes - done : PIECE;
        MPI_Status status;
        int put = 0;
        const int error = MPI_File_write_at(
            file->handle, (MPI_Offset)(at + done), (const char *)from + done,
            (int)some, MPI_BYTE, &status);
        if (error != MPI_SUCCESS)
            return words_of(error);
        MPI_Get_count(&status, MPI_BYTE, &put);
        if (put <= 0)
            return "no space left";
        done += (size_t)put;
    }
    return NULL;
}

static const char *close_file(struct mpi_file *file)
{
    int error = file->writes ? MPI_File_sync(file->handle) : MPI_SUCCESS;
    const int closed = MPI_File_close(&file->handle);

    free(file);
    return words_of(error != MPI_SUCCESS ? error : closed);
}

__attribute__((visibility("default"))) const struct mpi_calls mpi_calls = {
    .begin = begin,
    .end = end,
    .version = version,
    .barrier = barrier,
    .share = share,
    .largest = largest,
    .gather = gather,
    .gather_begin = gather_begin,
    .gather_wait = gather_wait,
    .exchange = exchange,
    .exscan = exscan,
    .open = open_file,
    .read = read_file,
    .write = write_file,
    .close = close_file,
};
