/* shadow.h - which words of memory belong to a variable, and global memory with
 * the names of its pieces.
 *
 * Each aligned 4-byte word has a shadow (struct word). Its write is
 * STAMP_OUTSIDE for a word that belongs to no variable, and STAMP_NONE for an
 * unwritten word. The write is STAMP_PARTS once a thread has touched only a
 * part of the word: then each of its bytes has a shadow (bytes.c).
 */
#ifndef SIMT_SHADOW_H
#define SIMT_SHADOW_H

#include "stamp.h"

enum { MAX_PIECES = 64 };

/* The shadows: word[k] for word k, byte[4 * k] to [4 * k + 3] for its bytes. */
struct shadow {
    struct word *word, *byte;
};

/* The shadows, beginning with that of the word that holds the byte at this
 * offset. */
static inline struct shadow shadow_at(const struct shadow *shadow, size_t place)
{
    return (struct shadow){shadow->word + (place >> 2),
                           shadow->byte + (place & ~(size_t)3)};
}

/* Makes shadows for `bytes` bytes of memory; all words are unwritten. False:
 * out of memory. */
bool shadow_open(struct shadow *shadow, size_t bytes);
void shadow_close(struct shadow *shadow, size_t bytes);

struct piece {
    char name[48];
    uintptr_t begin;
    size_t bytes, unit; /* unit: bytes of an element */
    /* where it originally began, and the room from that address on: */
    uintptr_t taken;
    size_t room;
    bool opaque; /* simt_opaque() */
};

struct global_memory {
    uintptr_t begin;
    uintptr_t mirror; /* a second address of the same memory; 0: no mirror */
    size_t bytes, used;
    struct shadow shadow;
    bool has_opaque; /* some piece is opaque: it holds elements of a proof */
    int pieces;
    struct piece piece[MAX_PIECES];
};

/* With or without a mirror. False: there is no address space left. */
bool global_open(struct global_memory *global, bool mirrored);
void global_close(struct global_memory *global);
/* The next seven functions implement simt_alloc() and its family in simt.h. */
void *global_alloc(struct global_memory *global, const char *name, size_t bytes,
                   size_t unit, size_t offset);
void *global_resize(struct global_memory *global, const void *memory,
                    size_t offset, size_t bytes);
void global_give_back(struct global_memory *global, const void *memory);
void global_set_opaque(struct global_memory *global, const void *memory);
void global_host_wrote(struct global_memory *global, const void *memory,
                       size_t bytes);
void global_host_spoilt(struct global_memory *global, const void *memory,
                        size_t bytes);
bool global_is_written(const struct global_memory *global, const void *memory,
                       size_t bytes);
/* Clocks restart: from now on every earlier write counts as the host's. */
void global_grow_old(struct global_memory *global);

/* Turns an address in the memory into the same place in its mirror, and back;
 * returns any other address unchanged. */
static inline uintptr_t global_mirrored(const struct global_memory *global,
                                        uintptr_t address)
{
    return global->mirror && address - global->begin < global->bytes
               ? address - global->begin + global->mirror
               : address;
}
static inline uintptr_t global_home(const struct global_memory *global,
                                    uintptr_t address)
{
    return global->mirror && address - global->mirror < global->bytes
               ? address - global->mirror + global->begin
               : address;
}

bool global_is_opaque(const struct global_memory *global, uintptr_t address);
/* The piece that holds the address, or the nearest one; NULL: there is none. */
const struct piece *global_near(const struct global_memory *global,
                                uintptr_t address);

/* Changes the unwritten bytes of partly written words in memory, so that a
 * kernel that uses them behaves differently in a second run. */
void shadow_stir(const struct shadow *shadow, char *memory, size_t words);
void shadow_set_outside(struct word *word, size_t words);
void shadow_set_unwritten(struct word *word, size_t words);
/* A variable of `bytes` bytes begins at `place`, and is still unwritten.
 * Precondition: no other variable shares its words. */
void shadow_set_variable(const struct shadow *shadow, size_t place,
                         size_t bytes);
/* From now on the words belong to a barrier: only the functions barrier_...()
 * and bulk_...() may touch them. */
void shadow_set_barrier(struct word *word, size_t words);

#endif
