/* scene.h - what a recording can be looked at as: one line of EACH_SCENE each.
 *
 * A scene is a pure function of recording, instant and view, drawn into a box.
 * A new one is a scene_NAME.c and that line: it is in the window, in files and
 * on pages.
 */
#ifndef SCENE_H
#define SCENE_H

#include "recording/instant.h"
#include "drawing.h"

struct view;

/* What a scene is drawn from. */
struct stage {
    const struct recording *recording;
    const struct instant *instant; /* at view->at */
    const struct view *view;
    const struct theme *theme;
};

struct scene {
    bool wide; /* zoom makes it wider only */
    const char *name;
    const char *about; /* a line for --help and the help page */
    /* NULL, or a sentence: why this recording has nothing to show here. */
    const char *(*lacks)(const struct recording *recording);
    void (*draw)(struct drawing *d, const struct stage *stage, struct box box);
    /* The tile at a point of the box, or -1; NULL: none anywhere. */
    int (*tile_at)(const struct stage *stage, struct box box, double x,
                   double y);
    /* What is at that point, in a line; false: nothing to say. NULL: never. */
    bool (*tell)(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes);
};

extern const struct scene *const scenes[];
extern const int scene_count;

/* By name, or -1. */
int scene_by_name(const char *name);

/* What tiles and both say of a recording without any. */
const char *scene_lacks_tiles(const struct recording *recording);

/* All of them, in the order of their keys: scene_NAME, each a file. */
#define EACH_SCENE(line)                                                       \
    line(tiles) line(timeline) line(statistics) line(memory) line(network)     \
        line(both) line(ways)

#define DECLARE_SCENE(name) extern const struct scene scene_##name;
EACH_SCENE(DECLARE_SCENE)
#undef DECLARE_SCENE

#endif
