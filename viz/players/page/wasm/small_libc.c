/* small_libc.c - the parts of a C library that the scenes need, for WebAssembly,
 * which has none: strings, memory, sorting. Printing is in small_printf.c. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------- texts */

/* One instruction each. */
void *memmove(void *to, const void *from, size_t bytes)
{
    return __builtin_memmove(to, from, bytes);
}

void *memcpy(void *to, const void *from, size_t bytes)
{
    return __builtin_memmove(to, from, bytes);
}

void *memset(void *to, int byte, size_t bytes)
{
    return __builtin_memset(to, byte, bytes);
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    return length;
}

int strncmp(const char *a, const char *b, size_t most)
{
    size_t k = 0;

    while (k < most && a[k] && a[k] == b[k])
        k++;
    return k == most ? 0 : (unsigned char)a[k] - (unsigned char)b[k];
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strchr(const char *text, int letter)
{
    while (*text && *text != letter)
        text++;
    return *text == letter ? (char *)text : NULL;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *const x = a, *const y = b;
    size_t k = 0;

    while (k < bytes && x[k] == y[k])
        k++;
    return k < bytes ? x[k] - y[k] : 0;
}

char *strstr(const char *text, const char *part)
{
    const size_t bytes = strlen(part);

    for (; *text; text++)
        if (!strncmp(text, part, bytes))
            return (char *)text;
    return NULL;
}

size_t strspn(const char *text, const char *letters)
{
    size_t k = 0;

    while (text[k] && strchr(letters, text[k]))
        k++;
    return k;
}

size_t strcspn(const char *text, const char *letters)
{
    size_t k = 0;

    while (text[k] && !strchr(letters, text[k]))
        k++;
    return k;
}

/* Decimal. */
long long strtoll(const char *text, char **end, int base)
{
    while (*text == ' ')
        text++;
    const int sign = *text == '-' ? -1 : 1;
    long long x = 0;

    for (text += *text == '-'; *text >= '0' && *text <= '9'; text++)
        x = x < INT64_MAX / 100 ? x * base + (*text - '0') : x;
    if (end)
        *end = (char *)text;
    return sign * x;
}

/* ------------------------------------------------------------------- memory */

/* Free pieces in the order of their addresses; adjacent free pieces are merged. Sizes
 * are in units; the size of an allocated piece is stored before it. */
union unit {
    struct {
        union unit *next;
        size_t units; /* including this one */
    };
    max_align_t aligned;
};

static union unit first; /* of size 0 */

/* Inserts `piece` after `before`, and merges them if they are adjacent. */
static void join(union unit *before, union unit *piece)
{
    if (before != &first && before + before->units == piece) {
        before->units += piece->units;
        before->next = piece->next;
    } else {
        before->next = piece;
    }
}

void free(void *items)
{
    union unit *const piece = items ? (union unit *)items - 1 : NULL;
    union unit *before = &first;

    if (!piece)
        return;
    while (before->next && before->next < piece)
        before = before->next;
    piece->next = before->next;
    if (piece->next)
        join(piece, piece->next);
    join(before, piece);
}

static bool add_memory(size_t units)
{
    enum { PAGE = 1 << 16, LEAST = 1 << 20 };
    const size_t bytes = units * sizeof(union unit);
    const size_t pages = ((bytes > LEAST ? bytes : LEAST) + PAGE - 1) / PAGE;
    const size_t at = __builtin_wasm_memory_grow(0, pages);

    if (at == SIZE_MAX)
        return false;
    union unit *const piece = (union unit *)(at * PAGE);
    piece->units = pages * PAGE / sizeof(union unit);
    free(piece + 1);
    return true;
}

/* Takes the end of the first piece that is large enough. */
static void *take(size_t units)
{
    for (union unit *at = &first; at->next; at = at->next) {
        union unit *piece = at->next;
        if (piece->units < units)
            continue;
        if (piece->units == units) {
            at->next = piece->next;
        } else {
            piece->units -= units;
            piece += piece->units;
            piece->units = units;
        }
        return piece + 1;
    }
    return NULL;
}

void *malloc(size_t bytes)
{
    const size_t units = (bytes + sizeof first - 1) / sizeof first + 1;
    void *items = bytes < SIZE_MAX / 2 ? take(units) : NULL;

    if (!items && bytes < SIZE_MAX / 2 && add_memory(units))
        items = take(units);
    return items;
}

void *calloc(size_t count, size_t bytes)
{
    void *const items =
        count && bytes > SIZE_MAX / 2 / count ? NULL : malloc(count * bytes);

    return items ? memset(items, 0, count * bytes) : NULL;
}

void *realloc(void *items, size_t bytes)
{
    const size_t before =
        items ? (((union unit *)items)[-1].units - 1) * sizeof first : 0;
    void *const moved = bytes <= before && items ? items : malloc(bytes);

    if (!moved || moved == items)
        return moved;
    memcpy(moved, items, before);
    free(items);
    return moved;
}

/* ------------------------------------------------------------------ sorting */

/* Merges sorted runs in pairs. Equal items keep their order, as with glibc, so that
 * pictures are the same. */
static void merge(char *to, const char *from, size_t count, size_t run,
                  size_t bytes, int (*compare)(const void *, const void *))
{
    for (size_t begin = 0; begin < count; begin += 2 * run) {
        const size_t middle = begin + run < count ? begin + run : count;
        const size_t end = middle + run < count ? middle + run : count;
        size_t a = begin, b = middle;
        for (size_t k = begin; k < end; k++) {
            const bool left =
                b == end || (a < middle &&
                             compare(from + a * bytes, from + b * bytes) <= 0);
            memcpy(to + k * bytes, from + (left ? a++ : b++) * bytes, bytes);
        }
    }
}

void qsort(void *items, size_t count, size_t bytes,
           int (*compare)(const void *, const void *))
{
    char *const other = malloc(count * bytes + 1);

    if (!other)
        return;
    for (size_t run = 1; run < count; run *= 2) {
        merge(other, items, count, run, bytes, compare);
        memcpy(items, other, count * bytes);
    }
    free(other);
}
