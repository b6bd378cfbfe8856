/* calls.h - the functions of the SIMT machine that a kernel calls, declared
 * once for both sides. On the kernel's side cuda.h includes this file, for the
 * host's C++ compiler; on scanlab's side run/ does, in C.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus /* threadIdx and its family: cuda.h */
extern "C" {
#else
struct simt_index {
    unsigned x, y, z;
};

/* indices.c: indices of the running thread */
extern struct simt_index simt_thread_index;
extern struct simt_index simt_block_index;
extern struct simt_index simt_block_size;
extern struct simt_index simt_grid_size;
extern int simt_warp_size;
#endif

/* device_calls.c */
long long simt_clock(void);
void simt_nanosleep(unsigned ns);
int simt_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void simt_assert_failed(const char *what, const char *file, int line);
void simt_trap(void);
/* Bits for what a GPU's compiler needs and an asm statement lacks: volatile, or
 * the "memory" clobber. */
enum simt_asm_lacks { SIMT_ASM_VOLATILE = 1, SIMT_ASM_MEMORY = 2 };
void simt_asm_may_move(int lacks);

/* undefined.c */
void simt_broken_promise(void); /* of __builtin_assume() */
/* For __builtin_assume_aligned(): p is `beyond` bytes beyond a multiple of
 * `alignment`. */
void simt_promise_aligned(const void *p, size_t alignment, size_t beyond);

/* sync.c */
enum simt_block_vote { SIMT_BLOCK_COUNT, SIMT_BLOCK_AND, SIMT_BLOCK_OR };
enum simt_shuffle_kind {
    SIMT_SHUFFLE_INDEX,
    SIMT_SHUFFLE_UP,
    SIMT_SHUFFLE_DOWN,
    SIMT_SHUFFLE_XOR
};
enum simt_vote_kind { SIMT_BALLOT, SIMT_ALL, SIMT_ANY };
enum simt_match_kind { SIMT_MATCH_ANY, SIMT_MATCH_ALL };
enum simt_reduce_kind {
    SIMT_REDUCE_ADD,
    SIMT_REDUCE_AND,
    SIMT_REDUCE_OR,
    SIMT_REDUCE_XOR,
    SIMT_REDUCE_MIN,
    SIMT_REDUCE_MAX,
    SIMT_REDUCE_MIN_SIGNED,
    SIMT_REDUCE_MAX_SIGNED
};
void simt_syncthreads(void);
int simt_syncthreads_vote(int kind, int predicate);
void simt_syncwarp(void);
void simt_syncwarp_of(unsigned mask);
uint32_t simt_shuffle(int kind, unsigned mask, uint32_t value, uint32_t from,
                      int width);
uint32_t simt_vote(int kind, unsigned mask, int predicate);
uint32_t simt_match(int kind, unsigned mask, uint64_t value, int *same);
uint32_t simt_reduce(int kind, unsigned mask, uint32_t value);
unsigned simt_activemask(void);

/* atomics.c */
enum simt_atomic_kind {
    SIMT_ADD,
    SIMT_EXCHANGE,
    SIMT_COMPARE,
    SIMT_AND,
    SIMT_OR,
    SIMT_XOR,
    SIMT_MIN,
    SIMT_MAX,
    SIMT_MIN_SIGNED,
    SIMT_MAX_SIGNED,
    SIMT_INC,
    SIMT_DEC,
    SIMT_ADD_FLOAT,
    SIMT_ADD_DOUBLE
};
enum simt_scope { SIMT_OF_BLOCK, SIMT_OF_DEVICE, SIMT_OF_SYSTEM };
uint64_t simt_atomic(int kind, void *address, size_t bytes, uint64_t value,
                     uint64_t compare, int scope);
void simt_threadfence(int scope);   /* PTX's fence.sc */
void simt_fence_acq_rel(int scope); /* PTX's fence.acq_rel */

/* memory_orders.c: calls around a volatile or atomic access that make it an
 * acquire, a release, or both. `kept` is passed on to the call at the end. */
struct simt_kept {
    const void *fenced[3], *pending[3];
};
void simt_acquire_begin(struct simt_kept *kept);
void simt_acquire_end(const struct simt_kept *kept, int scope);
void simt_release_begin(struct simt_kept *kept, int scope);
void simt_release_end(const struct simt_kept *kept);
/* Called instead of acquire_end if the access acquires nothing after all. */
void simt_acquire_none(const struct simt_kept *kept);
/* C++'s one-sided fences. */
void simt_fence_acquire(int scope);
void simt_fence_release(int scope);
/* Relaxed accesses of up to 16 bytes, of block scope. `value` points to the
 * thread's own memory. */
void simt_block_load(const void *address, size_t bytes, void *value);
void simt_block_store(void *address, size_t bytes, const void *value);
/* Called before a volatile or 16-byte access to this address that is a relaxed
 * access of device scope. Without this call it is of system scope; between the
 * threads of one GPU there is no difference. */
void simt_next_of_device(const void *address);
/* hooks.c: relaxed 16-byte accesses. In PTX each is one step, unlike an access
 * to a volatile __int128. */
void simt_wide_load(const void *address, void *value);
void simt_wide_store(void *address, const void *value);

/* overlap.c: waits for the previous launch. */
void simt_wait_for_launch_before(void);

/* Called before a load or store that is only for global memory: __ldcg(),
 * ld.global.
 */
void simt_of_global(const void *address);
/* Called before the accesses to the components of a vector (ld.v4), which is
 * aligned as a whole. */
void simt_of_vector(const void *address, size_t bytes, int write);
/* Called before a load through the read-only cache: __ldg(), ld.global.nc. The
 * load itself follows. */
void simt_load_readonly(const void *address, size_t bytes);

/* phases.c and bulk_calls.c; kernels use the names of algorithms/gpu/bulk.h */
void simt_barrier_init(void *barrier, uint32_t arrivals);
void simt_barrier_arrive(void *barrier);
void simt_barrier_wait(void *barrier, uint32_t parity);
void simt_bulk_load(void *to, const void *from, uint32_t bytes, void *barrier);
void simt_bulk_store(void *to, const void *from, uint32_t bytes);
void simt_bulk_stores_read(uint32_t newest);
void simt_bulk_prefetch(const void *from, uint32_t bytes);
void simt_bulk_fence(void);

/* trace_moments.c; the names that kernels use are in algorithms/contract/trace.h */
void simt_trace_ticket(uint32_t tile, uint64_t begin, uint32_t count);
void simt_trace_phase(unsigned phase);
void simt_trace_publish(uint32_t tile, unsigned state, const void *value,
                        size_t bytes);
void simt_trace_publish_count(uint32_t tile, unsigned state, uint64_t count);
void simt_trace_look(uint32_t tile, unsigned state);

#ifdef __cplusplus
}
#endif
