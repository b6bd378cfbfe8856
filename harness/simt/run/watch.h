/* watch.h - kernels that crash, loop without a load or store, or call exit().
 */
#ifndef SIMT_WATCH_H
#define SIMT_WATCH_H

struct simt;

/* Until watch_end, what a kernel does wrong beside its loads and stores comes
 * back to ending.crash, with the signal's number for watch_report. */
void watch_begin(struct simt *simt);
void watch_end(void);
void watch_report(struct simt *simt, int number);

#endif
