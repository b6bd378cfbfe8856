/* processes.h - is this process alone on the GPU? */
#ifndef PROCESSES_H
#define PROCESSES_H

/* How many processes NVML lists that compute on the GPU in use, this one among
 * them. 0: not known; in a container the list can be empty. */
int gpu_processes_now(void);

#endif
