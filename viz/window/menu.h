/* menu.h - a menu of the stories, for keys and mouse. */
#ifndef MENU_H
#define MENU_H

#include "surface.h"

/* Returns the number of the chosen story in the list, or -1: close the window.
 * `chosen` is highlighted at first. */
int menu_choose(struct surface *surface, const struct view *view, int chosen);

#endif
