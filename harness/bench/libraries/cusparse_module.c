/* cusparse_module.c - cuSPARSE's SpMV of a matrix stored by rows (CSR).
 *
 * bench opens the library. Compiling this file does not require the library:
 * the declarations of its header are repeated here. -DALGORITHM=0 selects the
 * default algorithm, -DALGORITHM=3 CSR_ALG2, whose results have the same bits
 * each time. Work that a user does once for a matrix is done once: the
 * descriptors, and the preprocessing.
 */
#include "row_call.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define DEVICE static inline
#include MONOID

enum { VALUES, COLUMNS, OFFSETS, X, Y }; /* ports */
enum { INDEX_32I = 2, BASE_ZERO = 0, NO_TRANSPOSE = 0 };
enum { TYPE = sizeof(T) == 4 ? 0 : 1 }; /* CUDA_R_32F, CUDA_R_64F */

static struct {
    int (*create)(void **handle);
    int (*stream)(void *handle, void *stream);
    int (*matrix)(void **matrix, int64_t rows, int64_t columns,
                  int64_t nonzeros, void *offsets, void *indices, void *values,
                  int offset_type, int index_type, int base, int type);
    int (*vector)(void **vector, int64_t size, void *values, int type);
    int (*free_matrix)(void *matrix);
    int (*free_vector)(void *vector);
    int (*buffer)(void *handle, int operation, const void *alpha, void *matrix,
                  void *x, const void *beta, void *y, int type, int algorithm,
                  size_t *bytes);
    int (*prepare)(void *handle, int operation, const void *alpha, void *matrix,
                   void *x, const void *beta, void *y, int type, int algorithm,
                   void *buffer);
    int (*run)(void *handle, int operation, const void *alpha, void *matrix,
               void *x, const void *beta, void *y, int type, int algorithm,
               void *buffer);
    const char *(*error)(int status);
} cusparse;

static void *handle, *matrix, *x, *y; /* cuSPARSE's */
static const T one = 1, zero = 0;

/* NULL, or what is missing. */
static const char *find_functions(void)
{
    static const struct {
        const char *name;
        void *where;
    } function[] = {
        {"cusparseCreate", &cusparse.create},
        {"cusparseSetStream", &cusparse.stream},
        {"cusparseCreateCsr", &cusparse.matrix},
        {"cusparseCreateDnVec", &cusparse.vector},
        {"cusparseDestroySpMat", &cusparse.free_matrix},
        {"cusparseDestroyDnVec", &cusparse.free_vector},
        {"cusparseSpMV_bufferSize", &cusparse.buffer},
        {"cusparseSpMV_preprocess", &cusparse.prepare},
        {"cusparseSpMV", &cusparse.run},
        {"cusparseGetErrorName", &cusparse.error},
    };
    void *const library = dlopen("libcusparse.so.12", RTLD_NOW | RTLD_LOCAL);

    if (!library)
        return "no libcusparse.so.12 here";
    for (size_t i = 0; i < sizeof function / sizeof *function; i++) {
        void *const symbol = dlsym(library, function[i].name);
        if (!symbol)
            return "this version of cuSPARSE lacks part of SpMV";
        memcpy(function[i].where, &symbol, sizeof symbol);
    }
    return NULL;
}

/* The descriptors of this call's ports; in the place of those before. */
static int describe(const struct row_call *call)
{
    const int64_t nonzeros = (int64_t)call->size[0];
    const int64_t rows = (int64_t)call->size[1];
    const int64_t columns = (int64_t)call->size[2];

    if (matrix) {
        cusparse.free_matrix(matrix);
        cusparse.free_vector(x);
        cusparse.free_vector(y);
        matrix = NULL;
    }
    int status =
        cusparse.matrix(&matrix, rows, columns, nonzeros, call->port[OFFSETS],
                        call->port[COLUMNS], call->port[VALUES], INDEX_32I,
                        INDEX_32I, BASE_ZERO, TYPE);
    if (!status)
        status = cusparse.vector(&x, columns, call->port[X], TYPE);
    return status ? status : cusparse.vector(&y, rows, call->port[Y], TYPE);
}

/* Before all else: how much memory it takes. */
static const char *begin(struct row_call *call)
{
    const char *missing = handle ? NULL : find_functions();
    int status = 0;

    if (missing)
        return missing;
    if (!handle)
        status = cusparse.create(&handle);
    if (!status)
        status = cusparse.stream(handle, call->stream);
    if (!status)
        status = describe(call);
    if (!status)
        status = cusparse.buffer(handle, NO_TRANSPOSE, &one, matrix, x, &zero,
                                 y, TYPE, ALGORITHM, &call->bytes);
    return status ? cusparse.error(status) : NULL;
}

LIBRARY_EXPORT const char *library_prepare_cuda(struct row_call *call)
{
    const int status =
        cusparse.prepare(handle, NO_TRANSPOSE, &one, matrix, x, &zero, y, TYPE,
                         ALGORITHM, call->temporary);

    return status ? cusparse.error(status) : NULL;
}

LIBRARY_EXPORT const char *library_call_cuda(struct row_call *call)
{
    if (call->size[0] > INT32_MAX)
        return "this row supports fewer than 2^31 nonzeros";
    if (!call->temporary)
        return begin(call);
    const int status = cusparse.run(handle, NO_TRANSPOSE, &one, matrix, x,
                                    &zero, y, TYPE, ALGORITHM, call->temporary);
    return status ? cusparse.error(status) : NULL;
}

LIBRARY_EXPORT const char *library_variant(void)
{
    return ALGORITHM == 0 ? "" : "csr_alg2";
}
