/* interval_table.c - the table behind the interval monoid. */
#include "interval_table.h"
#include "interval_torn.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/single_threaded.h>
#include <time.h>
#include <unistd.h>

/* Handles are node * ODD + seed modulo 2^32: a bijection. */
static const uint32_t ODD = 0x9e3779b1u;

enum { MAX_WORDS = 8 }; /* of an element */

/* low of a broken node; its operands tell why. */
static const uint32_t BROKEN = UINT32_MAX;

/* high of a broken node that times() has made. */
static const uint32_t MISMATCHED = 1;

/* high of a broken node that op has made of two that are not: this, and the
 * number of the place that called op. 0: not known. */
static const uint32_t FIRST_PLACE = 2;

/* What op met that is no element. */
enum { GARBAGE_ZEROS = 1, GARBAGE_ELSE = 2 };

/* Of interval_share(): places for nodes, and how many are tried for one. */
enum { SHARED_PLACES = 1 << 18, SHARED_TRIES = 16 };

/* Of calls of op that broke something: other ones are not known. */
enum { MAX_PLACES = 256 };

/* With which leaf a leaf is multiplied, and which one the product is. */
struct pair {
    uint32_t with, product;
};

static struct {
    struct interval_node *node;
    struct interval_operands *operands; /* of each node that is an op */
    bool forgets_operands;
    bool shares;
    uint32_t shared[SHARED_PLACES]; /* ops that are found by their operands;
                                       what is left of earlier runs does not
                                       have the operands any more */
    uint64_t again;                 /* applications that made no node */
    size_t capacity;
    uint32_t leaves;
    uint32_t seed, inverse;
    atomic_uint_fast64_t used; /* may run past the capacity: overflow */
    atomic_uint garbage;       /* op met bytes that are no element: which */
    atomic_uint torn;          /* op met an element that is torn */
    const void *spoilt;        /* the first call that met either; or NULL */
    const void *mismatch;      /* the first call of times() that was wrong */
    const void *place[MAX_PLACES];
    uint32_t places;
    interval_watcher *watch; /* or NULL */
    void *watch_arg;
    bool has_numbers; /* these stand for elements, by interval_map() */
    struct drawing drawing;
    struct pair *pair; /* of the first `pairs` leaves */
    uint32_t pairs, first_product;
    uint32_t pauses; /* a number of the run; 0: threads do not pause */
    uint32_t paused_runs;
} table;

/* ------------------------------------------------------------ the table */

/* x with ODD * x = 1 modulo 2^32, by Newton: each turn doubles the bits. */
static uint32_t inverse_of(uint32_t odd)
{
    uint32_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

/* Address space only; pages come as nodes are made. NULL: none is left. */
static void *reserve(size_t bytes)
{
    void *const room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

static void release(void *room, size_t bytes)
{
    if (room)
        munmap(room, bytes);
}

enum status interval_begin(size_t n, uint32_t seed, struct problem *why)
{
    if (!table.node) {
        /* At most an eighth of the memory, and numbers stay below 2^31. */
        const size_t memory =
            (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
        size_t capacity =
            memory / 8 / (sizeof *table.node + sizeof *table.operands);
        if (capacity > (size_t)1 << 31)
            capacity = (size_t)1 << 31;
        table.operands = reserve(capacity * sizeof *table.operands);
        table.node = reserve(capacity * sizeof *table.node);
        table.pair = reserve(capacity * sizeof *table.pair);
        if (!table.node || !table.operands || !table.pair) {
            release(table.operands, capacity * sizeof *table.operands);
            release(table.node, capacity * sizeof *table.node);
            release(table.pair, capacity * sizeof *table.pair);
            table.operands = NULL;
            table.node = NULL;
            table.pair = NULL;
            return problem_set(why, MACHINE_LACKS,
                               "cannot allocate the interval table");
        }
        table.capacity = capacity;
        table.inverse = inverse_of(ODD);
    }
    if (n + INTERVAL_FIRST_LEAF > table.capacity)
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu is more than the interval table can hold "
                           "in this computer's memory (%zu)",
                           n, table.capacity - INTERVAL_FIRST_LEAF);
    table.seed = seed;
    table.leaves = table.first_product = (uint32_t)n;
    table.pairs = 0;
    table.node[INTERVAL_NONE] = (struct interval_node){.low = BROKEN};
    table.node[INTERVAL_IDENTITY] = (struct interval_node){.low = 1};
    for (size_t i = 0; i < n; i++)
        table.node[INTERVAL_FIRST_LEAF + i] =
            (struct interval_node){.low = (uint32_t)i, .high = (uint32_t)i};
    atomic_store(&table.used, n + INTERVAL_FIRST_LEAF);
    atomic_store(&table.garbage, 0);
    atomic_store(&table.torn, 0);
    table.spoilt = table.mismatch = NULL;
    table.places = 0;
    table.again = 0;
    return OK;
}

uint32_t interval_seed(uint32_t number, uint32_t handle)
{
    return handle - number * ODD;
}

static uint32_t handle_of(uint32_t number)
{
    return number * ODD + table.seed;
}

uint32_t interval_number(uint32_t handle)
{
    const uint32_t number = (handle - table.seed) * table.inverse;
    return number < atomic_load_explicit(&table.used, memory_order_relaxed) &&
                   number < table.capacity
               ? number
               : INTERVAL_NONE;
}

bool interval_is_broken(const struct interval_node *node)
{
    return node->low == BROKEN;
}

bool interval_is_identity(const struct interval_node *node)
{
    return node->low == 1 && node->high == 0;
}

const struct interval_node *interval_node(uint32_t number)
{
    return &table.node[number];
}

struct interval_operands interval_operands(uint32_t number)
{
    return table.operands[number];
}

bool interval_is_op(uint32_t number)
{
    return number >= INTERVAL_FIRST_LEAF + table.leaves;
}

void interval_keep_operands(bool keep)
{
    table.forgets_operands = !keep;
}

uint32_t interval_nodes(void)
{
    const uint64_t used = atomic_load(&table.used);
    return (uint32_t)(used < table.capacity ? used : table.capacity);
}

void interval_share(bool share)
{
    table.shares = share;
}

uint64_t interval_work(void)
{
    return atomic_load(&table.used) - table.leaves - INTERVAL_FIRST_LEAF +
           table.again;
}

bool interval_overflowed(void)
{
    return atomic_load(&table.used) > table.capacity;
}

bool interval_met_garbage(void)
{
    return atomic_load(&table.garbage) != 0;
}

const char *interval_about_garbage(bool zeros)
{
    return zeros ? ": all its bits are 0 (the neutral element is identity(), "
                   "not 0)"
                 : "";
}

bool interval_met_zeros(void)
{
    return atomic_load(&table.garbage) == GARBAGE_ZEROS;
}

bool interval_met_torn(void)
{
    return atomic_load(&table.torn) != 0;
}

void interval_watch(interval_watcher *watch, void *arg)
{
    table.watch = watch;
    table.watch_arg = arg;
}

/* ------------------------------------------------- called by the monoid */

uint32_t interval_identity(void)
{
    return handle_of(INTERVAL_IDENTITY);
}

/* The next node's number. A process of one thread, as the SIMT machine is,
 * needs no locked instruction for it. */
static inline uint64_t next_number(void)
{
    if (!__libc_single_threaded)
        return atomic_fetch_add_explicit(&table.used, 1, memory_order_relaxed);
    const uint64_t number =
        atomic_load_explicit(&table.used, memory_order_relaxed);
    atomic_store_explicit(&table.used, number + 1, memory_order_relaxed);
    return number;
}

/* Where op is called from, for the few calls that break something. */
static pthread_mutex_t placing = PTHREAD_MUTEX_INITIALIZER;

static uint32_t number_of_place(const void *place)
{
    uint32_t k = 0;

    pthread_mutex_lock(&placing);
    while (k < table.places && table.place[k] != place)
        k++;
    if (k == table.places && k < MAX_PLACES)
        table.place[table.places++] = place;
    pthread_mutex_unlock(&placing);
    return k < MAX_PLACES ? FIRST_PLACE + k : 0;
}

const void *interval_place(uint32_t number)
{
    const struct interval_node *const node = &table.node[number];

    return node->low == BROKEN && node->high >= FIRST_PLACE
               ? table.place[node->high - FIRST_PLACE]
           : interval_is_mismatch(number) ? table.mismatch
                                          : NULL;
}

const void *interval_spoilt(void)
{
    return table.spoilt;
}

static void meet_spoilt(const void *place)
{
    pthread_mutex_lock(&placing);
    if (!table.spoilt)
        table.spoilt = place;
    pthread_mutex_unlock(&placing);
}

static void meet_garbage(uint32_t handle, const void *place)
{
    atomic_fetch_or(&table.garbage, handle ? GARBAGE_ELSE : GARBAGE_ZEROS);
    meet_spoilt(place);
}

static bool is_sound(uint32_t number)
{
    return number == INTERVAL_NONE || !interval_is_broken(&table.node[number]);
}

/* A sound op of this run, that has these operands. */
static bool is_op_of(uint32_t number, uint32_t left, uint32_t right)
{
    return number < interval_nodes() && interval_is_op(number) &&
           is_sound(number) && table.operands[number].left == left &&
           table.operands[number].right == right;
}

static uint32_t first_place(uint32_t left, uint32_t right)
{
    return (left * ODD ^ right) * ODD >> 14;
}

/* True if an op of this run was put there. What an earlier run has left names an
 * op with other operands now, which belongs elsewhere. */
static bool is_taken(uint32_t at)
{
    const uint32_t number = table.shared[at];

    if (number >= interval_nodes() || !interval_is_op(number))
        return false;
    const struct interval_operands *const of = &table.operands[number];
    return (at - first_place(of->left, of->right)) % SHARED_PLACES <
           SHARED_TRIES;
}

/* Where the op of these operands is, or else is put. */
static uint32_t *shared_place(uint32_t left, uint32_t right)
{
    const uint32_t first = first_place(left, right);

    for (uint32_t k = 0; k < SHARED_TRIES; k++) {
        const uint32_t at = (first + k) % SHARED_PLACES;
        if (is_op_of(table.shared[at], left, right) || !is_taken(at))
            return &table.shared[at];
    }
    return &table.shared[first];
}

/* ------------------------------------------------------------------ pauses */

void interval_pause(bool pauses)
{
    table.paused_runs += pauses;
    table.pauses = pauses ? table.paused_runs : 0;
}

/* Of a thread: which run it is in, what it draws next, and how often it may
 * still pause. */
static _Thread_local struct {
    uint32_t run, draw;
    int left;
} pausing;

static void pause_perhaps(void)
{
    enum { PAUSES = 3, ONE_IN = 4 };
    static const struct timespec shortly = {.tv_nsec = 1000};

    if (pausing.run != table.pauses) {
        pausing.run = table.pauses;
        pausing.left = PAUSES;
        pausing.draw =
            (uint32_t)((uintptr_t)&pausing >> 6) * ODD ^ table.pauses * ODD;
    }
    if (pausing.left == 0)
        return;
    pausing.draw = pausing.draw * 1664525u + 1013904223u;
    if ((pausing.draw >> 16) % ONE_IN == 0) {
        pausing.left--;
        nanosleep(&shortly, NULL);
    }
}

/* The call to op that returns to `place`. */
static uint32_t join_at(uint32_t a, uint32_t b, const void *place)
{
    const uint32_t left = interval_number(a), right = interval_number(b);
    uint32_t *const shared = table.shares ? shared_place(left, right) : NULL;

    if (table.pauses)
        pause_perhaps();
    if (shared && is_op_of(*shared, left, right)) {
        table.again++;
        if (table.watch)
            table.watch(table.watch_arg, *shared, place);
        return handle_of(*shared);
    }
    const uint64_t made = next_number();
    if (made >= table.capacity)
        return handle_of(INTERVAL_NONE);
    if (left == INTERVAL_NONE)
        meet_garbage(a, place);
    if (right == INTERVAL_NONE)
        meet_garbage(b, place);
    const struct interval_node *l = &table.node[left], *r = &table.node[right];
    struct interval_node node = {.low = BROKEN};
    node.depth = (l->depth > r->depth ? l->depth : r->depth) + 1;
    if (interval_is_identity(l)) {
        node.low = r->low;
        node.high = r->high;
    } else if (interval_is_identity(r)) {
        node.low = l->low;
        node.high = l->high;
    } else if (!interval_is_broken(l) && !interval_is_broken(r) &&
               l->high + 1 == r->low) {
        node.low = l->low;
        node.high = r->high;
    }
    if (interval_is_broken(&node) && is_sound(left) && is_sound(right))
        node.high = number_of_place(place);
    table.node[made] = node;
    if (!table.forgets_operands || interval_is_broken(&node))
        table.operands[made] = (struct interval_operands){left, right};
    if (shared)
        *shared = (uint32_t)made;
    if (table.watch)
        table.watch(table.watch_arg, (uint32_t)made, place);
    return handle_of((uint32_t)made);
}

uint32_t interval_op(uint32_t a, uint32_t b)
{
    return join_at(a, b, __builtin_return_address(0));
}

/* --------------------------------------------------------------- elements */

/* The layout of algorithms/elements/monoids/interval.h: the handle, then words that
 * must fit it. */
static uint32_t padding(uint32_t handle, int word)
{
    return handle << 4 * word | handle >> (32 - 4 * word);
}

void interval_fill(uint32_t *opaque, int words, uint32_t handle)
{
    opaque[0] = handle;
    for (int k = 1; k < words; k++)
        opaque[k] = padding(handle, k);
}

static bool is_whole(const uint32_t *opaque, int words)
{
    for (int k = 1; k < words; k++)
        if (opaque[k] != padding(opaque[0], k))
            return false;
    return true;
}

/* What is made of a torn element is torn, too. */
void interval_join(const uint32_t *a, const uint32_t *b, uint32_t *r, int words)
{
    const bool whole = is_whole(a, words) && is_whole(b, words);

    interval_fill(r, words, join_at(a[0], b[0], __builtin_return_address(0)));
    if (!whole) {
        atomic_store(&table.torn, 1);
        meet_spoilt(__builtin_return_address(0));
        r[words - 1] ^= 1;
    }
}

void interval_write(uint32_t handle, void *element, size_t bytes)
{
    uint32_t word[MAX_WORDS];

    interval_fill(word, (int)(bytes / 4), handle);
    memcpy(element, word, bytes);
}

bool interval_read(const void *element, size_t bytes, uint32_t *handle)
{
    uint32_t word[MAX_WORDS];

    memcpy(word, element, bytes);
    if (!is_whole(word, (int)(bytes / 4)))
        return false;
    *handle = word[0];
    return true;
}

void interval_leaf(size_t i, void *element, size_t bytes)
{
    interval_write(handle_of((uint32_t)i + INTERVAL_FIRST_LEAF), element,
                   bytes);
}

const struct interval_node *interval_look(const void *element, size_t bytes)
{
    uint32_t handle;

    if (!interval_read(element, bytes, &handle))
        return NULL;
    const uint32_t number = interval_number(handle);
    return number == INTERVAL_NONE ? NULL : &table.node[number];
}

/* ------------------------------------------------- functions of elements */

void interval_draw(struct drawing drawing)
{
    table.drawing = drawing;
    table.has_numbers = false;
}

void interval_has_numbers(void)
{
    table.has_numbers = true;
}

/* Which leaf it is; false: none, and so much is noted. */
static bool is_leaf(const uint32_t *opaque, int words, const void *place,
                    uint32_t *leaf)
{
    const uint32_t number = interval_number(opaque[0]);
    const bool is = number >= INTERVAL_FIRST_LEAF &&
                    number < INTERVAL_FIRST_LEAF + table.leaves;

    *leaf = number - INTERVAL_FIRST_LEAF;
    if (!is_whole(opaque, words))
        atomic_store(&table.torn, 1);
    else if (!is)
        meet_garbage(opaque[0], place);
    else
        return true;
    meet_spoilt(place);
    return false;
}

bool interval_keeps(const uint32_t *opaque, int words)
{
    uint32_t leaf;

    return is_leaf(opaque, words, __builtin_return_address(0), &leaf) &&
           table.drawing.flag && table.drawing.flag(&table.drawing, leaf);
}

uint64_t interval_key(const uint32_t *opaque, int words)
{
    uint32_t leaf;

    return is_leaf(opaque, words, __builtin_return_address(0), &leaf) &&
                   table.drawing.key
               ? table.drawing.key(&table.drawing, leaf)
               : 0;
}

static uint32_t node_of_number(int32_t x)
{
    const uint32_t first = (uint32_t)table.drawing.small(&table.drawing, 0);
    const uint32_t step =
        (uint32_t)table.drawing.small(&table.drawing, 1) - first;
    const uint32_t leaf = ((uint32_t)x - first) * inverse_of(step);

    return leaf < table.leaves ? leaf + INTERVAL_FIRST_LEAF : INTERVAL_NONE;
}

uint32_t interval_map(int32_t x)
{
    const uint32_t number = node_of_number(x);

    if (table.watch && number != INTERVAL_NONE)
        table.watch(table.watch_arg, number, __builtin_return_address(0));
    return handle_of(number);
}

uint32_t interval_mapped(uint32_t x)
{
    return table.has_numbers ? node_of_number((int32_t)x) : INTERVAL_NONE;
}

void interval_pair(size_t i, size_t j, size_t product)
{
    while (table.pairs <= i) /* no leaf is its own partner's product */
        table.pair[table.pairs++] = (struct pair){UINT32_MAX, UINT32_MAX};
    table.pair[i] = (struct pair){(uint32_t)j, (uint32_t)product};
    if (product < table.first_product)
        table.first_product = (uint32_t)product;
}

uint32_t interval_partner(size_t i)
{
    return i < table.pairs ? table.pair[i].with : UINT32_MAX;
}

uint32_t interval_first_product(void)
{
    return table.first_product;
}

bool interval_is_mismatch(uint32_t number)
{
    return table.node[number].low == BROKEN &&
           table.node[number].high == MISMATCHED;
}

/* A broken node, from the product of these two. */
static uint32_t mismatch(uint32_t a, uint32_t b, const void *place)
{
    const uint64_t made = next_number();

    if (made >= table.capacity)
        return handle_of(INTERVAL_NONE);
    table.node[made] =
        (struct interval_node){.low = BROKEN, .high = MISMATCHED};
    table.operands[made] =
        (struct interval_operands){interval_number(a), interval_number(b)};
    if (!table.mismatch)
        table.mismatch = place;
    return handle_of((uint32_t)made);
}

void interval_times(const uint32_t *a, const uint32_t *b, uint32_t *r,
                    int words)
{
    uint32_t i, j;
    const void *const place = __builtin_return_address(0);
    const bool first = is_leaf(a, words, place, &i);
    const bool second = is_leaf(b, words, place, &j);

    if (!first || !second || i >= table.pairs || table.pair[i].with != j) {
        interval_fill(r, words, mismatch(a[0], b[0], place));
        return;
    }
    const uint32_t product = table.pair[i].product + INTERVAL_FIRST_LEAF;
    if (table.watch)
        table.watch(table.watch_arg, product, place);
    interval_fill(r, words, handle_of(product));
}
