/* module_cache.h - where compiled modules are kept. Used by module.c, and by
 * cuda/nvrtc.c, whose compiler is a library.
 *
 *     KEY.manifest     object HASH lines HASH
 *                      ... (dependencies.h)
 *     KEY-HASH.so
 *
 * The key hashes the compiler, its flags and its environment, the source's name
 * and the processor (except for GPU code).
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
#define MODULE_SANITIZE "" /* the sanitizer of this build */
#endif

/* A place in the cache, and the compiler that fills it. */
struct cache_entry {
    char folder[PATH_MAX];
    char key[33];
    char compiler[PATH_MAX];
    struct timespec began; /* start of the compiler, dependencies_now() */
    bool changed;          /* a file changed during compilation */
};

/* Finds the compiler and the place in the cache; MACHINE_LACKS: one of them is
 * missing. */
enum status cache_find(const struct module_source *source,
                       struct cache_entry *entry, struct problem *why);

/* The same for a compiler that is not a program: `maker` names it, with its
 * version and its target. entry->compiler is "". */
enum status cache_find_for(const struct module_source *source,
                           const char *maker, struct cache_entry *entry,
                           struct problem *why);

/* True: the entry is complete, and none of the files it was made from has
 * changed; `object` is then the file to load. */
bool cache_holds(const struct cache_entry *entry, char *object, size_t size);

/* Moves the object `made` into place, then the manifest of the files that the
 * compiler's make rule names: a second process sees the old entry, the new one,
 * or none. `object` is the file to load. If entry->changed is set, `object` may
 * be older than the current source. */
enum status cache_store(const struct module_source *source,
                        struct cache_entry *entry, const char *made,
                        const char *rule, char *object, size_t size,
                        struct problem *why);

/* Waits while another process compiles this entry, for a minute at most;
 * compiling it twice is harmless. Pass the result to cache_end_turn(). */
int cache_take_turn(const struct cache_entry *entry);
void cache_end_turn(int turn);

/* Opens a file of the cache for reading; NULL: there is none, or it belongs to
 * another user, or others may write to it. */
FILE *cache_read(const char *path);

/* Creates a file in the cache, which only this user can access; NULL: see
 * errno. */
FILE *cache_write(const char *path);

/* Makes the file hold this text, unless it does; it is renamed into place, since
 * others may be reading it. False: see errno. */
bool cache_keep(const char *path, const char *text);

/* Removes an entry that does not load after all. */
void cache_drop(const struct cache_entry *entry);

#endif
