/* cuda.h - ../cuda.h, included before a kernel's first line, declares its
 * names. */
