/* scenes.c - all scenes of scene.h, found by number and by name. */
#include "scene.h"

#include <string.h>

#define ADDRESS_OF(name) &scene_##name,
const struct scene *const scenes[] = {EACH_SCENE(ADDRESS_OF)};
#undef ADDRESS_OF
const int scene_count = sizeof scenes / sizeof *scenes;

const char *scene_lacks_tiles(const struct recording *recording)
{
    return recording->tiles > 0 ? NULL
                                : "This kernel does not report tiles: look at "
                                  "its timeline (key 2).";
}

int scene_by_name(const char *name)
{
    for (int k = 0; k < scene_count; k++)
        if (!strcmp(name, scenes[k]->name))
            return k;
    return -1;
}
