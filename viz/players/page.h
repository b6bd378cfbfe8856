/* page.h - the files of page/, embedded in the program as strings. page_script
 * is all .js files, one after another; page_code is WebAssembly, and empty if
 * clang or lld was missing when the program was built.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>

extern const char page_html[], page_style[], page_script[];
extern const unsigned char page_code[];
extern const size_t page_code_bytes;

#endif
