/* nvml.h - NVIDIA's management library, found when the program runs. */
#ifndef NVML_H
#define NVML_H

typedef struct nvmlDevice_st *nvmlDevice_t;

enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
};

/* The GPU in use, or NULL if there is no NVML or it does not know this GPU.
 * Precondition: driver_lacks() is NULL. */
nvmlDevice_t nvml_gpu(void);

/* The address of a function, or NULL. Precondition: nvml_gpu() is not NULL. */
void *nvml_function(const char *name);

#endif
