/* report.h - turns a verdict of the judge into a finding. */
#ifndef SIMT_REPORT_H
#define SIMT_REPORT_H

#include "threads.h"

struct simt;
struct copy;

/* An access of the running thread. */
struct told_access {
    uintptr_t address;
    size_t bytes;
    bool write;
    enum access_kind kind;
    uint32_t site;
};

/* None of these functions returns when it is called on a fibre. */
void report_access(struct simt *simt, const struct told_access *access,
                   const struct verdict *verdict);
void report_copy(struct simt *simt, const struct copy *copy, uintptr_t address,
                 bool write, const struct verdict *verdict);
void report_bounds(struct simt *simt, const struct told_access *access);
void report_misaligned(struct simt *simt, const struct told_access *access);
/* The thread does not end. */
void report_endless_accesses(struct simt *simt, const struct thread *thread,
                             uint32_t site);
void report_endless_sync(struct simt *simt, const struct thread *thread,
                         uint32_t times);

#endif
