/* text_code.h - C++ source without the parts that are not code. */
#ifndef SIMT_TEXT_CODE_H
#define SIMT_TEXT_CODE_H

#include <stdbool.h>
#include <stddef.h>

/* Joins lines that end with a backslash, as the compiler does first, and
 * preserves the number of lines. */
void text_join_lines(char *text);
/* The same; place[i] is the former position of character i. */
void text_join_lines_from(char *text, size_t *place);
/* The kind of each character in a text whose lines have been joined. A literal
 * includes its quotes; its prefix and suffix are separate words. */
enum text_kind {
    TEXT_CODE = 'c',
    TEXT_WORD = 'w',
    TEXT_NUMBER = 'n',
    TEXT_LITERAL = 'l',
    TEXT_COMMENT = ' '
};
/* Fills kind[strlen(text)]. */
void text_kinds(const char *text, char *kind);
/* Blanks out comments and literals. A literal ends at the end of its line at
 * the latest: the compiler rejects longer ones, except in text that it skips.
 * If a directive contains a comment with a newline and continues after that
 * comment, so that what looks like two lines is one, returns the first such
 * newline. NULL: there is none. */
const char *text_blank(char *text);

bool text_is_letter(char c);
/* The length of the word that begins at `at`. */
size_t text_word(const char *at);
/* 1, 2, ... */
int text_line(const char *text, const char *at);

/* The origin of a line of a preprocessed text. */
struct text_marker {
    char file[4096]; /* its plain name */
    int line;
    bool ours; /* of the machine or the system */
};

/* at is the # of a line: # 12 "kernel.cu" 2 3. Other lines change nothing. */
void text_take_marker(const char *at, struct text_marker *marker);

#endif
