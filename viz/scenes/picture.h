/* picture.h - a recording at one time, as a picture: a pure function of the
 * recording and the view. The same view gives the same picture.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "scene.h"

enum { MOST_MARKS = 32 };

/* What is looked at, and how. */
struct view {
    int scene;            /* of scenes[] */
    double width, height; /* pixels */
    double at;            /* of the recording's clock */
    /* Played by event: this one is told of, and so much of its time is over (0
     * to 1); no event after `until` has happened. -1, 1, INT_MAX: by time. */
    int stage;
    double part;
    int until;
    int asks;     /* 2k: the question of a story's stop k; 2k + 1: its answer;
                     -1: none */
    bool beside;  /* others stand beside it, and are not at their ends */
    bool machine; /* plays by the recording's clock, not by event */
    bool still;   /* ... and nothing moves within an event */
    double axis;  /* so long is the axis of time; 0: as the recording */
    int levels;   /* of the deepest network beside it, or 0 */
    int follow;   /* this tile stays in the middle of things, or -1 */
    /* The scene is drawn this many times as large, 1 or more; the point `look`
     * of it, as parts of its sides, is in the middle where that can be. */
    double zoom, look_x, look_y;
    double hover_x, hover_y; /* pixels: what is there is told; or negative */
    double head[2]; /* its lines are so large a part of themselves; 0: all */
    bool brief;     /* ... and say the least */
    bool dark, projector;
    bool bare;    /* the scene alone, as a page has it: no head, no caption, no
                     bar ... */
    double text;  /* ... and its text is so large */
    bool diagram; /* of decisions, beside the tiles */
    bool speaker; /* with a remark below the caption */
    bool help;    /* the keys, over everything */
    bool greets;  /* says what this is, in place of the caption */
    double left;  /* so much room is free at the left of the bar of time */
    double mark[MOST_MARKS]; /* bookmarks: times */
    int marks;
    const char *note;          /* beside the time, such as the speed; or NULL */
    const char *font;          /* NULL: a sans-serif one */
    const struct ruler *ruler; /* of the surface that it goes to */
};

/* To that time, as it is when no event is on its way. */
void view_go(struct view *view, double at);

/* The whole recording, its first scene, without zoom. */
struct view view_of(double width, double height);

/* What pictures of it are drawn with. */
struct theme theme_in(const struct view *view);

/* `instant` is taken to view->at. */
void draw_picture(struct drawing *d, const struct recording *recording,
                  struct instant *instant, const struct view *view);

/* So large a part of itself a line of the head has room for. */
double head_fit(const struct recording *recording, const struct view *view,
                int which);

/* The caption of a first part, in place of those of all parts of a picture that is so
 * wide; `view` is that of the part. */
void draw_whole_caption(struct drawing *d, const struct recording *recording,
                        const struct instant *instant, const struct view *view,
                        double width);

/* What the keys do, in a box over the picture: `help` of a view draws it. */
void draw_keys(struct drawing *d, const struct view *view);

/* So much time is seen without zoom. */
double time_axis(const struct stage *stage);

/* Where the scene is drawn, and where the bar of time and its words are. */
struct box scene_window(const struct view *view);
struct box bar_window(const struct view *view);

/* Under pixel x, as the bar is drawn; outside of it, before 0 or beyond the
 * end. */
double bar_time(const struct recording *recording, const struct view *view,
                double x);

/* The scene as large as it is with zoom: parts of it are outside the window. */
struct box scene_box(const struct view *view);

/* Of the tile that is followed, or else of the one that the newest event tells
 * of; -1: none. */
int tile_in_view(const struct recording *recording,
                 const struct instant *instant, const struct view *view);

/* The scene alone, and what it tells at the pointer: for a bare view. */
void draw_bare(struct drawing *d, const struct recording *recording,
               struct instant *instant, const struct view *view);

/* What happens, in a sentence. */
void caption_in_view(const struct recording *recording,
                     const struct instant *instant, const struct view *view,
                     char *line, size_t bytes);

/* What a speaker may say to it; *warns: it tells of a finding. */
void remark_in_view(const struct recording *recording,
                    const struct instant *instant, const struct view *view,
                    char *line, size_t bytes, bool *warns);

/* The tile at a pixel, or -1. */
int tile_at_pixel(const struct recording *recording,
                  const struct instant *instant, const struct view *view,
                  double x, double y);

#endif
