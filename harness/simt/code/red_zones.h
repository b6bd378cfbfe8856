/* red_zones.h - room after each __shared__ variable of a module. */
#ifndef SIMT_RED_ZONES_H
#define SIMT_RED_ZONES_H

#include <stdbool.h>

enum { RED_ZONE = 1024 }; /* bytes */

/* Makes the sections of a compiled object longer, before it is linked. */
bool red_zones(const char *object);

#endif
