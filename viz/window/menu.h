/* menu.h - the stories, to choose one by keys or mouse. */
#ifndef MENU_H
#define MENU_H

#include "surface.h"

/* The chosen story, in the order of its list, or -1: none, the window is to be
 * closed. `chosen` is lit at first. */
int menu_choose(struct surface *surface, const struct view *view, int chosen);

#endif
