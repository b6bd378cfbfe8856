/* export_html.h - a recording, or two side by side, as one page that plays them
 * in a browser: page/page.html with them in it. Nothing else is loaded.
 */
#ifndef EXPORT_HTML_H
#define EXPORT_HTML_H

#include "scenes/screen.h"

#include <stdio.h>

/* Whether this program can: clang and lld were there when it was built. */
bool export_html_is_there(void);

/* The page begins with `view`, or where no recording has its scene, with one
 * that is there; its size is that of the browser's window. Words of a recording
 * cannot become markup or script. False: out of memory; whether all could be
 * written, `out` knows. */
bool export_html(FILE *out, struct screen *screen, const struct view *view);

#endif
