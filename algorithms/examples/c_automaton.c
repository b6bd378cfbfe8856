/* c_automaton.c - see c_automaton.h. */
#include "c_automaton.h"

#include <ctype.h>

const char *const c_kind_names[C_KINDS] = {"word",      "number",  "string",
                                           "character", "comment", "sign"};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Within quotes of either kind. */
static enum c_state in_quotes(enum c_state here, enum c_state escape,
                              char quote, char c)
{
    return c == '\\' ? escape : c == quote ? BETWEEN : here;
}

enum c_state c_after(enum c_state before, char c, char next)
{
    switch (before) {
    case EDGE: return c == '*' ? COMMENT : BETWEEN;
    case COMMENT: return c == '*' && next == '/' ? EDGE : COMMENT;
    case STRING: return in_quotes(STRING, STRING_ESCAPE, '"', c);
    case STRING_ESCAPE: return STRING;
    case QUOTE: return in_quotes(QUOTE, QUOTE_ESCAPE, '\'', c);
    case QUOTE_ESCAPE: return QUOTE;
    default:
        return c == '/' && next == '*' ? EDGE
               : is_word(c)            ? WORD
               : c == '"'              ? STRING
               : c == '\''             ? QUOTE
                                       : BETWEEN;
    }
}

bool c_begins(enum c_state before, char c)
{
    return !isspace((unsigned char)c) &&
           (before == BETWEEN || (before == WORD && !is_word(c)));
}

enum c_kind c_kind_of(char c, char next)
{
    return isdigit((unsigned char)c) ? NUMBERS
           : is_word(c)              ? WORDS
           : c == '"'                ? STRINGS
           : c == '\''               ? QUOTES
           : c == '/' && next == '*' ? COMMENTS
                                     : SIGNS;
}
