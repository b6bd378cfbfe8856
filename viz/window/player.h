/* player.h - shared by the window's files: the state of the player, and the actions of
 * keys and mouse. Only this folder uses SDL2.
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
    char note
        [256]; /* shown beside the time: the settings, the speed or an error */
    struct surface *surface;
    struct playing show;
    bool playing, quits, changed;
    bool goes_back; /* to the list of stories */
    int speed;      /* exponent: 2^speed times as fast */
    Uint64 last;
    enum { DRAG_NOTHING, DRAG_BAR, DRAG_SCENE, DRAG_BUTTON } drag;
    bool moved;  /* the pointer moved after the button went down: not a click */
    double x, y; /* last place of the pointer */
};

/* player_time.c: go to a time; step to the next event with a caption (by 1), or to the
 * previous one (by -1), optionally only phases; play on as time passes. */
void player_go_to(struct player *p, double at);
void player_step(struct player *p, int by, bool phases);
void player_play(struct player *p);

/* Goes to the next bookmark (by 1) or to the previous one (by -1). */
void player_go_to_mark(struct player *p, int by);

/* player_keys.c */
void player_key(struct player *p, SDL_Keycode code);

/* Sets the note beside the time: `why`, or, if it is NULL, the settings and the speed. */
void player_note(struct player *p, const char *why);

/* player_mouse.c: at a pixel of the whole picture. */
void player_zoom(struct player *p, double x, double y, double by);
void player_press(struct player *p, double x, double y);
void player_move(struct player *p, double x, double y);
void player_release(struct player *p, double x, double y);

/* player_export.c: writes the view to the first free name of scanviz-1.png,
 * scanviz-2.png, ..., and prints the command that writes the same picture. */
void player_export(struct player *p);

#endif
