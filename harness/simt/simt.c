/* simt.c - a machine is opened, asked and closed. */
#include "simt/run/machine.h"
#include "simt/cost/model.h"

#include <stdlib.h>
#include <string.h>

const struct machine *simt_machine(void)
{
    return &model()->limits;
}

enum status simt_open(const struct module_source *source, struct simt **out,
                      struct problem *why)
{
    enum compiler_family family;
    const enum status status = compiler_fit(&family, why);

    *out = NULL;
    return status == OK ? simt_open_for(source, family, out, why) : status;
}

enum status simt_open_for(const struct module_source *source,
                          enum compiler_family family, struct simt **out,
                          struct problem *why)
{
    struct simt *simt = *out = calloc(1, sizeof *simt);

    if (!simt)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    simt->sync_mask = 1023;
    simt->sync = calloc(simt->sync_mask + 1, sizeof *simt->sync);
    simt->site_offset = calloc(SITES_MOST, sizeof *simt->site_offset);
    enum status status = simt->sync && simt->site_offset
                             ? OK
                             : problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK)
        status = memory_open(simt, why);
    if (status == OK)
        status = simt_load(simt, source, family, why);
    if (status == OK)
        return OK;
    simt_close(simt);
    *out = NULL;
    return status;
}

void simt_close(struct simt *simt)
{
    if (!simt)
        return;
    for (int s = 0; s < simt->slots; s++)
        for (int w = 0; simt->block[s].warp && w < MOST_THREADS / WARP; w++)
            free(simt->block[s].warp[w].requests);
    explore_close(simt->explore);
    simt_unload(simt);
    memory_close(simt);
    for (uint32_t i = 0; i < simt->many_room; i++)
        free(simt->many[i].reader);
    free(simt->many);
    while (simt->pool) {
        struct pool_chunk *next = simt->pool->next;
        free(simt->pool);
        simt->pool = next;
    }
    free(simt->near.list);
    free(simt->far.list);
    free(simt->copy);
    free(simt->sync);
    free(simt->site_offset);
    free(simt->site_at);
    free(simt->start_order);
    retime_free(simt);
    free(simt->trace_places);
    free(simt);
}

enum status simt_explore(struct simt *simt, int preemptions,
                         struct problem *why)
{
    explore_close(simt->explore);
    simt->explore = explore_open(preemptions);
    return simt->explore ? OK
                         : problem_set(why, MACHINE_LACKS, "out of memory");
}

void simt_begin_run(struct simt *simt)
{
    simt->path = 1;
    if (simt->explore)
        explore_begin(simt->explore);
}

bool simt_next_run(struct simt *simt)
{
    return explore_next(simt->explore);
}

struct explore_result simt_explored(const struct simt *simt)
{
    return simt->explore ? explore_result(simt->explore)
                         : (struct explore_result){0, false, false};
}

bool simt_is_unsure(const struct simt *simt)
{
    return simt->unsure;
}

uint64_t simt_path(const struct simt *simt)
{
    return simt->path;
}

void simt_trace(struct simt *simt, struct trace *trace)
{
    simt->trace = trace;
    simt->traces_accesses = trace && trace_keeps_accesses(trace);
    if (trace && !simt->trace_places)
        simt->trace_places = calloc(SITES_MOST, sizeof *simt->trace_places);
    else if (trace) /* it may be another one */
        memset(simt->trace_places, 0, SITES_MOST * sizeof *simt->trace_places);
}

const struct simt_counts *simt_counts(const struct simt *simt)
{
    return &simt->counts;
}

void simt_counts_reset(struct simt *simt)
{
    memset(&simt->counts, 0, sizeof simt->counts);
    simt->last_end = 0;
}
