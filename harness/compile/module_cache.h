/* module_cache.h - where compiled modules are kept. Used by module.c, and by
 * cuda/nvrtc.c, whose compiler is a library.
 *
 *     KEY.manifest     object HASH lines HASH
 *                      ... (dependencies.h)
 *     KEY-HASH.so
 *
 * The key hashes the compiler, its flags and its environment, the source's name
 * and the processor (but for code of a GPU).
 */
#ifndef MODULE_CACHE_H
#define MODULE_CACHE_H

#include "module.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#ifndef MODULE_SANITIZE
#define MODULE_SANITIZE "" /* the sanitizer that the program was built with */
#endif

/* A place in the cache, and the compiler that fills it. */
struct cache_entry {
    char folder[PATH_MAX];
    char key[33];
    char compiler[PATH_MAX];
    struct timespec began; /* the compiler, dependencies_now() */
    bool changed;          /* a file, while it was compiled */
};

/* Finds the compiler and the place; MACHINE_LACKS when either is not there. */
enum status cache_find(const struct module_source *source,
                       struct cache_entry *entry, struct problem *why);

/* The same for a compiler that is no program: `maker` names it, with its
 * version and what it compiles for. entry->compiler is "". */
enum status cache_find_for(const struct module_source *source,
                           const char *maker, struct cache_entry *entry,
                           struct problem *why);

/* True when the entry is whole and nothing that it was made of has changed;
 * then `object` is the file to load. */
bool cache_holds(const struct cache_entry *entry, char *object, size_t size);

/* Moves the object `made` into its place, with a manifest of the files that
 * the compiler's make rule names, and the manifest last: a second process sees
 * the old entry, or the new one, or none. `object` is the file to load. With
 * entry->changed it may be of an older text than that which is there now. */
enum status cache_store(const struct module_source *source,
                        struct cache_entry *entry, const char *made,
                        const char *rule, char *object, size_t size,
                        struct problem *why);

/* Waits while another process compiles for this entry, a minute at most: what
 * two make at a time is the same. Hand what it returns to cache_end_turn(). */
int cache_take_turn(const struct cache_entry *entry);
void cache_end_turn(int turn);

/* A file of the cache, opened to be read; NULL when there is none, or when it
 * is another user's, or others may write to it. */
FILE *cache_read(const char *path);

/* A new file there, for this user alone; NULL: errno says why. */
FILE *cache_write(const char *path);

/* Forgets an entry that does not load after all. */
void cache_drop(const struct cache_entry *entry);

#endif
