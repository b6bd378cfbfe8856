/* export_parts.h - shared by the files export*.c: the file being written. */
#ifndef EXPORT_PARTS_H
#define EXPORT_PARTS_H

#include "export.h"
#include "whole_file.h"

#include <signal.h>

struct job {
    struct screen *screen;
    const struct view *view;
    const struct film *film;
    const char *path;
    struct whole_file to;
    char *why;
    size_t bytes;
};

/* The helper process that writes the file, and must end when this process ends;
 * or 0. */
extern volatile sig_atomic_t export_helper;

/* Deletes the file and writes the error to job->why. */
enum export_result export_fails(struct job *job, enum export_result result,
                                const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Moves the finished file to its name. */
enum export_result export_finish(struct job *job);

/* Writes a .gif or .mp4 to job->to. */
enum export_result export_film(struct job *job, const char *ending);

#endif
