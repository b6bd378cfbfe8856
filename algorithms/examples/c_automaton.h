/* c_automaton.h - the effect of a character of a C source on an automaton with
 * eight states.
 *
 *     text           x     =     /  *  =  *  /  ;
 *     state after    w  .  .  .  e  c  c  e  .  .    w word, c comment, e edge
 *     token begins   *     *     *              *
 *
 * Slash and star look one character ahead: so the slash before a star is an
 * edge, and so is the star before a slash, and eight states suffice. Comments
 * with // are not supported: they would need a ninth state.
 */
#ifndef C_AUTOMATON_H
#define C_AUTOMATON_H

#include <stdbool.h>

enum c_state {
    BETWEEN, /* in blanks, or after a sign */
    WORD,
    EDGE, /* the first of the two characters that open or close a comment */
    COMMENT,
    STRING,
    STRING_ESCAPE, /* after a backslash */
    QUOTE,         /* in a character such as 'x' */
    QUOTE_ESCAPE,
    C_STATES
};

enum c_kind { WORDS, NUMBERS, STRINGS, QUOTES, COMMENTS, SIGNS, C_KINDS };
extern const char *const c_kind_names[C_KINDS];

/* The state after `c`; `next` is the character after it (0 at the end). */
enum c_state c_after(enum c_state before, char c, char next);

/* Whether a token begins with `c`; and which kind of token. */
bool c_begins(enum c_state before, char c);
enum c_kind c_kind_of(char c, char next);

#endif
