/* scene.h - the type of a scene. EACH_SCENE lists all scenes.
 *
 * A scene is a pure function of recording, instant and view, drawn into a box.
 * A new scene needs a scene_NAME.c and an entry in EACH_SCENE: it then appears in the
 * window, in files and on pages.
 */
#ifndef SCENE_H
#define SCENE_H

#include "recording/instant.h"
#include "drawing.h"

struct view;

/* The input of a scene. */
struct stage {
    const struct recording *recording;
    const struct instant *instant; /* at view->at */
    const struct view *view;
    const struct theme *theme;
};

struct scene {
    bool wide; /* zoom only makes it wider */
    const char *name;
    /* one line of description, for --help and the help page */
    const char *about;
    /* NULL, or a sentence: the reason why this recording has nothing to show. */
    const char *(*lacks)(const struct recording *recording);
    void (*draw)(struct drawing *d, const struct stage *stage, struct box box);
    /* The tile at a point of the box, or -1. NULL: the scene has no tiles. */
    int (*tile_at)(const struct stage *stage, struct box box, double x,
                   double y);
    /* Describes the point in a line; false: nothing is there. NULL: the scene
     * describes none. */
    bool (*tell)(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes);
};

extern const struct scene *const scenes[];
extern const int scene_count;

/* By name, or -1. */
int scene_by_name(const char *name);

/* The function `lacks` of the scenes "tiles" and "both". */
const char *scene_lacks_tiles(const struct recording *recording);

/* All scenes, in the order of their keys: scene_NAME, each in its file. */
#define EACH_SCENE(line)                                                       \
    line(tiles) line(timeline) line(statistics) line(memory) line(network)     \
        line(both) line(ways)

#define DECLARE_SCENE(name) extern const struct scene scene_##name;
EACH_SCENE(DECLARE_SCENE)
#undef DECLARE_SCENE

#endif
