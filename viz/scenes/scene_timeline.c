/* scene_timeline.c - what the multiprocessors' slots are doing over time.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 *                            | now
 */
#include "timeline.h"
#include "message_arrows.h"
#include "picture.h"
#include "recording/caption.h"

#include <math.h>

/* Below the legend. */
static struct timeline timeline_of(const struct stage *stage, struct box box)
{
    const double now = stage->theme->text * 0.35; /* its head */
    const double legend = timeline_legend_height(stage) + now;

    const bool of_ranks = stage->recording->ranks > 0;
    struct timeline timeline = timeline_in(
        stage, (struct box){box.x, box.y + legend, box.w, box.h - legend},
        stage->recording->rows, stage->theme->text * (of_ranks ? 8 : 2.4));

    if (of_ranks) /* for the arrows between rows */
        timeline.gap = 0.28;
    return timeline;
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct timeline timeline = timeline_of(stage, box);

    timeline_draw(d, stage, &timeline);
    message_arrows_draw(d, stage, &timeline);
    timeline_legend(d, stage, box.y);
    timeline_now(d, stage, &timeline, timeline.box.y,
                 timeline.box.y + timeline.row * timeline.rows);
    timeline_names(d, stage, &timeline, timeline_slot_name);
}

static int tile_at(const struct stage *stage, struct box box, double x,
                   double y)
{
    const struct timeline timeline = timeline_of(stage, box);
    const struct span *const span = timeline_span_at(stage, &timeline, x, y);

    return span ? span->tile : -1;
}

/* The phase of a slot at that time. */
static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    const struct timeline timeline = timeline_of(stage, box);
    const struct span *const span = timeline_span_at(stage, &timeline, x, y);
    const struct event *const message = message_at(stage, &timeline, x, y);

    if (message) {
        caption_of_message(stage->recording, message, line, bytes);
        return true;
    }
    if (span)
        timeline_tell(stage->recording, span, line, bytes);
    return span != NULL;
}

const struct scene scene_timeline = {
    .wide = true,
    .tile_at = tile_at,
    .tell = tell,
    .name = "timeline",
    .about = "the work of each slot over time",
    .draw = draw,
};
