/* graph.c - captures the context's stream into a CUDA graph. */
#include "graph.h"
#include "context.h"

const char *graph_lacks(void)
{
    return !cuda.cuStreamBeginCapture          ? "cuStreamBeginCapture_v2"
           : !cuda.cuStreamEndCapture          ? "cuStreamEndCapture"
           : !cuda.cuGraphInstantiateWithFlags ? "cuGraphInstantiateWithFlags"
           : !cuda.cuGraphUpload               ? "cuGraphUpload"
           : !cuda.cuGraphLaunch               ? "cuGraphLaunch"
           : !cuda.cuGraphExecDestroy          ? "cuGraphExecDestroy"
           : !cuda.cuGraphDestroy              ? "cuGraphDestroy"
                                               : NULL;
}

static enum status status_of(CUresult result, const char *call,
                             struct problem *why)
{
    return result == CUDA_SUCCESS ? OK
                                  : context_problem(result, why, "%s", call);
}

/* Relaxed: while a library's kernel is captured, the CUDA runtime may still
 * load its code, which the other modes can forbid. */
enum status graph_begin(struct problem *why)
{
    return status_of(cuda.cuStreamBeginCapture(context_stream(),
                                               CU_STREAM_CAPTURE_MODE_RELAXED),
                     "cuStreamBeginCapture", why);
}

/* Uploads it too, which the first launch would do otherwise. */
static enum status instantiate(CUgraph graph, CUgraphExec *out,
                               struct problem *why)
{
    const enum status status =
        status_of(cuda.cuGraphInstantiateWithFlags(out, graph, 0),
                  "cuGraphInstantiateWithFlags", why);

    if (status != OK)
        *out = NULL;
    return status == OK ? status_of(cuda.cuGraphUpload(*out, context_stream()),
                                    "cuGraphUpload", why)
                        : status;
}

enum status graph_end(CUgraphExec *out, struct problem *why)
{
    CUgraph graph = NULL;
    const unsigned number = context_number();

    *out = NULL;
    enum status status =
        status_of(cuda.cuStreamEndCapture(context_stream(), &graph),
                  "cuStreamEndCapture", why);
    if (status == OK)
        status = instantiate(graph, out, why);
    if (number != context_number()) { /* both are gone with their context */
        *out = NULL;
        return status;
    }
    if (graph)
        cuda.cuGraphDestroy(graph);
    if (status == OK)
        return OK;
    graph_free(*out);
    *out = NULL;
    return status;
}

enum status graph_launch(CUgraphExec graph, struct problem *why)
{
    return status_of(cuda.cuGraphLaunch(graph, context_stream()),
                     "cuGraphLaunch", why);
}

void graph_free(CUgraphExec graph)
{
    if (graph)
        cuda.cuGraphExecDestroy(graph);
}
