/* nvrtc_library.h - NVRTC's functions, found at run time: for nvrtc.c. */
#ifndef NVRTC_LIBRARY_H
#define NVRTC_LIBRARY_H

#include "nvrtc.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct program *nvrtcProgram;
typedef int nvrtcResult; /* 0 is success */

struct nvrtc_functions {
    nvrtcResult (*nvrtcVersion)(int *major, int *minor);
    nvrtcResult (*nvrtcGetNumSupportedArchs)(int *count);
    nvrtcResult (*nvrtcGetSupportedArchs)(int *archs);
    const char *(*nvrtcGetErrorString)(nvrtcResult result);
    nvrtcResult (*nvrtcCreateProgram)(nvrtcProgram *program, const char *text,
                                      const char *name, int headers,
                                      const char *const *header,
                                      const char *const *header_name);
    nvrtcResult (*nvrtcDestroyProgram)(nvrtcProgram *program);
    nvrtcResult (*nvrtcCompileProgram)(nvrtcProgram program, int options,
                                       const char *const *option);
    nvrtcResult (*nvrtcGetProgramLogSize)(nvrtcProgram program, size_t *size);
    nvrtcResult (*nvrtcGetProgramLog)(nvrtcProgram program, char *text);
    nvrtcResult (*nvrtcGetCUBINSize)(nvrtcProgram program, size_t *size);
    nvrtcResult (*nvrtcGetCUBIN)(nvrtcProgram program, char *cubin);
    nvrtcResult (*nvrtcGetPTXSize)(nvrtcProgram program, size_t *size);
    nvrtcResult (*nvrtcGetPTX)(nvrtcProgram program, char *ptx);
};

/* Filled in by nvrtc_lacks(), if that returns NULL. */
extern struct nvrtc_functions nvrtc;

/* True: the GPU is newer than NVRTC, so NVRTC makes PTX, and the driver
 * compiles that for the GPU. */
bool nvrtc_makes_ptx(void);

#endif
