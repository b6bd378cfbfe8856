/* buttons.h - the buttons for the mouse, at the left of the time bar.
 *
 *     |<  >  >|  -  +  tiles  ?    [=====-----------]   12.5 us of 40
 */
#ifndef BUTTONS_H
#define BUTTONS_H

#include "scenes/picture.h"

enum button {
    BUTTON_NONE = -1,
    BUTTON_BACK,
    BUTTON_PLAY,
    BUTTON_STEP,
    BUTTON_SLOWER,
    BUTTON_FASTER,
    BUTTON_SCENE,
    BUTTON_HELP,
    BUTTONS
};

/* The width of all buttons together, for the member `left` of the view. */
double buttons_width(const struct view *view);

/* Draws the buttons over a picture of that view. */
void draw_buttons(struct drawing *d, const struct view *view, bool playing);

enum button button_at(const struct view *view, double x, double y);

#endif
