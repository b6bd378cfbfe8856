/* page_text.h - writes text of a trace, and numbers, to a page: whatever a trace
 * contains, its text becomes neither markup nor script.
 */
#ifndef PAGE_TEXT_H
#define PAGE_TEXT_H

#include <stdio.h>

/* Writes HTML text; control characters become spaces. */
void put_html(FILE *out, const char *text);

/* Writes the shortest form that reads back as the same number. */
void put_number(FILE *out, double x);

#endif
