/* npy_header.h - the Python dictionary at the head of a .npy file.
 *
 *     {'descr': '<i4', 'fortran_order': False, 'shape': (3,), }
 */
#ifndef NPY_HEADER_H
#define NPY_HEADER_H

#include "number.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct npy_header {
    struct number_type type;
    char descr[16];      /* '<i4', as in the file */
    bool fortran_order;  /* first index runs fastest */
    size_t dimensions;   /* number of dimensions in the file's `shape` */
    size_t shape[2];     /* the first two dimensions */
    char shape_text[64]; /* "(3,)", cut if too long */
};

/* Parses `length` bytes. WRONG_USE names the file and the wrong byte of the
 * header, or the type that is neither integer nor float. */
enum status npy_header_parse(const char *text, size_t length, const char *name,
                             struct npy_header *out, struct problem *why);

#endif
