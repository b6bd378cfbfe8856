/* source_tokens.h - a source as a list of tokens, without comments and spaces,
 * each with the FILL that contains it.
 *
 *     x = 1;           /@ FILL [A]: load @/  y = 2;   /@ END [A] @/   (@ for *)
 *     given  x = 1 ;   mark [A]              A  y = 2 ;   mark [A]
 *
 * So only the skeleton's FILL comments determine what a student may change;
 * spaces and comments may change anywhere.
 */
#ifndef SOURCE_TOKENS_H
#define SOURCE_TOKENS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
    TOKEN_WORD, /* a name, a keyword or a number */
    TOKEN_TEXT, /* "..." or '...' */
    TOKEN_SIGN, /* one character */
    TOKEN_FILL, /* the comment that opens a FILL; its text is "A" */
    TOKEN_END
};

struct token {
    enum token_kind kind;
    const char *text; /* in the source */
    size_t length;
    int line;   /* from 1 */
    bool first; /* first on its line: a # here begins a directive */
    char fill;  /* 'A': it is in FILL [A]; '\0': given */
};

struct tokens {
    struct token *token;
    int count;
    /* A reason why the split is not certain: a string that does not end, a
     * backslash at a line's end, ...; NULL: none. */
    const char *doubt;
    int doubt_line;
};

/* The tokens point into `source`, which must outlive them. MACHINE_LACKS: no
 * memory. The caller frees with tokens_free. */
enum status tokens_read(const char *source, struct tokens *out,
                        struct problem *why);
void tokens_free(struct tokens *tokens);

bool token_is(const struct token *token, const char *text);

#endif
