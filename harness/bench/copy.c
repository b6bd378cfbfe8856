/* copy.c - ways to copy memory. See copy.h.
 *
 *     libc      memcpy, which chooses by size
 *     stream    non-temporal stores: the output's lines are not read before
 *               they are written, and are then in no cache. The next 16 KB are
 *               prefetched, their four pages in parallel
 *     stream4   the same, four pages copied in parallel
 *     tiles     stream, in tiles that the threads take one after the other, as
 *               look-back does: if a thread is delayed, the others continue
 *
 * Streaming stores are slower in cache and faster beyond it, in a ratio of up
 * to 3 : 2. The widest registers are found at run time, since the program is
 * compiled for all machines of its architecture.
 */
#include "copy.h"

#include <stdint.h>
#include <string.h>

static void copy_libc(void *out, const void *in, size_t bytes)
{
    memcpy(out, in, bytes);
}

#if defined __x86_64__

#include <immintrin.h>

enum { LINE = 64, PAGE = 4096, PAGES = 4, BLOCK = PAGES * PAGE };

/* One line, by the widest registers there are; `to` is aligned to a line. */
__attribute__((target("avx512f"))) static inline void
line_avx512(char *to, const char *from)
{
    _mm512_stream_si512((void *)to, _mm512_loadu_si512(from));
}

__attribute__((target("avx"))) static inline void line_avx(char *to,
                                                           const char *from)
{
    for (int at = 0; at < LINE; at += 32)
        _mm256_stream_si256((void *)(to + at),
                            _mm256_loadu_si256((const void *)(from + at)));
}

static inline void line_sse2(char *to, const char *from)
{
    for (int at = 0; at < LINE; at += 16)
        _mm_stream_si128((void *)(to + at),
                         _mm_loadu_si128((const void *)(from + at)));
}

/* A block is four pages. Line i of the walk "one stream" is line i; while it
 * is copied, the same number of lines is fetched from the next block, a page
 * after the other. In the walk "four streams" the lines copied go round the
 * pages too. */
#define BLOCK_COPIES(target_text, line, one, four)                             \
    __attribute__((target(target_text))) static void one(char *to,             \
                                                         const char *from)     \
    {                                                                          \
        for (int at = 0; at < BLOCK; at += PAGES * LINE)                       \
            for (int page = 0; page < PAGES; page++) {                         \
                _mm_prefetch(from + BLOCK + page * PAGE + at / PAGES,          \
                             _MM_HINT_T0);                                     \
                line(to + at + page * LINE, from + at + page * LINE);          \
            }                                                                  \
    }                                                                          \
    __attribute__((target(target_text))) static void four(char *to,            \
                                                          const char *from)    \
    {                                                                          \
        for (int at = 0; at < PAGE; at += LINE)                                \
            for (int page = 0; page < PAGES; page++) {                         \
                _mm_prefetch(from + BLOCK + page * PAGE + at, _MM_HINT_T0);    \
                line(to + page * PAGE + at, from + page * PAGE + at);          \
            }                                                                  \
    }

BLOCK_COPIES("avx512f", line_avx512, block_avx512, block4_avx512)
BLOCK_COPIES("avx", line_avx, block_avx, block4_avx)
BLOCK_COPIES("sse2", line_sse2, block_sse2, block4_sse2)

typedef void block_copy(char *to, const char *from);

/* Whole blocks from the first whole line of the output on; memcpy the rest. */
static void copy_blocks(char *to, const char *from, size_t bytes,
                        block_copy *copy)
{
    size_t at = -(uintptr_t)to % LINE;

    at = at < bytes ? at : bytes;
    memcpy(to, from, at);
    for (; bytes - at >= BLOCK; at += BLOCK)
        copy(to + at, from + at);
    memcpy(to + at, from + at, bytes - at);
    _mm_sfence(); /* streamed stores are not ordered with what comes next */
}

static void copy_stream(void *out, const void *in, size_t bytes)
{
    copy_blocks(out, in, bytes,
                __builtin_cpu_supports("avx512f") ? block_avx512
                : __builtin_cpu_supports("avx")   ? block_avx
                                                  : block_sse2);
}

static void copy_stream4(void *out, const void *in, size_t bytes)
{
    copy_blocks(out, in, bytes,
                __builtin_cpu_supports("avx512f") ? block4_avx512
                : __builtin_cpu_supports("avx")   ? block4_avx
                                                  : block4_sse2);
}

#endif

const struct copy_kind copy_kinds[] = {
    {"libc", copy_libc, 0},
#if defined __x86_64__
    {"stream", copy_stream, 0},
    {"stream4", copy_stream4, 0},
    {"tiles", copy_stream, 128 << 10},
#endif
    {NULL, NULL, 0},
};
