/* player.h - what the window's files share: what is shown, and what keys and
 * mouse do to it. SDL2 is known in this folder alone.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "recording/live.h"
#include "scenes/playing.h"
#include "surface.h"

struct player {
    struct screen *screen;
    struct live *live; /* or NULL */
    struct recording **first;
    struct view view;
    char note[256]; /* beside the time: settings, speed, what went wrong */
    struct surface *surface;
    struct playing show;
    bool playing, quits, changed;
    bool goes_back; /* to the list of stories */
    int speed;      /* 2 to the power of */
    Uint64 last;
    enum { DRAG_NOTHING, DRAG_BAR, DRAG_SCENE, DRAG_BUTTON } drag;
    bool moved;  /* since the button went down: then it is no click */
    double x, y; /* where the pointer was */
};

/* player_time.c: to a time; to the next event that is told of (by 1), or to
 * the one before (by -1), or of phases alone; on, as time passes. */
void player_go_to(struct player *p, double at);
void player_step(struct player *p, int by, bool phases);
void player_play(struct player *p);

/* To the next bookmark. */
void player_go_to_mark(struct player *p, int by);

/* player_keys.c */
void player_key(struct player *p, SDL_Keycode code);

/* What stands beside the time: `why`, or else settings and speed. */
void player_note(struct player *p, const char *why);

/* player_mouse.c: at a pixel of the whole picture. */
void player_zoom(struct player *p, double x, double y, double by);
void player_press(struct player *p, double x, double y);
void player_move(struct player *p, double x, double y);
void player_release(struct player *p, double x, double y);

/* player_export.c: the view as scanviz-1.png, or the first such name that is
 * free; prints the command that would have written it. */
void player_export(struct player *p);

#endif
