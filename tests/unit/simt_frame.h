/* simt_frame.h - small kernels in tables, for the tests of the SIMT machine.
 *
 * A kernel is a row: its body stands beside what is expected of it. All rows of
 * a test become one .cu file, that is compiled once. Each kernel gets
 *
 *     a    1024 words, zero or as the test says, written by the host
 *     b    1024 words that were never written
 */
#ifndef SIMT_FRAME_H
#define SIMT_FRAME_H

#include "simt/simt.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1024, LANES = 32, SCHEDULES = 12, FEW_SCHEDULES = 4 };

/* A body as text; what is not in it is of CUDA, not of C. */
#define CODE(...) .body = #__VA_ARGS__

struct kernel {
    const char *name;
    unsigned grid, block;
    const char *body;
    const char *want; /* in what is found; NULL: nothing may be */
    unsigned shared;  /* dynamic bytes */
    int resident;
};

struct table {
    const struct kernel *kernel;
    size_t count;
};

extern const char *const schedules[SCHEDULES];
extern const struct kernel sums[1]; /* a good one, with all that there is */
extern struct simt *simt;           /* with the kernels of all tables */
extern uint32_t *a, *b;
extern char folder[]; /* for files; goes at the end */

/* The same kernels with unsigned char for unsigned, but for those that call
 * what there is for words alone: bytes of one word are as independent as words.
 * Returns how many. `out` has room for all. The texts are kept. */
size_t in_bytes(const struct kernel *k, size_t count, struct kernel *out);

/* 0 is fine; both are for cmocka's groups. */
int frame_open(const struct table *table, size_t count);
int frame_close(void **state);

/* Opens `text` as a kernel file; NULL and *why when it is refused. */
struct simt *open_text(const char *name, const char *text, struct problem *why);
const struct kernel *kernel_called(const char *name);
void write_kernel(FILE *file, const struct kernel *k);
struct simt_options options_of(const char *schedule);

/* a and b as a kernel gets them. */
void clear(void);
enum status launch_with(const struct kernel *k,
                        const struct simt_options *options,
                        struct problem *why);
enum status launch(const char *name, const char *schedule, struct problem *why);
/* Runs it; nothing may be found. */
void pass(const char *name, const char *schedule);
/* Is this `make check-all`? */
bool thorough(void);
/* Runs all, under few schedules or, thorough, every one: is found what each
 * wants? */
void judge_all(const struct kernel *k, size_t count);
void equal(const char *kernel, size_t at, uint32_t got, uint32_t want);

#endif
