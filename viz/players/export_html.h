/* export_html.h - a recording, or several side by side, as one page that plays them in
 * a browser: page/page.html with the recordings in it. It loads nothing else.
 */
#ifndef EXPORT_HTML_H
#define EXPORT_HTML_H

#include "scenes/screen.h"

#include <stdio.h>

/* Whether this program can write pages: clang and lld were available when it was
 * built. */
bool export_html_is_there(void);

/* The page begins with `view`, or with another scene if no recording has its
 * scene; its size is that of the browser's window. Text of a recording cannot
 * become markup or script. False: out of memory. The caller checks `out` for
 * write errors. */
bool export_html(FILE *out, struct screen *screen, const struct view *view);

#endif
