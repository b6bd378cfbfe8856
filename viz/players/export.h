/* export.h - pictures without a display.
 *
 * The file name's extension selects the format: .png, .svg, .pdf show the
 * instant view->at; .gif and .mp4, made with ffmpeg, play the recording; .html
 * is a page that plays it.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "scenes/screen.h"

struct film {
    double seconds; /* length; 0: long enough for everything to be read */
    int frames_per_second;
    bool subtitles; /* also write a .vtt file beside it */
};

enum export_result { EXPORTED, EXPORT_USAGE, EXPORT_FAILED, EXPORT_LACKS };

/* Writes the whole file or nothing. If the result is not EXPORTED, *why, of `bytes`
 * bytes, is a line with the error. */
enum export_result export_picture(struct screen *screen,
                                  const struct view *view,
                                  const struct film *film, const char *path,
                                  char *why, size_t bytes);

#endif
