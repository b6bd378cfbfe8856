/* ptx.h - translates one asm statement with PTX into calls of the machine. */
#ifndef SIMT_PTX_H
#define SIMT_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes to `out` the C++ block that replaces `asm volatile(BODY)`, where BODY
 * is the text from `begin` to `end`. False: `unknown` names the part that is
 * not in the table of ptx.c. */
bool ptx_translate(const char *begin, const char *end, FILE *out, char *unknown,
                   size_t size);

#endif
