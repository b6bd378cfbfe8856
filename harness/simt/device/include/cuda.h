/* cuda.h - ../cuda.h, included before a kernel's first line, has its names. */
