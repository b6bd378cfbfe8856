/* page.c - the assembler puts the files of page/ into the program, which so
 * needs none beside it. The Makefile says that this depends on them. */
#include "page.h"

__asm__(".pushsection .rodata\n"
        ".global page_html, page_style, page_script\n"
        "page_html:\n"
        ".incbin \"viz/page/page.html\"\n"
        ".byte 0\n"
        "page_style:\n"
        ".incbin \"viz/page/page.css\"\n"
        ".byte 0\n"
        "page_script:\n"
        ".incbin \"viz/page/recording.js\"\n"
        ".incbin \"viz/page/pen.js\"\n"
        ".incbin \"viz/page/scene_tiles.js\"\n"
        ".incbin \"viz/page/scene_lanes.js\"\n"
        ".incbin \"viz/page/scene_statistics.js\"\n"
        ".incbin \"viz/page/picture.js\"\n"
        ".incbin \"viz/page/player.js\"\n"
        ".byte 0\n"
        ".popsection\n");
