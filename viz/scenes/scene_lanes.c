/* scene_lanes.c - what the slots of multiprocessors do, over time.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 *                            | now
 */
#include "lanes.h"
#include "picture.h"

#include <math.h>

/* Below the legend. */
static struct lanes lanes_of(const struct stage *stage, struct box box)
{
    const double now = stage->theme->text * 0.35; /* its head */
    const double legend = lanes_legend_height(stage) + now;

    return lanes_in(stage,
                    (struct box){box.x, box.y + legend, box.w, box.h - legend},
                    stage->recording->rows, stage->theme->text * 2.4);
}

static void draw(cairo_t *cr, const struct stage *stage, struct box box)
{
    const struct lanes lanes = lanes_of(stage, box);

    lanes_draw(cr, stage, &lanes);
    lanes_legend(cr, stage, box.y);
    lanes_now(cr, stage, &lanes, lanes.box.y,
              lanes.box.y + lanes.row * lanes.rows);
    lanes_names(cr, stage, &lanes, lanes_slot_name);
}

static int tile_at(const struct stage *stage, struct box box, double x,
                   double y)
{
    const struct lanes lanes = lanes_of(stage, box);
    const struct span *const span = lanes_span_at(stage, &lanes, x, y);

    return span ? span->tile : -1;
}

/* What a slot does at that time. */
static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    const struct lanes lanes = lanes_of(stage, box);
    const struct span *const span = lanes_span_at(stage, &lanes, x, y);

    if (span)
        lanes_tell(stage->recording, span, line, bytes);
    return span != NULL;
}

const struct scene scene_lanes = {
    .wide = true,
    .tile_at = tile_at,
    .tell = tell,
    .name = "lanes",
    .about = "what the slots do, over time",
    .draw = draw,
};
