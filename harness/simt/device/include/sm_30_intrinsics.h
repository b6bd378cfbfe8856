/* sm_30_intrinsics.h - cuda.h, which comes before a kernel's first line, has
 * its words. */
