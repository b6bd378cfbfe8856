/* page_text.h - words of a trace, and numbers, into a page: whatever a trace
 * holds, its words become neither markup nor script.
 */
#ifndef PAGE_TEXT_H
#define PAGE_TEXT_H

#include <stdio.h>

enum { PLACE_OF_NUMBER = '\1' }; /* in a caption's pattern */

/* Control characters are no text, and one of them is PLACE_OF_NUMBER. */
unsigned char shown_letter(char c);

void put_html(FILE *out, const char *text);

/* Without the characters that end a script or begin a comment in one. */
void put_json_text(FILE *out, const char *text);
void put_json_text_or_null(FILE *out, const char *text);

/* The shortest of those that read as the same number. */
void put_number(FILE *out, double x);

#endif
