/* simt_frame.h - small kernels in tables, for the tests of the SIMT machine.
 *
 * Each row is a kernel: its body, beside what is expected of it. All rows of a
 * test become one .cu file, which is compiled once. Each kernel gets
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

/* A body as text: it is CUDA, not C. */
#define CODE(...) .body = #__VA_ARGS__

struct kernel {
    const char *name;
    unsigned grid, block;
    const char *body;
    const char *want; /* part of the finding; NULL: none may occur */
    unsigned shared;  /* dynamic bytes */
    int resident;
};

struct table {
    const struct kernel *kernel;
    size_t count;
};

extern const char *const schedules[SCHEDULES];
extern const struct kernel
    sums[1];              /* a correct kernel that uses all features */
extern struct simt *simt; /* with the kernels of all tables */
extern uint32_t *a, *b;
extern char folder[]; /* for files; deleted at the end */

/* The same kernels with unsigned char for unsigned, except those that call
 * functions that exist only for words: bytes of one word are as independent as
 * words. Returns how many. `out` has room for all. The texts are kept. */
size_t in_bytes(const struct kernel *k, size_t count, struct kernel *out);

/* For cmocka's groups; both functions return 0 if all is well. */
int frame_open(const struct table *table, size_t count);
int frame_close(void **state);

/* Opens `text` as a kernel file; NULL and *why when it is refused. */
struct simt *open_text(const char *name, const char *text, struct problem *why);
const struct kernel *kernel_called(const char *name);
void write_kernel(FILE *file, const struct kernel *k);
struct simt_options options_of(const char *schedule);

/* Sets a and b to what each kernel receives. */
void clear(void);
enum status launch_with(const struct kernel *k,
                        const struct simt_options *options,
                        struct problem *why);
enum status launch(const char *name, const char *schedule, struct problem *why);
/* Runs the kernel; there must be no finding. */
void pass(const char *name, const char *schedule);
/* Is this `make check-all`? */
bool thorough(void);
/* Runs all kernels, under a few schedules or, if thorough(), every one: does
 * each end as it should? */
void judge_all(const struct kernel *k, size_t count);
void equal(const char *kernel, size_t at, uint32_t got, uint32_t want);

#endif
