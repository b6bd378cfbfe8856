/* seal.h - limits what a child may do once the code under test is loaded.
 *
 *     child_limits()     at its start: no core, no new privileges, and a mark
 *                        that enables seal()
 *     seal()             after loading: memory, its own threads, the files that
 *                        are already open, and exit; nothing else
 *
 * Every other system call is denied, and those that reach outside the process
 * (a file, a process, a socket) end it with one line that names the call.
 */
#ifndef SEAL_H
#define SEAL_H

#include <stdbool.h>
#include <stddef.h>

/* The state of a child's seal. */
enum seal_state {
    SEAL_OPEN,   /* seal() was not called, or is not for this process */
    SEAL_CLOSED, /* the filter is active */
    SEAL_REFUSED /* the operating system, or a container, allows no filter */
};

/* Call in a child, at its start. After seal() the child may write `file_bytes`
 * bytes to a file. */
void child_limits(size_t file_bytes);

/* Call in a child when everything is loaded and all threads are started. From
 * then on the child opens no file, maps no code and starts no thread. Outside a
 * child it does nothing, so code that also runs there may call it. */
void seal(void);

enum seal_state seal_state(void);

#endif
