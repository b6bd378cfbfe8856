/* picture.h - a recording at one time, as a picture: a pure function of the
 * recording and the view. The same view gives the same picture.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "scene.h"

enum { MAX_MARKS = 32 };

/* What to show, and how. */
struct view {
    int scene;            /* index into scenes[] */
    double width, height; /* pixels */
    double at;            /* time on the recording's clock */
    /* Played by event: `stage` is the event being explained, `part` the elapsed part
     * of its time (0 to 1); no event after `until` has happened. By time: -1, 1,
     * INT_MAX. */
    int stage;
    double part;
    int until;
    int asks; /* 2k: the question of a story's stop k; 2k + 1: its answer;
                     -1: none */
    /* one of several parts of a picture: omits its own last sentence */
    bool beside;
    bool machine; /* plays by the recording's clock, not by event */
    bool still;   /* no motion within an event */
    double axis;  /* length of the time axis; 0: the recording's length */
    int levels;   /* levels of the deepest network beside it, or 0 */
    int follow;   /* the tile that is followed, or -1 */
    /* The scene is enlarged by this factor, 1 or more; its point `look`, as parts of
     * its sides, is in the middle if possible. */
    double zoom, look_x, look_y;
    double hover_x, hover_y; /* the pointer, in pixels; or negative */
    double head[2];          /* scale of the two head lines; 0: full size */
    bool brief;              /* short head lines */
    bool dark, projector;
    bool bare;   /* only the scene, as on a page: no head, no caption, no bar */
    double text; /* size of text in a bare view */
    bool diagram;           /* of decisions, beside the tiles */
    bool speaker;           /* with a remark below the caption */
    bool help;              /* the keys, over everything */
    bool greets;            /* an introduction instead of the caption */
    double left;            /* free width at the left of the time bar */
    double mark[MAX_MARKS]; /* bookmarks: times */
    int marks;
    const char *note;          /* beside the time, such as the speed; or NULL */
    const char *font;          /* NULL: a sans-serif font */
    const struct ruler *ruler; /* of the surface to draw on */
};

/* Sets the view to that time, with no event being explained. */
void view_go(struct view *view, double at);

/* A view of the whole recording, in its first scene and without zoom. */
struct view view_of(double width, double height);

/* The theme for pictures of the view. */
struct theme theme_in(const struct view *view);

/* Moves `instant` to view->at, and draws the picture. */
void draw_picture(struct drawing *d, const struct recording *recording,
                  struct instant *instant, const struct view *view);

/* The scale at which a line of the head fits: 1 is full size. */
double head_fit(const struct recording *recording, const struct view *view,
                int which);

/* Draws the caption of the first part over the whole `width` of a picture with several
 * parts, which then have no captions of their own; `view` is the part's view. */
void draw_whole_caption(struct drawing *d, const struct recording *recording,
                        const struct instant *instant, const struct view *view,
                        double width);

/* Draws the list of keys in a box over the picture, as `help` of a view does. */
void draw_keys(struct drawing *d, const struct view *view);

/* The length of time that is visible without zoom. */
double time_axis(const struct stage *stage);

/* The boxes of the scene, and of the time bar with its text. */
struct box scene_window(const struct view *view);
struct box bar_window(const struct view *view);

/* The time at pixel x of the bar; outside the bar, below 0 or past the end. */
double bar_time(const struct recording *recording, const struct view *view,
                double x);

/* The box of the enlarged scene: parts of it are outside the window. */
struct box scene_box(const struct view *view);

/* The tile that is followed, or else the tile of the newest event that has one; -1:
 * none. */
int tile_in_view(const struct recording *recording,
                 const struct instant *instant, const struct view *view);

/* For a bare view: draws only the scene, and its text at the pointer. */
void draw_bare(struct drawing *d, const struct recording *recording,
               struct instant *instant, const struct view *view);

/* Writes the sentence about the view's moment. */
void caption_in_view(const struct recording *recording,
                     const struct instant *instant, const struct view *view,
                     char *line, size_t bytes);

/* Writes a remark for the speaker; *warns is true if it is about a finding. */
void remark_in_view(const struct recording *recording,
                    const struct instant *instant, const struct view *view,
                    char *line, size_t bytes, bool *warns);

/* The tile at a pixel, or -1. */
int tile_at_pixel(const struct recording *recording,
                  const struct instant *instant, const struct view *view,
                  double x, double y);

#endif
