/* watch.h - kernels that crash, loop without a load or store, or call exit().
 */
#ifndef SIMT_WATCH_H
#define SIMT_WATCH_H

struct simt;

/* Between watch_begin() and watch_end(), a crash or an endless loop of a kernel
 * jumps to ending.crash, with the number of the signal for watch_report(). */
void watch_begin(struct simt *simt);
void watch_end(void);
void watch_report(struct simt *simt, int number);

#endif
