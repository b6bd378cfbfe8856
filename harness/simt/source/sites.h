/* sites.h - places in the kernel's code, numbered in the order of their first
 * use. A stamp has 14 bits for a place, enough for a site but not for an
 * offset.
 *
 *     offset in the module   0x11f3   0x1240   0x11f3
 *     site                   1        2        1
 */
#ifndef SIMT_SITES_H
#define SIMT_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SITES = 1 << 14 };

struct sites {
    uint32_t *offset; /* of each site */
    uint32_t used;
    uint16_t *at; /* the site of each offset in the module; 0: not used yet */
    size_t bytes; /* of the module */
};

/* For a module of `bytes` bytes. False: out of memory. */
bool sites_open(struct sites *sites, size_t bytes);
void sites_close(struct sites *sites);
/* The site of a place that is new, or outside the module. When all numbers are
 * used, the remaining places share the last one. */
uint32_t sites_new(struct sites *sites, uint32_t offset);

static inline uint32_t sites_find(struct sites *sites, uintptr_t offset)
{
    const uint32_t site = offset < sites->bytes ? sites->at[offset] : 0;

    return site ? site : sites_new(sites, (uint32_t)offset);
}

#endif
