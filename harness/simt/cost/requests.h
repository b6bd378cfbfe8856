/* requests.h - a warp's memory traffic: requests, sectors, wavefronts.
 *
 * A warp's 32 lanes load in one instruction; memory sees one request with 32
 * addresses, and its cost depends on these addresses:
 *
 *     lane i reads        global: sectors       shared: wavefronts
 *                         of 32 bytes           (32 banks of 4 bytes)
 *     in[i]                4                     1
 *     in[2 * i]            8                     2
 *     in[32 * i]          32                    32
 *     in[33 * i]          32                     1
 *     in[0]                1                     1
 *
 * Word w of shared memory is in bank w % 32, and a bank serves one word at a
 * time, to all lanes that request it. Lanes that move 8 bytes are served half a
 * warp at a time, lanes that move 16 bytes a quarter of a warp at a time: at
 * best, this takes 2 and 4 wavefronts. Atomics on the same word of shared
 * memory take turns.
 *
 * On this machine lanes run one after another, so their accesses must be joined
 * again: the k-th access of a lane at a site (a load or store in the source)
 * since the warp last converged belongs to the k-th access of the other lanes
 * there. A loop that lane 0 runs twice and lane 1 three times has requests of
 * 2, 2 and 1 lanes. The counts do not depend on the order in which lanes run,
 * within two bounds. First, only a window of requests is open: a lane more than
 * REQUESTS_WINDOW requests behind the others finds the oldest requests closed,
 * and makes separate ones. That cannot happen to lanes on the same path if the
 * next lane gets its turn after REQUESTS_SLICE accesses. Second, a path between
 * two convergence points with more than REQUESTS_SITES sites is cut there, as
 * if the warp had converged.
 *
 * Source: CUDA C++ Programming Guide, "Device Memory Accesses"; Best Practices
 * Guide, "Shared Memory and Memory Banks"; the terms are Nsight Compute's.
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
    REQUESTS_WINDOW = 256, /* requests of a warp that are open at once */
    REQUESTS_SLICE = REQUESTS_WINDOW / 2,
    REQUESTS_TABLE = 128, /* a power of two */
    REQUESTS_SITES = 96   /* slots of the table that are in use at once */
};

/* One lane's access. An instruction moves 1, 2, 4, 8 or 16 aligned bytes. So a
 * T of any other size takes several requests: 12 bytes are 3 x 4, 24 are 3 x 8,
 * 32 are 2 x 16. A struct of four ints is 16 bytes long, but is aligned like an
 * int: 4 x 4. That is what `align` is for. */
struct request_access {
    uint32_t site;
    uint8_t lane;  /* 0 to 31 */
    uint8_t space; /* enum request_space */
    uint8_t kind;  /* enum request_kind */
    uint8_t align; /* alignment of the type, 1 to 16; 0: as its size allows */
    uint16_t bytes;
    uint64_t address;
};

struct request_count {
    uint64_t requests;
    uint64_t accesses;   /* accesses of single lanes: at most 32 per request */
    uint64_t bytes;      /* as the lanes requested them */
    uint64_t sectors;    /* of global memory, distinct within each request */
    uint64_t wavefronts; /* of shared memory */
    uint64_t conflicts;  /* wavefronts that bank conflicts add */
};

struct requests_total {
    struct request_count of[REQUEST_SPACES][REQUEST_KINDS];
};

/* Where counts go. `site` has one entry for each of the first `sites` site
 * numbers, to find the line of a conflict; NULL: not kept. */
struct requests_sink {
    struct requests_total *total;
    struct request_count *site;
    uint32_t sites;
};

/* ------------------------------------------- the parts, for one warp */

/* An open request: the lanes that joined it so far, and their addresses. */
struct open_request {
    uint32_t lanes; /* bit mask */
    uint16_t slot;  /* of its site, in requests->site */
    uint16_t next;  /* the next open occurrence of the same site, if any */
    uint64_t address[REQUESTS_LANES];
};

/* A site that lanes have reached since the warp last converged. Its open
 * requests form a chain: the occurrences first, ..., end - 1. */
struct request_site {
    uint32_t first, end;
    uint16_t head, tail;
    struct {
        uint32_t done; /* accesses of this lane at the site */
        uint32_t at;   /* the request of its last access */
    } lane[REQUESTS_LANES];
};

/* The open requests of one warp. They take about 100 KB; a short path between
 * two convergence points uses only the first few requests. */
struct requests {
    struct requests_sink sink;
    uint32_t opened, closed; /* request i is at i % REQUESTS_WINDOW */
    uint32_t used_sites;
    uint8_t used[REQUESTS_SITES];
    uint64_t key[REQUESTS_TABLE]; /* 0: free */
    struct request_site site[REQUESTS_TABLE];
    struct open_request request[REQUESTS_WINDOW];
};

/* ------------------------------------------------------------- functions */

/* Starts a warp without open requests. The arrays of the sink belong to the
 * caller, and must live as long as `requests`. */
void requests_open(struct requests *requests, const struct requests_sink *sink);

/* Site, size, alignment, kind and space in one number: accesses with the same
 * key belong to the same instruction. No key is 0, as `bytes` is never 0. */
static inline uint64_t requests_key(const struct request_access *access)
{
    return (uint64_t)access->site << 32 | (uint64_t)access->bytes << 16 |
           (uint64_t)access->align << 8 | (uint64_t)access->kind << 4 |
           access->space;
}

/* The access of a key. The space is part of the key, since one site can access
 * both spaces through a pointer. */
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

/* Takes O(1), and allocates nothing. The inline part is for the common case:
 * the lane takes part in the oldest open request of the site. */
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

/* The warp has converged, or has ended: counts the open requests. */
void requests_flush(struct requests *requests);

void request_count_add(struct request_count *to,
                       const struct request_count *more);
void requests_total_add(struct requests_total *to,
                        const struct requests_total *more);

#endif
