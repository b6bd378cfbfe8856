/* memory_words.h - sentences about a block's memory accesses.
 *
 * Each function writes a line of at most `bytes` bytes, and cuts off the rest.
 */
#ifndef MEMORY_WORDS_H
#define MEMORY_WORDS_H

#include "recording/accesses.h"

/* "block 0, step 3 of 9: between the barriers at kernel.cu:70 and
 * kernel.cu:74" */
void memory_say_step(const struct accesses *a, int step, char *line,
                     size_t bytes);

/* "cells[32..63]" */
void memory_name_row(const struct accesses *a, int row, char *line,
                     size_t bytes);

/* "2-way bank conflict, 4 extra wavefronts"; `left_out` rows do not fit into
 * the picture. */
void memory_say_conflicts(const struct accesses *a, int left_out, char *line,
                          size_t bytes);

/* "cells[5] = 12, bank 5: written by thread 5 at kernel.cu:76; in this step
 * read by threads 5, 6" */
void memory_tell_word(const struct accesses *a, int cell, char *line,
                      size_t bytes);

/* "thread 5: reads cells[4] at kernel.cu:73" */
void memory_tell_thread(const struct accesses *a, int thread, char *line,
                        size_t bytes);

#endif
