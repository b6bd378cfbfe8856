/* cuda.h - our cuda.h, included before a kernel's first line, declares it. */
