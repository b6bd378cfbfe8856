/* shadow.c - global memory: one mapping, cut into named pieces, and the shadow
 * of each of its words.
 *
 *     | gap | in ........ | gap | out ....... | gap | totals | gap ...
 *
 * The gaps belong to no piece, so the machine notices when a kernel runs past
 * the end of a piece. Gaps around a large piece are wider, up to WIDEST, to
 * catch a kernel that doubles its index by mistake. If a piece is shortened for
 * one run, the rest of its space becomes a gap. Address space is reserved once;
 * pages are allocated at their first use.
 *
 * If a parameter `const X *__restrict__` lets a kernel read through a GPU's
 * read-only cache, that parameter is passed the address of a mirror, so that
 * the address of each access shows whether it may use that cache.
 */
#include "shadow.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 256, GAP = 1024, WIDEST = 1 << 16 };

static const size_t reserve = (size_t)1 << 36;

static void *map_as(size_t bytes, int flags)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      flags | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

static void *map(size_t bytes)
{
    return map_as(bytes, MAP_PRIVATE);
}

enum { OF_A_WORD = sizeof(struct word), OF_BYTES = 4 * OF_A_WORD };

bool shadow_open(struct shadow *shadow, size_t bytes)
{
    const size_t words = (bytes + 3) / 4;

    *shadow = (struct shadow){map(words * OF_A_WORD), map(words * OF_BYTES)};
    if (shadow->word && shadow->byte)
        return true;
    shadow_close(shadow, bytes);
    return false;
}

void shadow_close(struct shadow *shadow, size_t bytes)
{
    const size_t words = (bytes + 3) / 4;

    if (shadow->word)
        munmap(shadow->word, words * OF_A_WORD);
    if (shadow->byte)
        munmap(shadow->byte, words * OF_BYTES);
    *shadow = (struct shadow){NULL, NULL};
}

void shadow_set_outside(struct word *word, size_t words)
{
    memset(word, 0xff, words * sizeof *word); /* STAMP_OUTSIDE */
}

void shadow_set_unwritten(struct word *word, size_t words)
{
    memset(word, 0, words * sizeof *word); /* STAMP_NONE */
}

/* In a word that the variable has only in part, the other bytes are outside. */
static void set_byte(const struct shadow *shadow, size_t place)
{
    struct word *const word = &shadow->word[place / 4];

    if (word->write != STAMP_PARTS) {
        *word = (struct word){STAMP_PARTS, STAMP_NONE};
        shadow_set_outside(shadow->byte + place / 4 * 4, 4);
    }
    shadow_set_unwritten(shadow->byte + place, 1);
}

void shadow_set_variable(const struct shadow *shadow, size_t place,
                         size_t bytes)
{
    const size_t end = place + bytes;

    for (; place % 4 != 0 && place < end; place++)
        set_byte(shadow, place);
    shadow_set_unwritten(shadow->word + place / 4, (end - place) / 4);
    for (place += (end - place) / 4 * 4; place < end; place++)
        set_byte(shadow, place);
}

void shadow_stir(const struct shadow *shadow, char *memory, size_t words)
{
    for (size_t i = 0; i < words; i++)
        for (size_t k = 4 * i;
             shadow->word[i].write == STAMP_PARTS && k < 4 * i + 4; k++)
            if (shadow->byte[k].write == STAMP_NONE)
                memory[k] = (char)(memory[k] * 5 + 91);
}

void shadow_set_barrier(struct word *word, size_t words)
{
    for (size_t i = 0; i < words; i++)
        word[i].write = STAMP_BARRIER;
}

/* Memory with a mirror is shared: for a length of 0, mremap() makes a second
 * mapping. */
static bool open_memory(struct global_memory *global, bool mirrored)
{
    char *const memory =
        map_as(global->bytes, mirrored ? MAP_SHARED : MAP_PRIVATE);
    void *const mirror = memory && mirrored
                             ? mremap(memory, 0, global->bytes, MREMAP_MAYMOVE)
                             : MAP_FAILED;

    global->begin = (uintptr_t)memory;
    global->mirror = mirror == MAP_FAILED ? 0 : (uintptr_t)mirror;
    return memory && (!mirrored || global->mirror);
}

static void close_memory(struct global_memory *global)
{
    if (global->begin)
        munmap((void *)global->begin, global->bytes);
    if (global->mirror)
        munmap((void *)global->mirror, global->bytes);
    global->begin = global->mirror = 0;
}

bool global_open(struct global_memory *global, bool mirrored)
{
    for (global->bytes = reserve; global->bytes >= 1 << 28;
         global->bytes /= 4) {
        if (open_memory(global, mirrored) &&
            shadow_open(&global->shadow, global->bytes)) {
            global->used = GAP;
            shadow_set_outside(global->shadow.word, GAP / 4);
            return true;
        }
        close_memory(global);
    }
    return false;
}

void global_close(struct global_memory *global)
{
    close_memory(global);
    shadow_close(&global->shadow, global->bytes);
}

static struct word *shadow_of(const struct global_memory *global,
                              const void *memory)
{
    return global->shadow.word + (((uintptr_t)memory - global->begin) >> 2);
}

/* The words of the gap that ends at `end` are outside. */
static void widen(struct global_memory *global, size_t end)
{
    shadow_set_outside(
        shadow_of(global, (void *)(global->begin + global->used)),
        (end - global->used) / 4);
    global->used = end;
}

/* The next multiple of ALIGN after a gap for a piece of so many bytes. */
static size_t after_gap(size_t from, size_t bytes)
{
    const size_t gap = GAP + (bytes < WIDEST ? bytes : WIDEST);

    return (from + gap + ALIGN - 1) / ALIGN * ALIGN;
}

void *global_alloc(struct global_memory *global, const char *name, size_t bytes,
                   size_t unit, size_t offset)
{
    const size_t begin = after_gap(global->used - GAP, bytes) + offset;
    const size_t end = after_gap(begin + (bytes + 3) / 4 * 4, bytes);

    if (global->pieces == MAX_PIECES || bytes > global->bytes ||
        end > global->bytes)
        return NULL;
    struct piece *m = &global->piece[global->pieces++];
    snprintf(m->name, sizeof m->name, "%s", name);
    m->begin = m->taken = global->begin + begin;
    m->bytes = m->room = bytes;
    m->unit = unit ? unit : 4;
    m->opaque = false;
    widen(global, end);
    shadow_set_variable(&global->shadow, begin, bytes);
    return (void *)m->begin;
}

static const struct piece *piece_at(const struct global_memory *global,
                                    uintptr_t address)
{
    for (int i = 0; i < global->pieces; i++)
        if (address - global->piece[i].begin < global->piece[i].bytes)
            return &global->piece[i];
    return NULL;
}

/* The piece that begins there, or began there when it was taken. */
static struct piece *piece_from(struct global_memory *global,
                                const void *memory)
{
    int i = 0;

    while (global->piece[i].taken != (uintptr_t)memory &&
           global->piece[i].begin != (uintptr_t)memory)
        i++;
    return &global->piece[i];
}

static void set_outside(struct global_memory *global, size_t begin, size_t end)
{
    if (begin < end)
        shadow_set_outside(global->shadow.word + begin / 4,
                           (end + 3) / 4 - begin / 4);
}

/* The piece grows or shrinks in place: words that are wholly inside it before
 * and after keep their shadows. */
static void set_end(struct global_memory *global, size_t begin, size_t before,
                    size_t after)
{
    const size_t least = before < after ? before : after;
    const size_t kept = least / 4 * 4 > begin ? least / 4 * 4 : begin;

    if (before == after)
        return;
    set_outside(global, kept, before);
    shadow_set_variable(&global->shadow, kept, after - kept);
}

void *global_resize(struct global_memory *global, const void *memory,
                    size_t offset, size_t bytes)
{
    struct piece *const m = piece_from(global, memory);
    const size_t before = m->begin - global->begin;
    const size_t place = m->taken + offset - global->begin;

    assert(offset + bytes <= m->room);
    if (place == before) {
        set_end(global, place, place + m->bytes, place + bytes);
    } else {
        set_outside(global, before, before + m->bytes);
        shadow_set_variable(&global->shadow, place, bytes);
    }
    m->begin = m->taken + offset;
    m->bytes = bytes;
    return (void *)m->begin;
}

void global_give_back(struct global_memory *global, const void *memory)
{
    struct piece *const m = piece_from(global, memory);

    global_resize(global, memory, 0, 0);
    *m = global->piece[--global->pieces];
}

void global_set_opaque(struct global_memory *global, const void *memory)
{
    piece_from(global, memory)->opaque = true;
    global->has_opaque = true;
}

bool global_is_opaque(const struct global_memory *global, uintptr_t address)
{
    const struct piece *m = piece_at(global, address);

    return m && m->opaque;
}

/* True for a word that the piece has only in part: other bytes are outside. */
static bool is_edge(const struct word *word, const struct word *byte)
{
    bool is_outside = false;

    for (int i = 0; i < 4; i++)
        is_outside |= byte[i].write == STAMP_OUTSIDE;
    return word->write == STAMP_PARTS && is_outside;
}

static void set_all(struct global_memory *global, const void *memory,
                    size_t bytes, stamp write)
{
    const size_t place = (uintptr_t)memory - global->begin;

    for (size_t k = place / 4; bytes > 0 && k < (place + bytes + 3) / 4; k++) {
        struct word *const word = &global->shadow.word[k];
        struct word *const byte = &global->shadow.byte[4 * k];
        if (!is_edge(word, byte)) {
            *word = (struct word){write, STAMP_NONE};
            continue;
        }
        for (int i = 0; i < 4; i++)
            if (byte[i].write != STAMP_OUTSIDE)
                byte[i] = (struct word){write, STAMP_NONE};
    }
}

void global_host_wrote(struct global_memory *global, const void *memory,
                       size_t bytes)
{
    set_all(global, memory, bytes, STAMP_HOST);
}

void global_host_spoilt(struct global_memory *global, const void *memory,
                        size_t bytes)
{
    const size_t place = (uintptr_t)memory - global->begin;
    const struct shadow shadow = shadow_at(&global->shadow, place);

    shadow_stir(&shadow, (char *)global->begin + (place & ~(size_t)3),
                (place % 4 + bytes + 3) / 4);
    set_all(global, memory, bytes, STAMP_NONE);
}

static struct word *bytes_of(const struct global_memory *global,
                             const struct word *word)
{
    return global->shadow.byte + 4 * (word - global->shadow.word);
}

bool global_is_written(const struct global_memory *global, const void *memory,
                       size_t bytes)
{
    const size_t place = (uintptr_t)memory - global->begin;

    for (size_t i = place; i < place + bytes;) {
        const struct word *w = &global->shadow.word[i / 4];
        const size_t next = w->write == STAMP_PARTS ? i + 1 : (i / 4 + 1) * 4;
        if (w->write == STAMP_PARTS)
            w = bytes_of(global, w) + i % 4;
        if (w->write == STAMP_NONE)
            return false;
        i = next;
    }
    return true;
}

const struct piece *global_near(const struct global_memory *global,
                                uintptr_t address)
{
    const struct piece *near = NULL;
    size_t least = SIZE_MAX;

    for (int i = 0; i < global->pieces; i++) {
        const struct piece *m = &global->piece[i];
        const size_t away = address < m->begin ? m->begin - address
                            : address >= m->begin + m->bytes
                                ? address - m->begin - m->bytes + 1
                                : 0;
        if (away < least) {
            least = away;
            near = m;
        }
    }
    return near;
}

static void grow_old(struct word *w, size_t words)
{
    for (size_t i = 0; i < words; i++) {
        w[i].read = STAMP_NONE;
        if (w[i].write != STAMP_NONE && w[i].write < STAMP_PARTS)
            w[i].write = STAMP_HOST;
    }
}

void global_grow_old(struct global_memory *global)
{
    struct word *const word = global->shadow.word;

    for (size_t i = 0; i < global->used / 4; i++)
        if (word[i].write == STAMP_PARTS)
            grow_old(bytes_of(global, word + i), 4);
        else
            grow_old(word + i, 1);
}
