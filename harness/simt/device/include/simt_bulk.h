/* simt_bulk.h - the functions of algorithms/gpu/bulk.h on the SIMT machine: calls
 * of the machine itself, so that a finding names the kernel's line. */
#pragma once

extern "C" {
void barrier_init(struct barrier *barrier,
                  uint32_t arrivals) __asm__("simt_barrier_init");
void barrier_arrive(struct barrier *barrier) __asm__("simt_barrier_arrive");
void barrier_wait(struct barrier *barrier,
                  uint32_t parity) __asm__("simt_barrier_wait");
void bulk_load(void *to, const void *from, uint32_t bytes,
               struct barrier *barrier) __asm__("simt_bulk_load");
void bulk_store(void *to, const void *from,
                uint32_t bytes) __asm__("simt_bulk_store");
void bulk_stores_read(uint32_t newest) __asm__("simt_bulk_stores_read");
void bulk_prefetch(const void *from,
                   uint32_t bytes) __asm__("simt_bulk_prefetch");
void bulk_fence(void) __asm__("simt_bulk_fence");
}
