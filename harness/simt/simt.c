/* simt.c - opens a machine, gives information about it, and closes it. */
#include "simt.h"
#include "code/compiler.h"
#include "run/fibre.h"
#include "run/parts.h"
#include "run/slots.h"
#include "self_test.h"
#include "simt/cost/model.h"

#include <stdio.h>
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
    const enum status status = compiler_fit(self_test, &family, why);

    *out = NULL;
    return status == OK ? simt_open_for(source, family, out, why) : status;
}

/* Runs the errand on a stack that has room for reading debug information. */
static void run_errand(void *simt, void (*errand)(void *), void *arg)
{
    fibre_errand(simt, errand, arg);
}

enum status simt_open_for(const struct module_source *source,
                          enum compiler_family family, struct simt **out,
                          struct problem *why)
{
    struct simt *simt = *out = calloc(1, sizeof *simt);
    enum status status = OK;

    if (!simt)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    simt->record.names =
        (struct names){.code = &simt->code, .global = &simt->global};
    simt->record.run_errand = run_errand;
    simt->record.run_for = simt;
    if (source->watched)
        compared_open();
    if (!judge_open(&simt->judge))
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK)
        status = code_open(&simt->code, source, family, why);
    if (status == OK && !global_open(&simt->global, simt->code.has_promises))
        status = problem_set(why, MACHINE_LACKS,
                             "no address space for the SIMT machine's memory "
                             "(is ulimit -v set?)");
    if (status == OK)
        return OK;
    simt_close(simt);
    *out = NULL;
    return status;
}

enum status simt_reserve(struct simt *simt, const struct simt_options *options,
                         const struct simt_launch *launch, struct problem *why)
{
    const int gpus = launch->gpus > 1 ? launch->gpus : 1;

    return slots_reserve(simt, gpus * slots_resident(launch, options), why);
}

bool simt_takes(const struct simt *simt, const char *kernel, const int bytes[],
                int parameters)
{
    return code_takes(&simt->code, kernel, bytes, parameters);
}

bool simt_is_too_large(const struct problem *why, char *words, size_t size)
{
    return code_is_too_large(why, words, size);
}

void simt_close(struct simt *simt)
{
    if (!simt)
        return;
    slots_close(simt);
    fibre_close(simt);
    schedule_close(simt);
    code_close(&simt->code);
    global_close(&simt->global);
    judge_close(&simt->judge);
    bulk_close(simt);
    timing_close(&simt->timing);
    record_free(&simt->record);
    follow_close(&simt->follow);
    swaps_close(&simt->swaps);
    busiest_close(&simt->busiest);
    free(simt);
}

void simt_place(const struct simt *simt, uintptr_t offset, char *text,
                size_t size)
{
    struct sites sites = simt->code.sites;

    name_place(&simt->record.names, sites_find(&sites, offset), text, size);
}

/* ----------------------------------------------------------------- memory */

void *simt_alloc(struct simt *simt, const char *name, size_t bytes, size_t unit,
                 size_t offset)
{
    return global_alloc(&simt->global, name, bytes, unit, offset);
}

void *simt_resize(struct simt *simt, const void *memory, size_t offset,
                  size_t bytes)
{
    return global_resize(&simt->global, memory, offset, bytes);
}

void simt_give_back(struct simt *simt, const void *memory)
{
    global_give_back(&simt->global, memory);
}

void simt_opaque(struct simt *simt, const void *memory)
{
    global_set_opaque(&simt->global, memory);
}

void simt_host_wrote(struct simt *simt, const void *memory, size_t bytes)
{
    global_host_wrote(&simt->global, memory, bytes);
}

void simt_host_spoilt(struct simt *simt, const void *memory, size_t bytes)
{
    global_host_spoilt(&simt->global, memory, bytes);
}

bool simt_is_written(const struct simt *simt, const void *memory, size_t bytes)
{
    return global_is_written(&simt->global, memory, bytes);
}

/* ------------------------------------------------------------------- runs */

enum status simt_explore(struct simt *simt, int preemptions,
                         struct problem *why)
{
    return schedule_explore(simt, preemptions)
               ? OK
               : problem_set(why, MACHINE_LACKS, "out of memory");
}

void simt_begin_run(struct simt *simt)
{
    accesses_begin(&simt->accesses);
    stale_begin_run(&simt->stale);
    if (simt->schedule.explore)
        explore_begin(simt->schedule.explore);
}

bool simt_next_run(struct simt *simt)
{
    return explore_next(simt->schedule.explore);
}

struct explore_result simt_explored(const struct simt *simt)
{
    return simt->schedule.explore ? explore_result(simt->schedule.explore)
                                  : (struct explore_result){0, false, false};
}

const char *simt_note(const struct simt *simt, int index)
{
    for (int kind = 0; kind < NOTES; kind++)
        if (*simt->notes.line[kind] && index-- == 0)
            return simt->notes.line[kind];
    return NULL;
}

uint64_t simt_path(const struct simt *simt)
{
    return simt->accesses.path;
}

uint64_t simt_arrays(const struct simt *simt)
{
    return code_arrays(&simt->code);
}

const char *simt_finding(struct simt *simt)
{
    if (!simt->ending.failed && !*simt->ending.words) {
        stale_tell(simt);
        blame_lanes(simt);
    }
    return simt->ending.words;
}

void simt_trace(struct simt *simt, struct trace *trace)
{
    record_to(&simt->record, trace);
}

const struct simt_counts *simt_counts(const struct simt *simt)
{
    return &simt->counts;
}

/* A line may have several sites: their counts are added up under its name. */
uint64_t simt_busiest(const struct simt *simt, enum busy_kind kind, char *text,
                      size_t size)
{
    struct {
        char name[BUSY_NAME];
        uint64_t count;
    } line[BUSY_LINES] = {0};
    int lines = 0, most = -1;

    *text = '\0';
    for (uint32_t site = 1; site <= simt->code.sites.used; site++) {
        const uint64_t count = site < simt->busiest.sites
                                   ? busiest_count(&simt->busiest, kind, site)
                                   : 0;
        char name[BUSY_NAME];
        int i = 0;
        if (!count)
            continue;
        name_place(&simt->record.names, site, name, sizeof name);
        while (i < lines && strcmp(line[i].name, name) != 0)
            i++;
        if (i == BUSY_LINES)
            continue;
        if (i == lines) {
            snprintf(line[i].name, sizeof line[i].name, "%s", name);
            line[lines++].count = 0;
        }
        if (kind != BUSY_DEPTH)
            line[i].count += count;
        else if (count > line[i].count)
            line[i].count = count;
        if (most < 0 || line[i].count > line[most].count)
            most = i;
    }
    if (most < 0)
        return 0;
    snprintf(text, size, "%s", line[most].name);
    return line[most].count;
}

void simt_counts_reset(struct simt *simt)
{
    memset(&simt->counts, 0, sizeof simt->counts);
    busiest_reset(&simt->busiest);
    timing_reset(&simt->timing);
}
