/* report.h - turns a verdict of the judge into a finding. */
#ifndef SIMT_REPORT_H
#define SIMT_REPORT_H

#include "threads.h"

struct simt;
struct copy;

/* An access of the running thread. */
struct access {
    uintptr_t address;
    size_t bytes;
    bool write;
    enum access_kind kind;
    uint32_t site;
};

/* ------------------------------------------------------------- no findings */

/* Kinds of notes: worth a message, but not findings. */
enum note_kind {
    NOTE_UNDEFINED,
    NOTE_SAME_STORE,
    NOTE_ASM,
    NOTE_RETURNED,
    NOTES
};

struct notes {
    char line[NOTES][512]; /* the first of each kind; "": none */
};

/* Keeps a sentence for simt_note(), in the format of finding(). */
void note(struct simt *simt, enum note_kind kind, const char *format, ...);
/* A thread shuffles from a lane that has returned. */
void report_undefined(struct simt *simt, const struct thread *thread,
                      uint32_t from);

/* --------------------------------------------------------------- findings */

/* None of these functions returns when it is called on a fibre. */
void report_access(struct simt *simt, const struct access *access,
                   const struct verdict *verdict);
void report_copy(struct simt *simt, const struct copy *copy, uintptr_t address,
                 bool write, const struct verdict *verdict);
void report_race(struct simt *simt, const struct access *access,
                 const struct verdict *verdict);
void report_bounds(struct simt *simt, const struct access *access);
void report_misaligned(struct simt *simt, const struct access *access);
/* The thread does not end. */
void report_endless_accesses(struct simt *simt, const struct thread *thread,
                             uint32_t site);
void report_endless_sync(struct simt *simt, const struct thread *thread,
                         uint32_t times);
/* The thread's block has synchronised more times than its clock can count. */
void report_many_syncs(struct simt *simt, const struct thread *thread,
                       uint32_t times);

/* An index is outside its array; the compiler names its type: 'T [4]'. */
void report_index(struct simt *simt, uint32_t site, const char *type,
                  int64_t index);

/* Below a wrong result: names two lanes of a warp that communicate although
 * nothing orders them. */
void blame_lanes(struct simt *simt);
/* Adds the value of a word of global memory that a thread waits for, and the
 * line that stored it. */
void blame_word(struct simt *simt, uintptr_t address);

#endif
