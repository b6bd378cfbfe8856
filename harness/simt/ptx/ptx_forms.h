/* ptx_forms.h - shared by ptx.c, which parses an asm statement, ptx_forms.c,
 * which has the instructions, and ptx_registers.c, which has the registers.
 */
#ifndef SIMT_PTX_FORMS_H
#define SIMT_PTX_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    PTX_OPERANDS = 30,
    PTX_WORDS = 10,
    PTX_PARTS = 8,
    PTX_TEXT = 2048,
    PTX_PIECE = 256
};

struct ptx_operand {
    char kind; /* letter of its constraint: r, l, h, f, d, n, q */
    bool in, out;
    const char *value; /* its expression */
    int length;
};

/* A parsed instruction: @guard word[0].word[1]... part[0], part[1], ... */
struct ptx_instruction {
    char guard[PTX_PIECE], text[PTX_TEXT];
    int words, parts;
    char word[PTX_WORDS][32], part[PTX_PARTS][PTX_PIECE];
};

struct ptx_statement {
    char code[PTX_TEXT]; /* the PTX */
    struct ptx_operand operand[PTX_OPERANDS];
    int operands;
    bool touches;  /* one of its instructions accesses or orders memory */
    bool clobbers; /* it lists "memory" */
    FILE *out;
    char *unknown;
    size_t size;
};

/* Returns false, and names the unknown part in s->unknown. */
bool ptx_refuse(struct ptx_statement *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes the C++ expression for %0, %%laneid, 31 or a register. */
bool ptx_value(struct ptx_statement *s, const char *text, char *to);
/* Writes the C++ expression for an address such as [%1 + 4]; `to` has room for
 * PTX_PIECE + 64. */
bool ptx_address(struct ptx_statement *s, const char *text, char *to);
/* Splits {a, b} into its components; any other text is a single component.
 * Returns their number. */
int ptx_components(const char *text, char to[4][PTX_PIECE]);

/* The expression for a special register: "simt_lane()" for %laneid; or NULL. */
const char *ptx_register(const char *name);
/* False for PTX registers that do not exist here. */
bool ptx_refuse_register(struct ptx_statement *s, const char *name);

/* Writes the C++ of an instruction to s->out. */
bool ptx_form(struct ptx_statement *s, const struct ptx_instruction *i);

#endif
