/* mpi_module.c - the part of scanlab that calls MPI.
 *
 * Compiled with mpicc at run time and loaded by ranks.c, so it always fits the
 * MPI whose mpirun is used. It exports the table of mpi_calls.h, and knows
 * nothing of scans.
 */
#include "mpi_calls.h"

#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest piece of one call: MPI counts in int. */
enum { PIECE = 1 << 30 };

enum { SLOT_BYTES = 120 };

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

/* On one host, ranks gather small values through memory that they share: a
 * message costs some thousand cycles more, most of them for code of MPI that a
 * scan has driven out of the caches.
 *
 *     gather      0    1    2    3     in turn in the two slots of each rank
 *     slots       0    1    0    1
 *
 * A rank that begins gather g + 2 has seen all ranks begin g + 1, after they
 * had read all of g. So it may overwrite what it gave to g. */
struct slot {
    _Alignas(128) _Atomic uint64_t gather;
    char bytes[SLOT_BYTES];
};

static MPI_Win window = MPI_WIN_NULL;
static struct slot *slots; /* two of each rank; NULL: not one host */
static uint64_t gathers;   /* begun through slots */
static MPI_Request gathering = MPI_REQUEST_NULL;
static int me, ranks;
static void *gathered; /* of the one under way, if through slots */
static size_t gathered_bytes;

/* Of rank 0, for all; NULL: there is no such memory. */
static void *share_memory(MPI_Comm host, MPI_Aint bytes)
{
    void *memory = NULL;
    int unit, ok, all_ok;

    MPI_Comm_set_errhandler(host, MPI_ERRORS_RETURN);
    ok = MPI_Win_allocate_shared(me == 0 ? bytes : 0, 1, MPI_INFO_NULL, host,
                                 &memory, &window) == MPI_SUCCESS;
    MPI_Allreduce(&ok, &all_ok, 1, MPI_INT, MPI_LAND, host);
    if (!all_ok)
        return NULL;
    MPI_Win_shared_query(window, 0, &bytes, &unit, &memory);
    if (me == 0)
        memset(memory, 0, (size_t)bytes);
    MPI_Barrier(host);
    return memory;
}

static void share_slots(void)
{
    const size_t size = sizeof(struct slot);
    MPI_Comm host;
    int on_host;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, me, MPI_INFO_NULL,
                        &host);
    MPI_Comm_size(host, &on_host);
    if (on_host == ranks && !getenv("SCANLAB_RANKS_APART"))
        slots = share_memory(host, (MPI_Aint)((2 * (size_t)ranks + 1) * size));
    if (slots) /* to a whole slot: the memory begins a page on every rank */
        slots = (struct slot *)(((uintptr_t)slots + size - 1) / size * size);
    MPI_Comm_free(&host);
}

static void gather_begin(const void *mine, size_t bytes, void *all)
{
    gathered = slots && bytes <= SLOT_BYTES ? all : NULL;
    gathered_bytes = bytes;
    if (!gathered) {
        MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE,
                       MPI_COMM_WORLD, &gathering);
        return;
    }
    struct slot *const slot = &slots[2 * me + (int)(++gathers % 2)];
    memcpy(slot->bytes, mine, bytes);
    atomic_store_explicit(&slot->gather, gathers, memory_order_release);
}

static void gather_wait(void)
{
    if (!gathered) {
        MPI_Wait(&gathering, MPI_STATUS_IGNORE);
        return;
    }
    for (int r = 0; r < ranks; r++) {
        struct slot *const slot = &slots[2 * r + (int)(gathers % 2)];
        for (unsigned turns = 1;
             atomic_load_explicit(&slot->gather, memory_order_acquire) !=
             gathers;
             turns++)
            if (turns % 1024 == 0) /* there may be more ranks than processors */
                sched_yield();
        memcpy((char *)gathered + (size_t)r * gathered_bytes, slot->bytes,
               gathered_bytes);
    }
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

/* --------------------------------------------------------------------- all */

static const char *begin(int *rank, int *count)
{
    int level;

    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return "MPI_Init_thread failed";
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    share_slots();
    *rank = me;
    *count = ranks;
    return NULL;
}

static void end(void)
{
    int started = 0, ended = 0;

    MPI_Initialized(&started);
    MPI_Finalized(&ended);
    if (!started || ended)
        return;
    if (window != MPI_WIN_NULL)
        MPI_Win_free(&window);
    MPI_Finalize();
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
