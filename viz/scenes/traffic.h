/* traffic.h - above the tiles: the launches of a run, and the bytes that its blocks have
 * read and written, on one scale for all runs.
 *
 *     [reduce_full_tiles] [ scan_totals ] [ scan_tiles ]     the running launch is framed
 *     #########///////                                       read, written
 *     0        1n       2n       3n
 */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "scene.h"

/* The height needed; 0: the recording has one launch and no traffic. */
double traffic_height(const struct theme *theme,
                      const struct recording *recording);
void draw_traffic(struct drawing *d, const struct stage *stage, struct box box);

#endif
