/* move.h - a whole command in a child process.
 *
 * An op of the user's runs at many places of a command: to draw elements, to
 * compare, to print. So the command moves as a whole: it goes on in a child,
 * and the process that was started loads nothing, watches the child, and ends
 * as it does. Limits of memory and time are those of children.h; there is no
 * seal(), as the command still compiles and writes files.
 */
#ifndef MOVE_H
#define MOVE_H

#include "base/status.h"

#include <stdbool.h>

/* Returns in the child. `patient`: as in struct children_job. MACHINE_LACKS:
 * there is no process. */
enum status move_into_child(bool patient, struct problem *why);

#endif
