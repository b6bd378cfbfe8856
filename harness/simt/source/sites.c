/* sites.c - see sites.h. */
#include "sites.h"

#include <stdlib.h>

bool sites_open(struct sites *sites, size_t bytes)
{
    *sites = (struct sites){.offset = calloc(SITES, sizeof *sites->offset),
                            .at = calloc(bytes, sizeof *sites->at),
                            .bytes = bytes};
    return sites->offset && sites->at;
}

void sites_close(struct sites *sites)
{
    free(sites->offset);
    free(sites->at);
}

uint32_t sites_new(struct sites *sites, uint32_t offset)
{
    uint32_t site = 1;

    while (site <= sites->used && sites->offset[site] != offset)
        site++;
    if (site >= SITES)
        return SITES - 1;
    sites->used = site > sites->used ? site : sites->used;
    sites->offset[site] = offset;
    if (offset < sites->bytes)
        sites->at[offset] = (uint16_t)site;
    return site;
}
