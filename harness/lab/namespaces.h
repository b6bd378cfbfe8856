/* namespaces.h - bubblewrap: runs a command with its own view of files and
 * without network. */
#ifndef NAMESPACES_H
#define NAMESPACES_H

#include "enclosure.h"

enum { NAMESPACES_MOST_WORDS = 96 };

/* MACHINE_LACKS: bubblewrap is not installed, or is not allowed to create
 * namespaces. */
enum status namespaces_work(struct problem *why);

/* The arguments to put before the command; the arrays at the end hold some of
 * their texts. */
struct namespaces_words {
    const char *word[NAMESPACES_MOST_WORDS];
    int count;
    char program[4096], home[4096], cache[4096];
};
enum status namespaces_words(const struct enclosure *enclosure,
                             struct namespaces_words *out, struct problem *why);

#endif
