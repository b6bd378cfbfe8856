/* graph.h - work captured into a CUDA graph, and launched once.
 *
 *     graph_begin        the stream of context.h captures: nothing runs
 *     ...                enqueue kernels, copies and fills as usual
 *     graph_end          the graph is on the GPU, ready to be launched
 *     graph_launch       all of it runs, from one call of the driver
 *     graph_free
 *
 * While the stream captures, the host must not wait for it or query it: such a
 * call makes the capture fail. Memory is allocated beforehand, too, since an
 * allocation is not captured but takes place immediately.
 *
 * A captured launch keeps its arguments, among them the number of the launch.
 * A second run of the graph would find the status words of the first one under
 * its own numbers, and take them for current. So a graph is launched only once.
 */
#ifndef GRAPH_H
#define GRAPH_H

#include "driver.h"

/* The first function that the driver lacks for graphs, or NULL. Precondition:
 * driver_lacks() is NULL. */
const char *graph_lacks(void);

/* All functions return the status of context_problem(). After OK from
 * graph_begin the caller always calls graph_end, which ends the capture even if
 * it failed, so that the stream can be used again. */
enum status graph_begin(struct problem *why);

/* On OK the caller frees *out; otherwise *out is NULL. */
enum status graph_end(CUgraphExec *out, struct problem *why);

/* Precondition: the first launch of this graph. */
enum status graph_launch(CUgraphExec graph, struct problem *why);

/* Precondition: the graph does not run any more. NULL is fine. */
void graph_free(CUgraphExec graph);

#endif
