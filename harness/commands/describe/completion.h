/* completion.h - what a shell's completion script is made of. */
#ifndef COMPLETION_H
#define COMPLETION_H

/* How a shell spells a table of words, and the functions that use it. A table
 * is a function: it prints the words of a key, or fails. */
struct completion_shell {
    const char *name;
    const char *head;
    const char *words_begin;
    const char *meanings_begin; /* NULL: the shell shows none */
    /* case KEY or KEY: 'WORD WORD' or 'TEXT', and its end; `any` opens a key
     * that may begin with anything. */
    const char *entry_begin, *entry_or, *any;
    const char *entry_words, *entry_text, *entry_end;
    const char *table_end;
    const char *quote, *backslash; /* each, within single quotes */
    const char *function[4];       /* parts; ends with NULL */
};

/* Ends with a NULL name. */
extern const struct completion_shell completion_shells[];

#endif
