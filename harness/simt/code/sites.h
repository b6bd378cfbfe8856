/* sites.h - places in the kernel's code, numbered as they are met: a site fits
 * into the 14 bits that a stamp has for it, an offset does not.
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
    uint32_t *offset; /* of a site */
    uint32_t used;
    uint16_t *at; /* of an offset in the module; 0: not met yet */
    size_t bytes; /* of the module */
};

/* `bytes`: of the module. False: no memory. */
bool sites_open(struct sites *sites, size_t bytes);
void sites_close(struct sites *sites);
/* A place that is met for the first time, or lies outside the module. */
uint32_t sites_new(struct sites *sites, uint32_t offset);

static inline uint32_t sites_find(struct sites *sites, uintptr_t offset)
{
    const uint32_t site = offset < sites->bytes ? sites->at[offset] : 0;

    return site ? site : sites_new(sites, (uint32_t)offset);
}

#endif
