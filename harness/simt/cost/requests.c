/* requests.c - see requests.h.
 *
 * Open requests are in a ring, in the order in which they were opened, and
 * those of one site form a chain. In this example lanes 0 and 1 ran a loop
 * twice; the loop contains a site A, and a site B in an if that lane 1 entered
 * only once:
 *
 *     ring    [0] A   [1] B   [2] A   [3] B
 *     lanes      01      01      01      0
 *     site A  first 0, end 2, head [0], tail [2]    done: lane 0 2, lane 1 2
 *     site B  first 0, end 2, head [1], tail [3]    done: lane 0 2, lane 1 1
 *
 * A lane that reaches a site again needs the occurrence with the index
 * done[lane]: the one after its last occurrence in the chain, or a new one at
 * the end. When the ring is full, the oldest request is counted, and its place
 * is reused. That request is the head of its site's chain, since ring and
 * chains are in the same order.
 */
#include "requests.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { SECTOR = 32, WORD = 4, BANKS = 32, WIDEST = 16 };

/* ------------------------------------------------------- a set of numbers */

/* A set holds 64 numbers at most: each of 32 lanes may touch two sectors or two
 * words. */
enum { SET_ROOM = 128 };

struct set {
    uint64_t taken[SET_ROOM / 64];
    uint64_t member[SET_ROOM];
};

static void set_clear(struct set *set)
{
    memset(set->taken, 0, sizeof set->taken);
}

/* True when the number is new in the set. */
static bool set_add(struct set *set, uint64_t number)
{
    uint32_t i = (uint32_t)(number * 0x9e3779b97f4a7c15 >> 57);

    for (; set->taken[i / 64] >> i % 64 & 1; i = (i + 1) % SET_ROOM)
        if (set->member[i] == number)
            return false;
    set->taken[i / 64] |= (uint64_t)1 << i % 64;
    set->member[i] = number;
    return true;
}

/* ---------------------------------------------------- what a request costs */

/* One instruction. The addresses have no gaps: inactive lanes are left out. */
struct instruction {
    uint32_t mask; /* of the lanes */
    int lanes;
    uint32_t width;  /* bytes that each lane moves, 1 to 16 */
    bool in_a_row;   /* each lane's bytes begin where the last lane's end */
    uint64_t offset; /* to be added to the addresses */
    const uint64_t *address;
};

/* Number of units of `unit` bytes that the lanes from, ..., to - 1 touch.
 * Precondition: they are in a row. */
static uint64_t row_units(const struct instruction *in, int from, int to,
                          uint64_t unit)
{
    const uint64_t begin = in->address[from] + in->offset;

    return (begin + in->width * (uint64_t)(to - from) - 1) / unit -
           begin / unit + 1;
}

static uint64_t sectors_of(const struct instruction *in)
{
    uint64_t count = 0;
    struct set seen;

    if (in->in_a_row)
        return row_units(in, 0, in->lanes, SECTOR);
    set_clear(&seen);
    for (int i = 0; i < in->lanes; i++) {
        const uint64_t begin = in->address[i] + in->offset;
        const uint64_t last = (begin + in->width - 1) / SECTOR;
        for (uint64_t at = begin / SECTOR; at <= last; at++)
            count += set_add(&seen, at);
    }
    return count;
}

/* A bank serves one word at a time. Lanes that request the same word get it
 * together, but atomics take turns. */
static uint64_t wavefronts_of(const struct instruction *in, int from, int to,
                              bool turns)
{
    uint8_t in_bank[BANKS] = {0};
    uint64_t most = 0;
    struct set seen;

    if (in->in_a_row && in->width >= WORD)
        return (row_units(in, from, to, WORD) + BANKS - 1) / BANKS;
    set_clear(&seen);
    for (int i = from; i < to; i++) {
        const uint64_t begin = in->address[i] + in->offset;
        const uint64_t last = (begin + in->width - 1) / WORD;
        for (uint64_t word = begin / WORD; word <= last; word++) {
            if (!turns && !set_add(&seen, word))
                continue;
            const uint8_t now = ++in_bank[word % BANKS];
            if (now > most)
                most = now;
        }
    }
    return most;
}

/* Accesses of 8 bytes are served by half warps, of 16 bytes by quarter warps:
 * each part takes one wavefront if there is no conflict. */
static void count_shared(const struct instruction *in, bool turns,
                         struct request_count *count)
{
    const int together = in->width > WORD
                             ? (int)(REQUESTS_LANES * WORD / in->width)
                             : REQUESTS_LANES;
    const uint32_t part = ~(uint32_t)0 >> (REQUESTS_LANES - together);
    int from = 0;

    for (int lane = 0; lane < REQUESTS_LANES; lane += together) {
        const int to = from + __builtin_popcount(in->mask >> lane & part);
        if (to == from)
            continue;
        const uint64_t wavefronts = wavefronts_of(in, from, to, turns);
        count->wavefronts += wavefronts;
        count->conflicts += wavefronts - 1;
        from = to;
    }
}

/* ---------------------------------------------------------- sites and keys */

/* Width of an instruction: the largest power of two that divides the size, and
 * is not above the alignment. */
static uint32_t width_of(const struct request_access *access)
{
    const uint32_t most = access->align ? access->align : WIDEST;
    const uint32_t bits = access->bytes | most | WIDEST;

    return bits & -bits;
}

/* Rare cases are separate functions, which keeps the common path short. */
#define SELDOM __attribute__((noinline, cold)) static

/* The site is not in the first slot of its hash: it is in a later one, or new.
 */
SELDOM uint32_t enter_site(struct requests *requests, uint64_t key)
{
    uint32_t slot = requests_home(key);

    for (; requests->key[slot] != key; slot = (slot + 1) % REQUESTS_TABLE)
        if (!requests->key[slot]) {
            if (requests->used_sites == REQUESTS_SITES) {
                requests_flush(requests);
                slot = requests_home(key);
            }
            requests->key[slot] = key;
            requests->used[requests->used_sites++] = (uint8_t)slot;
            struct request_site *const site = &requests->site[slot];
            site->first = site->end = 0;
            memset(site->lane, 0, sizeof site->lane);
            break;
        }
    return slot;
}

/* The site's slot in the table; a new site is entered. */
static inline uint32_t site_slot(struct requests *requests, uint64_t key)
{
    const uint32_t home = requests_home(key);
    return requests->key[home] == key ? home : enter_site(requests, key);
}

/* ---------------------------------------------------------------- requests */

/* The addresses of the active lanes, without gaps; written to `room` if there
 * are gaps. */
static const uint64_t *close_up(const struct open_request *request,
                                uint64_t *room)
{
    int count = 0;

    if (request->lanes == ~(uint32_t)0)
        return request->address;
    for (uint32_t rest = request->lanes; rest; rest &= rest - 1)
        room[count++] = request->address[__builtin_ctz(rest)];
    return room;
}

static bool in_a_row(const struct instruction *in)
{
    uint64_t different = 0;

    for (int i = 1; i < in->lanes; i++)
        different |= (in->address[i] - in->address[i - 1]) ^ in->width;
    return !different;
}

/* Counts one request, as all instructions that it takes. */
static void count_request(const struct requests_sink *sink, uint64_t key,
                          const struct open_request *request)
{
    const struct request_access access = requests_access_of(key);
    uint64_t room[REQUESTS_LANES];
    struct instruction in = {.mask = request->lanes,
                             .lanes = __builtin_popcount(request->lanes),
                             .width = width_of(&access),
                             .address = close_up(request, room)};
    const uint64_t lanes = (uint64_t)in.lanes;
    struct request_count count = {.requests = access.bytes / in.width,
                                  .accesses = lanes * (access.bytes / in.width),
                                  .bytes = lanes * access.bytes};

    in.in_a_row = in_a_row(&in);
    for (; in.offset < access.bytes; in.offset += in.width)
        if (access.space == REQUEST_GLOBAL)
            count.sectors += sectors_of(&in);
        else
            count_shared(&in, access.kind == REQUEST_ATOMIC, &count);
    request_count_add(&sink->total->of[access.space][access.kind], &count);
    if (sink->site && access.site < sink->sites)
        request_count_add(&sink->site[access.site], &count);
}

static void close_oldest(struct requests *requests)
{
    const uint32_t i = requests->closed++ % REQUESTS_WINDOW;
    const struct open_request *const request = &requests->request[i];
    struct request_site *const site = &requests->site[request->slot];

    assert(site->head == i);
    count_request(&requests->sink, requests->key[request->slot], request);
    site->first++;
    site->head = request->next;
}

SELDOM void make_room(struct requests *requests)
{
    close_oldest(requests);
}

/* Opens the next occurrence of a site; returns its place in the ring. */
static uint16_t append_request(struct requests *requests, uint32_t slot)
{
    if (requests->opened - requests->closed == REQUESTS_WINDOW)
        make_room(requests);

    const uint16_t i = (uint16_t)(requests->opened++ % REQUESTS_WINDOW);
    struct request_site *const site = &requests->site[slot];
    requests->request[i].lanes = 0;
    requests->request[i].slot = (uint16_t)slot;
    if (site->first == site->end)
        site->head = i;
    else
        requests->request[site->tail].next = i;
    site->tail = i;
    site->end++;
    return i;
}

/* The occurrence that the lane needs was counted without it. */
SELDOM void add_late(const struct requests *requests, uint64_t key,
                     uint32_t lane, uint64_t address)
{
    struct open_request alone = {.lanes = (uint32_t)1 << lane};

    alone.address[lane] = address;
    count_request(&requests->sink, key, &alone);
}

void requests_add_somewhere(struct requests *requests, uint64_t key,
                            uint32_t lane, uint64_t address)
{
    assert(requests_access_of(key).bytes > 0 && lane < REQUESTS_LANES);
    const uint32_t slot = site_slot(requests, key);
    struct request_site *const site = &requests->site[slot];
    const uint32_t occurrence = site->lane[lane].done++;
    uint32_t i;

    if (occurrence == site->end) {
        i = append_request(requests, slot);
    } else if (occurrence == site->first) {
        i = site->head;
    } else if ((int32_t)(occurrence - site->first) > 0) {
        i = requests->request[site->lane[lane].at].next;
    } else {
        add_late(requests, key, lane, address);
        return;
    }
    site->lane[lane].at = i;
    requests->request[i].lanes |= (uint32_t)1 << lane;
    requests->request[i].address[lane] = address;
}

void requests_flush(struct requests *requests)
{
    while (requests->closed != requests->opened)
        close_oldest(requests);
    requests->opened = requests->closed = 0; /* uses the same memory again */
    for (uint32_t i = 0; i < requests->used_sites; i++)
        requests->key[requests->used[i]] = 0;
    requests->used_sites = 0;
}

void requests_open(struct requests *requests, const struct requests_sink *sink)
{
    requests->sink = *sink;
    requests->opened = requests->closed = requests->used_sites = 0;
    memset(requests->key, 0, sizeof requests->key);
}

void request_count_add(struct request_count *to,
                       const struct request_count *more)
{
    to->requests += more->requests;
    to->accesses += more->accesses;
    to->bytes += more->bytes;
    to->sectors += more->sectors;
    to->wavefronts += more->wavefronts;
    to->conflicts += more->conflicts;
}

void requests_total_add(struct requests_total *to,
                        const struct requests_total *more)
{
    for (int space = 0; space < REQUEST_SPACES; space++)
        for (int kind = 0; kind < REQUEST_KINDS; kind++)
            request_count_add(&to->of[space][kind], &more->of[space][kind]);
}
