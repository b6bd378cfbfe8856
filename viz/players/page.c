/* page.c - the assembler embeds the files of page/ in the program, and the scenes
 * as compiled by clang, so the program needs no files beside it. The Makefile
 * lists them as prerequisites. */
#include "page.h"

#ifndef PAGE_CODE /* the Makefile tells where it is */
#define PAGE_CODE "build/viz/players/page.wasm"
#endif

__asm__(
    ".pushsection .rodata\n"
    ".global page_html, page_style, page_script, page_code, page_code_bytes\n"
    "page_html:\n"
    ".incbin \"viz/players/page/page.html\"\n"
    ".byte 0\n"
    "page_style:\n"
    ".incbin \"viz/players/page/page.css\"\n"
    ".byte 0\n"
    "page_script:\n"
    ".incbin \"viz/players/page/code.js\"\n"
    ".incbin \"viz/players/page/pen.js\"\n"
    ".incbin \"viz/players/page/picture.js\"\n"
    ".incbin \"viz/players/page/player.js\"\n"
    ".byte 0\n"
    "page_code:\n"
    ".incbin \"" PAGE_CODE "\"\n"
    "page_code_end:\n"
    ".balign 8\n"
    "page_code_bytes:\n"
    ".8byte page_code_end - page_code\n"
    ".popsection\n");
