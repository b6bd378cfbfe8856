/* interval_torn.c - bytes that are not an element: what can be said about them?
 *
 *     all equal to an output's initial fill   never written
 *     words of two elements, or of one        torn: half a copy, or words of
 *     and of none                             two stores
 *     complete except for op's mark           made from a torn element
 *     else                                    not an element
 */
#include "interval_torn.h"
#include "interval_table.h"

#include <stdio.h>
#include <string.h>

enum { MAX_WORDS = 8, UNTOUCHED = 0xa5 /* base/margins.c fills with it */ };

static bool is_filled(const unsigned char *element, size_t bytes, int with)
{
    for (size_t i = 0; i < bytes; i++)
        if (element[i] != with)
            return false;
    return true;
}

/* op makes a torn element of a torn one: it changes a bit of the last word. */
static bool is_of_torn(const void *element, size_t bytes)
{
    uint32_t word[MAX_WORDS], handle;

    memcpy(word, element, bytes);
    word[bytes / 4 - 1] ^= 1;
    return bytes > 4 && interval_read(word, bytes, &handle) &&
           interval_number(handle) != INTERVAL_NONE;
}

/* The node that word k is of, or INTERVAL_NONE. */
static uint32_t node_of(const uint32_t *word, size_t k)
{
    return interval_number(k ? word[k] >> 4 * k | word[k] << (32 - 4 * k)
                             : word[0]);
}

static void describe(uint32_t number, char *text, size_t size)
{
    const struct interval_node *const node = interval_node(number);

    if (number == INTERVAL_NONE)
        snprintf(text, size, "no element");
    else if (interval_is_identity(node))
        snprintf(text, size, "the identity");
    else if (interval_is_broken(node))
        snprintf(text, size, "a wrong fold");
    else
        snprintf(text, size, "[%u,%u]", node->low, node->high);
}

/* False: all words are of no element, or of one. */
static bool is_torn(const void *element, size_t bytes, char *text, size_t size)
{
    uint32_t word[MAX_WORDS];
    char first[32], second[32];

    memcpy(word, element, bytes);
    const uint32_t one = node_of(word, 0);
    for (size_t k = 1; k < bytes / 4; k++)
        if (node_of(word, k) != one) {
            describe(one, first, sizeof first);
            describe(node_of(word, k), second, sizeof second);
            snprintf(text, size, "its words belong to %s and to %s", first,
                     second);
            return true;
        }
    return false;
}

void interval_tell_garbage(const void *element, size_t bytes, const char *name,
                           size_t at, struct problem *why)
{
    char words[96];

    if (is_filled(element, bytes, UNTOUCHED))
        problem_set(why, CHECK_FAILED, "%s[%zu] was never written", name, at);
    else if (is_of_torn(element, bytes))
        problem_set(
            why, CHECK_FAILED,
            "%s[%zu] was computed from a torn element: its words do not belong "
            "together (a half-finished copy, or words from two stores)",
            name, at);
    else if (is_torn(element, bytes, words, sizeof words))
        problem_set(why, CHECK_FAILED, "%s[%zu] is torn: %s", name, at, words);
    else
        problem_set(why, CHECK_FAILED, "%s[%zu] holds no element%s", name, at,
                    interval_about_garbage(is_filled(element, bytes, 0)));
}
