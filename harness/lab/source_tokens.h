/* source_tokens.h - a source as a list of tokens, without comments and blanks,
 * each with the FILL that it stands in.
 *
 *     x = 1;           /@ FILL [A]: load @/  y = 2;   /@ END [A] @/   (@ for *)
 *     given  x = 1 ;   mark [A]              A  y = 2 ;   mark [A]
 *
 * So what a student may change, and what not, is told apart by the comments of
 * the skeleton alone; blanks and comments may change everywhere.
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
    bool first; /* of its line: a # here begins a directive */
    char fill;  /* 'A': it stands in FILL [A]; '\0': given */
};

struct tokens {
    struct token *token;
    int count;
    /* What cannot be split without doubt: a text that does not end, a
     * backslash at a line's end, ...; NULL: nothing. */
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
