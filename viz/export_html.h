/* export_html.h - a recording as one page that plays it in a browser:
 * page/page.html with the recording in it. Nothing else is loaded.
 */
#ifndef EXPORT_HTML_H
#define EXPORT_HTML_H

#include "picture.h"

#include <stdio.h>

/* The page begins with `view`; its size is that of the browser's window. Words
 * of the recording cannot become markup or script. False: out of memory;
 * whether all could be written, `out` knows. */
bool export_html(FILE *out, const struct recording *recording,
                 const struct view *view);

#endif
