/* page.h - the files of page/, as they stand in the program: texts, with their
 * ends. page_script is all .js, one after the other.
 */
#ifndef PAGE_H
#define PAGE_H

extern const char page_html[], page_style[], page_script[];

#endif
