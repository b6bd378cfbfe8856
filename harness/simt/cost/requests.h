/* requests.h - what a warp asks of memory: requests, sectors, wavefronts.
 *
 * A warp's 32 lanes load in one instruction; memory sees one request with 32
 * addresses, and its cost is a matter of where these lie:
 *
 *     lane i reads        global: sectors       shared: wavefronts
 *                         of 32 bytes           (32 banks of 4 bytes)
 *     in[i]                4                     1
 *     in[2 * i]            8                     2
 *     in[32 * i]          32                    32
 *     in[33 * i]          32                     1
 *     in[0]                1                     1
 *
 * Word w of shared memory is in bank w % 32, and a bank gives one word at a
 * time, to all who want that word. Lanes that move 8 bytes go by halves of the
 * warp, 16 bytes by quarters: 2 and 4 wavefronts at best. Atomics on the same
 * word of shared memory take turns.
 *
 * Here lanes run one after the other, so requests are put together again: the
 * k-th time that a lane comes to a site (a load or store in the source) since
 * the warp last converged goes with the k-th time of the other lanes. A loop
 * that lane 0 makes twice and lane 1 three times has requests of 2, 2 and 1
 * lanes. What comes out does not depend on the order in which lanes run, within
 * two bounds. Requests are open in a window: a lane that lags behind the others
 * by more than REQUESTS_WINDOW finds the oldest closed and makes requests of
 * its own. A machine that lets no lane make more than REQUESTS_SLICE accesses
 * before the others have had their turn has no such lanes, as long as they go
 * the same way. And a way between two convergence points that has more than
 * REQUESTS_SITES sites is cut there, as if the warp had converged.
 *
 * Source: CUDA C++ Programming Guide, "Device Memory Accesses"; Best Practices
 * Guide, "Shared Memory and Memory Banks"; Nsight Compute's words.
 */
#ifndef SIMT_REQUESTS_H
#define SIMT_REQUESTS_H

#include <stdint.h>

enum request_space { REQUEST_GLOBAL, REQUEST_SHARED, REQUEST_SPACES };
enum request_kind {
    REQUEST_LOAD,
    REQUEST_STORE,
    REQUEST_ATOMIC,
    REQUEST_KINDS
};

enum {
    REQUESTS_LANES = 32,
    REQUESTS_WINDOW = 256, /* open at a time, of one warp */
    REQUESTS_SLICE = REQUESTS_WINDOW / 2,
    REQUESTS_TABLE = 128, /* a power of two */
    REQUESTS_SITES = 96   /* of these in use; more: as if converged */
};

/* One lane's access. An instruction moves 1, 2, 4, 8 or 16 bytes, aligned, so
 * that a larger or oddly sized T is several requests: 12 bytes are 3 x 4, 24
 * are 3 x 8, 32 are 2 x 16. So are the 16 bytes of four ints in a struct that
 * is aligned for int only: 4 x 4; `align` tells. */
struct request_access {
    uint32_t site;
    uint8_t lane;  /* 0 to 31 */
    uint8_t space; /* enum request_space */
    uint8_t kind;  /* enum request_kind */
    uint8_t align; /* of the type: 1 to 16; 0: as its size allows */
    uint16_t bytes;
    uint64_t address;
};

struct request_count {
    uint64_t requests;
    uint64_t accesses;   /* of single lanes: at most 32 to a request */
    uint64_t bytes;      /* as the lanes asked for them */
    uint64_t sectors;    /* global: of 32 bytes, distinct in the request */
    uint64_t wavefronts; /* shared */
    uint64_t conflicts;  /* those more than without any bank conflict */
};

struct requests_total {
    struct request_count of[REQUEST_SPACES][REQUEST_KINDS];
};

/* Where counts go. `site` has one entry for each of the first `sites` site
 * numbers, so that a conflict can be told with its line; NULL: not kept. */
struct requests_sink {
    struct requests_total *total;
    struct request_count *site;
    uint32_t sites;
};

/* ------------------------------------------------ inside, for one warp */

/* An open request: the lanes that came so far, and where they went. */
struct open_request {
    uint32_t lanes; /* bit mask */
    uint16_t slot;  /* of its site, in requests->site */
    uint16_t next;  /* the same site's next occurrence, if it is open */
    uint64_t address[REQUESTS_LANES];
};

/* A site that was met since the warp converged. Its open requests are chained:
 * occurrences first, ..., end - 1. */
struct request_site {
    uint32_t first, end;
    uint16_t head, tail;
    struct {
        uint32_t done; /* occurrences that it has made */
        uint32_t at;   /* its last one's request */
    } lane[REQUESTS_LANES];
};

/* The open requests of one warp, about 100 KB, of which a short way between
 * two convergence points touches the first few. */
struct requests {
    struct requests_sink sink;
    uint32_t opened, closed; /* request i is in i % REQUESTS_WINDOW */
    uint32_t used_sites;
    uint8_t used[REQUESTS_SITES];
    uint64_t key[REQUESTS_TABLE]; /* 0: free */
    struct request_site site[REQUESTS_TABLE];
    struct open_request request[REQUESTS_WINDOW];
};

/* ------------------------------------------------------------- functions */

/* Starts a warp with nothing open. The sink's arrays are the caller's and
 * outlive it. */
void requests_open(struct requests *requests, const struct requests_sink *sink);

/* All but lane and address, as one number: all that makes two accesses the same
 * instruction. It is not 0, since bytes is not. */
static inline uint64_t requests_key(const struct request_access *access)
{
    return (uint64_t)access->site << 32 | (uint64_t)access->bytes << 16 |
           (uint64_t)access->align << 8 | (uint64_t)access->kind << 4 |
           access->space;
}

/* Of a key: a site can be met in both spaces, through a pointer. */
static inline struct request_access requests_access_of(uint64_t key)
{
    return (struct request_access){.site = (uint32_t)(key >> 32),
                                   .bytes = (uint16_t)(key >> 16),
                                   .align = (uint8_t)(key >> 8),
                                   .kind = (uint8_t)(key >> 4 & 15),
                                   .space = (uint8_t)(key & 15)};
}

static inline uint32_t requests_home(uint64_t key)
{
    return (uint32_t)(key * 0x9e3779b97f4a7c15 >> 32) % REQUESTS_TABLE;
}

void requests_add_somewhere(struct requests *requests, uint64_t key,
                            uint32_t lane, uint64_t address);

/* O(1), nothing is allocated. Inline for the lane that comes to a site as often
 * as the oldest open request of that site wants it: which most do. */
static inline void requests_add_key(struct requests *requests, uint64_t key,
                                    uint32_t lane, uint64_t address)
{
    const uint32_t home = requests_home(key);
    struct request_site *const site = &requests->site[home];

    if (requests->key[home] != key || site->first == site->end ||
        site->lane[lane].done != site->first) {
        requests_add_somewhere(requests, key, lane, address);
        return;
    }
    struct open_request *const oldest = &requests->request[site->head];
    site->lane[lane].done++;
    site->lane[lane].at = site->head;
    oldest->lanes |= (uint32_t)1 << lane;
    oldest->address[lane] = address;
}

static inline void requests_add(struct requests *requests,
                                const struct request_access *access)
{
    requests_add_key(requests, requests_key(access), access->lane,
                     access->address);
}

/* The warp has converged, or has ended: counts what is open. */
void requests_flush(struct requests *requests);

void request_count_add(struct request_count *to,
                       const struct request_count *more);
void requests_total_add(struct requests_total *to,
                        const struct requests_total *more);

#endif
