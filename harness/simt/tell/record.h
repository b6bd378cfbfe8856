/* record.h - what happens on the machine, for a trace. A row is a slot for a
 * resident block. */
#ifndef SIMT_RECORD_H
#define SIMT_RECORD_H

#include "sentence.h"
#include "trace/trace_record.h"

/* Texts need more stack than a fibre has: run/ calls this for them. */
typedef void record_errand(void *simt, void (*errand)(void *), void *arg);

struct record {
    struct trace *trace; /* NULL: nothing is recorded */
    bool accesses;       /* each load and store */
    uint32_t *place;     /* of sites: their texts + 1; 0: not asked yet */
    struct names names;
    record_errand *run_errand;
    void *run_for; /* its first argument */
};

/* `trace`: another one, or NULL. */
void record_to(struct record *record, struct trace *trace);
void record_free(struct record *record);

/* A word of memory, as seen from a block. */
struct record_word {
    const struct code_copy *copy;
    uintptr_t address;
    size_t bytes;
};

/* Only while there is a trace. `at`: the row, the time and the thread. */
void record_barrier(struct record *record, const struct trace_point *at,
                    uint32_t site);
void record_warp_barrier(struct record *record, const struct trace_point *at,
                         uint32_t site);
/* A thread begins to wait for a word. */
void record_waits(struct record *record, const struct trace_point *at,
                  const struct record_word *word, uint32_t site);
/* It changes a flag; `value` is what an atomic has made of it. */
void record_flag(struct record *record, const struct trace_point *at,
                 const struct record_word *word, uint32_t site, bool atomic,
                 uint64_t value);
/* A plain load or store, if record->accesses. */
void record_access(struct record *record, const struct trace_point *at,
                   const struct record_word *word, bool write, uint32_t site);

#endif
