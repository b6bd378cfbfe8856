/* red_zones.h - a gap after each __shared__ variable of a module. */
#ifndef SIMT_RED_ZONES_H
#define SIMT_RED_ZONES_H

#include <stdbool.h>

enum { RED_ZONE = 1024 }; /* bytes */

/* Before linking: adds a gap to the section of each __shared__ variable in an
 * object file. False when the file cannot be read or written. */
bool red_zones(const char *object);

#endif
