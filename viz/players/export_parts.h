/* export_parts.h - what the files export*.c share: one file that is written. */
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

/* The process that writes it, ended when this one is; or 0. */
extern volatile sig_atomic_t export_helper;

/* The file is gone, job->why says why. */
enum export_result export_fails(struct job *job, enum export_result result,
                                const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The file is under its name. */
enum export_result export_finish(struct job *job);

/* .gif or .mp4: into job->to. */
enum export_result export_film(struct job *job, const char *ending);

#endif
