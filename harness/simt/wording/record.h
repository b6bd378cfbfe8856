/* record.h - records the machine's events in a trace. A row of the trace is a
 * slot for a resident block. */
#ifndef SIMT_RECORD_H
#define SIMT_RECORD_H

#include "sentence.h"
#include "trace/trace_record.h"

/* Runs an errand on a larger stack than a fibre's, which is too small for
 * looking up names. run/ provides this function. */
typedef void record_errand(void *simt, void (*errand)(void *), void *arg);

struct record {
    struct trace *trace; /* NULL: nothing is recorded */
    bool accesses;       /* each load and store is recorded, too */
    uint32_t *place;     /* each site's text + 1; 0: not yet looked up */
    struct names names;
    record_errand *run_errand;
    void *run_for; /* its first argument */
};

/* From now on records into `trace`; NULL ends the recording. */
void record_to(struct record *record, struct trace *trace);
void record_free(struct record *record);

/* A word of memory, and the block's copy of the code, which is needed to name
 * the word. */
struct record_word {
    const struct code_copy *copy;
    uintptr_t address;
    size_t bytes;
};

/* The functions below are called only while there is a trace. `at` gives the
 * row, the time and the thread. */
void record_barrier(struct record *record, const struct trace_point *at,
                    uint32_t site);
void record_warp_barrier(struct record *record, const struct trace_point *at,
                         uint32_t site);
/* A thread begins to wait for a word. */
void record_waits(struct record *record, const struct trace_point *at,
                  const struct record_word *word, uint32_t site);
/* A thread changes a flag. `value` is the new value, for an atomic only. */
void record_flag(struct record *record, const struct trace_point *at,
                 const struct record_word *word, uint32_t site, bool atomic,
                 uint64_t value);
/* A load of a flag returned a value older than the newest. */
void record_stale(struct record *record, const struct trace_point *at,
                  const struct record_word *word, uint32_t site,
                  uint64_t value);
/* A plain load or store. Precondition: record->accesses. */
void record_access(struct record *record, const struct trace_point *at,
                   const struct record_word *word, bool write, uint32_t site);

#endif
