/* nvrtc.h - NVIDIA's run-time compiler: kernel.cu -> code for the GPU in use.
 *
 * The library is found when the program runs: in the loader's paths, in a CUDA
 * Toolkit, in Python wheels; SCANLAB_NVRTC names one. Compiled code is kept in
 * the cache of modules (module_cache.h).
 */
#ifndef NVRTC_H
#define NVRTC_H

#include "compile/module.h"
#include "driver.h"

/* NULL, or why there is no compiler for the driver and the GPU: one line,
 * static storage. */
const char *nvrtc_lacks(void);

/* "13.0"; static storage; call this after nvrtc_lacks() has returned NULL. */
const char *nvrtc_version(void);

/* The architecture to compile for without a GPU: "sm_90a". */
const char *nvrtc_architecture(void);

/* Compiles for the GPU in use, or finds the code already compiled. On OK the
 * caller frees *image, which cuModuleLoadData accepts. Statuses as for
 * module_open. */
enum status nvrtc_compile(const struct module_source *source, char **image,
                          struct problem *why);

#endif
