/* sm_30_intrinsics.h - cuda.h, included before a kernel's first line,
 * declares its names. */
