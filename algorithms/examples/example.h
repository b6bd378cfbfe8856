/* example.h - a small program on real input, built on the basis.
 *
 * An example is one file here with one `struct example`, and one line in
 * examples.c. It does not depend on the code that runs its scans.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include "basis.h"

enum example_takes {
    EXAMPLE_NUMBERS, /* a file of whole numbers */
    EXAMPLE_TEXT,    /* any file, as bytes */
    EXAMPLE_SIZE,    /* no file, but a size */
};

struct example_input {
    struct ints numbers; /* at least one */
    const char *text;    /* at least one byte, then 0; 2^30 bytes at most */
    size_t n;            /* length of the numbers or text, or the size */
};

struct example {
    const char *name;   /* also the file's */
    const char *idea;   /* one line */
    const char *source; /* where it comes from */
    enum example_takes takes;
    const char *reads;      /* what the numbers, the text or the size are */
    const char *usual;      /* the default FILE, in algorithms/examples/ */
    size_t usual_n, most_n; /* EXAMPLE_SIZE */
    void (*run)(struct basis *b, const struct example_input *in);
};

/* All examples, NULL-terminated (examples.c). */
extern const struct example *const examples[];

#endif
