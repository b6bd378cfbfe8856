/* export.h - pictures without a display.
 *
 * By the ending of the name: .png, .svg, .pdf hold the instant view->at;
 * .gif and .mp4 play the recording, by ffmpeg; .html is a page that
 * plays it.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "scenes/screen.h"

struct film {
    double seconds; /* how long it plays; 0: as long as it takes to be read */
    int frames_per_second;
    bool subtitles; /* also as .vtt beside it */
};

enum export_result { EXPORTED, EXPORT_USAGE, EXPORT_FAILED, EXPORT_LACKS };

/* Writes the file whole or not at all. Anything but EXPORTED: *why, of `bytes`
 * bytes, is a line that says what was wrong. */
enum export_result export_picture(struct screen *screen,
                                  const struct view *view,
                                  const struct film *film, const char *path,
                                  char *why, size_t bytes);

#endif
