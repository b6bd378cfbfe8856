/* host.h - facts about this machine. */
#ifndef HOST_H
#define HOST_H

#include "algorithms/contract/algorithm.h"
#include "status.h"

struct host_facts {
    char host[256];
    char processor[256];
    char system[256]; /* distribution and kernel */
    int processors;   /* number that this process may use */
    size_t memory_bytes;
    size_t level1_bytes, level2_bytes, level3_bytes; /* 0: not known */
};

/* Read once; static storage. */
const struct host_facts *host_facts(void);

/* How many bytes one thread reads and writes before stores that bypass the
 * caches take less time than others. Measured on two threads:
 *
 *     level 2   level 3   processor            break-even, each thread
 *     1 MB       32 MB    AMD EPYC (Zen 4)     8 to 16 MB
 *     2 MB      260 MB    Intel Xeon (5th)     below 4 MB
 *
 * The limit between the two, 128 MB, was not measured: a level 3 cache of that
 * size is that of a whole server socket, and probably other cores, also of other
 * virtual machines, fill it. Then only level 2 counts. */
size_t host_stream_bytes(size_t level2_bytes, size_t level3_bytes);

/* The limits that determine the sizes in cpu plans. */
struct machine host_machine(int threads);

/* Bytes that can be allocated now without swapping. */
size_t host_available_bytes(void);

/* OK if `bytes` for `what` can be allocated, else MACHINE_LACKS, stating the
 * memory needed and available. */
enum status host_has_memory(size_t bytes, const char *what,
                            struct problem *why);

/* Zeroed memory aligned to 64 bytes (large blocks: to 2 MiB, requested as huge
 * pages). Freed with host_free(pointer, bytes). */
enum status host_alloc(size_t bytes, void **out, struct problem *why);
void host_free(void *memory, size_t bytes);

/* Nanoseconds of a clock that never goes backwards. */
uint64_t host_now(void);

/* The number of running or runnable processes, averaged over a minute; NAN: not
 * known. */
double host_load(void);

/* The current clock rate of the first processor, in MHz; NAN: not known. */
double host_mhz(void);

#endif
