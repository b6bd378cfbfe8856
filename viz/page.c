/* page.c - the assembler puts page.html into the program, which so needs no
 * file beside it. The Makefile says that this depends on page.html. */
#include "page.h"

__asm__(".pushsection .rodata\n"
        ".global page_html\n"
        "page_html:\n"
        ".incbin \"viz/page.html\"\n"
        ".byte 0\n"
        ".popsection\n");
