/* page_text.h - words of a trace, and numbers, into a page: whatever a trace
 * holds, its words become neither markup nor script.
 */
#ifndef PAGE_TEXT_H
#define PAGE_TEXT_H

#include <stdio.h>

/* As text of HTML; control characters are spaces. */
void put_html(FILE *out, const char *text);

/* The shortest of those that read as the same number. */
void put_number(FILE *out, double x);

#endif
