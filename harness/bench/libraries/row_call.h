/* row_call.h - one call of a library's application row.
 *
 * The interface between `bench` and the files of this folder, in C, C++ and
 * CUDA C++. A row on the host exports
 *
 *     void library_call(const struct row_call *call)
 *
 * and a row on a GPU exports (NULL is success, else an error message)
 *
 *     const char *library_variant(void)
 *     const char *library_call_cuda(struct row_call *call)
 *
 * With temporary == NULL, library_call_cuda only sets `bytes`, the size it
 * needs. It may also export
 *
 *     const char *library_prepare_cuda(struct row_call *call)
 *
 * which is then called once with the temporary memory, before any timed call:
 * for work that a user would also do beforehand.
 */
#ifndef ROW_CALL_H
#define ROW_CALL_H

#include <stddef.h>

struct row_call {
    void *port[8];  /* in the order of the application's table; on a GPU,
                        device addresses */
    size_t size[3]; /* its named sizes: n is the first */
    size_t setting; /* radix_sort: number of low bits of the key; histogram:
                        number of bins; else 0 */
    int threads;    /* on the host */
    /* on a GPU: `bytes` bytes of memory, and the stream to use */
    void *temporary;
    size_t bytes;
    void *stream;
};

#ifdef __cplusplus
#define LIBRARY_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define LIBRARY_EXPORT __attribute__((visibility("default")))
#endif

#endif
