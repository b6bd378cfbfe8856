/* move.h - moves a whole command into a child process.
 *
 * A user's op runs at many points of a command: to generate elements, to
 * compare, to print. So the whole command moves: it continues in a child, while
 * the original process loads nothing, watches the child, and exits with the
 * same status. The memory and time limits are those of children.h; there is no
 * seal(), since the command still compiles and writes files.
 */
#ifndef MOVE_H
#define MOVE_H

#include "base/status.h"

#include <stdbool.h>

/* Returns in the child. `patient`: as in struct children_job. MACHINE_LACKS: no
 * process. */
enum status move_into_child(bool patient, struct problem *why);

#endif
