/* page.h - page.html, as it stands in the program. */
#ifndef PAGE_H
#define PAGE_H

extern const char page_html[]; /* a text, with its end */

#endif
