/* gpu_peers.h - several GPUs of this host, which read and write each other's memory.
 *
 * Peer 0 is the GPU of gpu_facts(), with the context and the stream of
 * context.h; the others are GPUs of the same kind, in the driver's order. Each
 * has a context and a stream. Addresses are those of all: a copy between GPUs is
 * an ordinary copy.
 */
#ifndef GPU_PEERS_H
#define GPU_PEERS_H

#include "driver.h"

enum { MAX_PEERS = 8 };

/* How many GPUs there are, peer 0 included; 1: no other, or none that reaches the
 * memory of the first and is reached by it. Precondition: driver_lacks() is
 * NULL. */
int peers_count(void);

/* Makes the contexts and streams of the first `gpus` peers, and opens their
 * memory to each other. Cheap if they exist. */
enum status peers_begin(int gpus, struct problem *why);

/* Makes a peer's context the current one: memory is allocated, code is loaded
 * and kernels are launched there. The caller ends with peers_use(0). */
enum status peers_use(int peer, struct problem *why);

CUstream peers_stream(int peer);

/* What is enqueued from now on in the streams of all peers begins after what is
 * enqueued in that of peer 0; and, with the second function, the reverse. */
enum status peers_fork(int gpus, struct problem *why);
enum status peers_join(int gpus, struct problem *why);

#endif
