/* library_cuda.h - CUB's rows: built by nvcc now, or in advance by cub.sh. */
#ifndef LIBRARY_CUDA_H
#define LIBRARY_CUDA_H

#include "library.h"

bool library_cuda_is_installed(void);

/* library_rows and library_open for a library that nvcc builds. */
int library_cuda_rows(const struct library_case *what);
enum status library_cuda_open(const struct library_case *what, int index,
                              struct library_row *out, struct problem *why);

/* Finds the functions of a loaded row for a GPU. */
enum status library_cuda_symbols(const struct library_case *what,
                                 struct library_row *out, struct problem *why);

#endif
