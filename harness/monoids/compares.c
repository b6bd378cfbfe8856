/* compares.c - see compares.h. The compiler chooses the names of the hooks; the
 * linker gives them the prefix __wrap_, as it does in simt/run/hooks.c. */
#include "compares.h"
#include "interval_table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define PC __builtin_return_address(0)

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wmissing-declarations"

struct compares compares;

/* Of each number: its place, what runs have kept, and whether it may differ. */
static uintptr_t place_of[COMPARES_PLACES];
static uint64_t kept[COMPARES_RUNS][COMPARES_PLACES];
static bool expected[COMPARES_PLACES];
static unsigned used;

static size_t element_bytes;
static char element_name[64];
static atomic_bool found;
static uintptr_t found_place;

static void ignore(const void *pc, uint64_t a, uint64_t b, unsigned bytes)
{
    (void)pc, (void)a, (void)b, (void)bytes;
}

compares_shift_function *compares_shift_hook;
compares_hook_function *compares_hook = ignore;

/* ---------------------------------------------------------- is it a word? */

/* An element's words are its handle, rotated (interval_table.c). */
static uint32_t node_of_word(uint32_t word)
{
    for (unsigned k = 0; k < element_bytes / 4; k++) {
        const unsigned by = 4 * k;
        const uint32_t node =
            interval_number(k ? word >> by | word << (32 - by) : word);
        if (node != INTERVAL_NONE)
            return node;
    }
    return interval_mapped(word); /* an application's number: the same */
}

static bool is_small(uint32_t word)
{
    return word + COMPARES_SMALL < 2 * (uint32_t)COMPARES_SMALL;
}

/* The upper half of an address of user space. */
static bool is_of_address(uint32_t upper)
{
    return upper >= 0x5000 && upper < 0x8000;
}

static uint32_t node_in(uint64_t value, unsigned bytes)
{
    const uint32_t lower = (uint32_t)value, upper = (uint32_t)(value >> 32);
    uint32_t node = INTERVAL_NONE;

    if (bytes < 4 || is_of_address(upper))
        return INTERVAL_NONE;
    if (!is_small(lower))
        node = node_of_word(lower);
    if (node == INTERVAL_NONE && !is_small(upper))
        node = node_of_word(upper);
    return node;
}

/* It is a number that stands for the element, and no word of it. */
static bool is_number(uint64_t value, uint32_t node)
{
    return interval_mapped((uint32_t)value) == node ||
           interval_mapped((uint32_t)(value >> 32)) == node;
}

/* Threads of cpu.c may come here at once: the first one is told. */
static bool is_element(uintptr_t place, uint64_t value, unsigned bytes)
{
    const uint32_t number = node_in(value, bytes);

    if (number == INTERVAL_NONE)
        return false;
    if (atomic_exchange(&found, true))
        return true;
    found_place = place;
    const struct interval_node *const node = interval_node(number);
    if (interval_is_identity(node))
        snprintf(element_name, sizeof element_name, "the identity");
    else if (interval_is_broken(node))
        snprintf(element_name, sizeof element_name, "a fold");
    else if (node->low == node->high)
        snprintf(element_name, sizeof element_name, "element %u%s", node->low,
                 is_number(value, number) ? "'s number" : "");
    else
        snprintf(element_name, sizeof element_name,
                 "the fold of elements %u to %u", node->low, node->high);
    return true;
}

const char *compares_element(void)
{
    return element_name;
}

bool compares_has_element(uintptr_t place, uint64_t a, uint64_t b,
                          unsigned bytes)
{
    return is_element(place, a, bytes) || is_element(place, b, bytes);
}

/* ----------------------------------------------------------------- record */

/* When all numbers are taken, the rest share the last one. */
uint16_t compares_new(uintptr_t place)
{
    if (used < COMPARES_PLACES - 1)
        used++;
    place_of[used] = place;
    compares.number[place % COMPARES_CODE] = (uint16_t)used;
    return (uint16_t)used;
}

void compares_open(void)
{
    for (unsigned i = 1; i <= used; i++)
        compares.number[place_of[i] % COMPARES_CODE] = 0;
    memset(kept, 0, sizeof kept);
    memset(expected, 0, sizeof expected);
    used = 0;
}

void compares_begin(const struct compares_wish *wish)
{
    element_bytes = wish->element_bytes;
    compares.finds = element_bytes > 0;
    compares.records = wish->record;
    atomic_store(&found, false);
    memset(compares.values, 0, (used + 1) * sizeof *compares.values);
}

void compares_end(void)
{
    compares.finds = compares.records = false;
}

bool compares_found(uintptr_t *place)
{
    *place = found_place;
    return atomic_load(&found);
}

void compares_keep(int run)
{
    memcpy(kept[run], compares.values, (used + 1) * sizeof *compares.values);
}

bool compares_differ(int run, int other, uintptr_t *place)
{
    for (unsigned i = 1; i <= used; i++)
        if (kept[run][i] != kept[other][i] && !expected[i]) {
            *place = place_of[i];
            return true;
        }
    return false;
}

void compares_expect(int run, int other)
{
    for (unsigned i = 1; i <= used; i++)
        expected[i] |= kept[run][i] != kept[other][i];
}

/* ------------------------------------------------------------------ hooks */

#define TOLD(a, b, bytes)                                                      \
    do {                                                                       \
        if (compares_matter(a, b))                                             \
            compares_hook(PC, a, b, bytes);                                    \
    } while (0)

#define COMPARES(bytes, type)                                                  \
    void __wrap___sanitizer_cov_trace_cmp##bytes(type a, type b)               \
    {                                                                          \
        TOLD(a, b, bytes);                                                     \
    }                                                                          \
    void __wrap___sanitizer_cov_trace_const_cmp##bytes(type a, type b)         \
    {                                                                          \
        (void)a;                                                               \
        TOLD(0, b, bytes);                                                     \
    }
COMPARES(1, uint8_t)
COMPARES(2, uint16_t)
COMPARES(4, uint32_t)
COMPARES(8, uint64_t)

void __wrap___sanitizer_cov_trace_cmpf(float a, float b)
{
    uint32_t word[2];

    memcpy(&word[0], &a, sizeof a);
    memcpy(&word[1], &b, sizeof b);
    TOLD(word[0], word[1], 4);
}

void __wrap___sanitizer_cov_trace_cmpd(double a, double b)
{
    uint64_t word[2];

    memcpy(&word[0], &a, sizeof a);
    memcpy(&word[1], &b, sizeof b);
    TOLD(word[0], word[1], 8);
}

/* cases[1] is the number of bits. */
void __wrap___sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
    TOLD(0, value, (unsigned)cases[1] / 8);
}

/* Only clang tells divisors and indices. g++ compares each divisor with zero
 * and each shift with its width (-fsanitize=integer-divide-by-zero,
 * shift-exponent), which the hooks above are told. */
void __wrap___sanitizer_cov_trace_div4(uint32_t divisor)
{
    TOLD(0, divisor, 4);
}

void __wrap___sanitizer_cov_trace_div8(uint64_t divisor)
{
    TOLD(0, divisor, 8);
}

void __wrap___sanitizer_cov_trace_gep(uintptr_t index)
{
    TOLD(0, index, 8);
}

/* At the beginning of a function: clang asks for it. */
void __wrap___sanitizer_cov_trace_pc(void)
{
}

void __wrap___ubsan_handle_divrem_overflow(void)
{
}

void __wrap___ubsan_handle_shift_out_of_bounds(void)
{
    if (compares_shift_hook)
        compares_shift_hook(__builtin_return_address(0));
}
