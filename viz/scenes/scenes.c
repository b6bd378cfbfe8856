/* scenes.c - all scenes, in the order of their keys. */
#include "scene.h"

#include <string.h>

const struct scene *const scenes[] = {&scene_tiles,      &scene_lanes,
                                      &scene_statistics, &scene_memory,
                                      &scene_network,    &scene_both};
const int scene_count = sizeof scenes / sizeof *scenes;

const char *scene_lacks_tiles(const struct recording *recording)
{
    return recording->tiles > 0
               ? NULL
               : "This kernel tells of no tiles: look at its lanes (key 2).";
}

int scene_by_name(const char *name)
{
    for (int k = 0; k < scene_count; k++)
        if (!strcmp(name, scenes[k]->name))
            return k;
    return -1;
}
