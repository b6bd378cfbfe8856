/* seal.h - what a child may still do once the code under test is loaded.
 *
 *     child_limits()     at birth: no core, no new privileges, and the marks
 *                        that make seal() do something
 *     seal()             after loading: memory, its own threads, the files that
 *                        are open already, and an end; nothing else
 *
 * Every other call of the system is refused, and those that reach outside of
 * the process (a file, a process, a socket) end it with one line that names
 * the call.
 */
#ifndef SEAL_H
#define SEAL_H

#include <stdbool.h>
#include <stddef.h>

/* What became of a child's seal. */
enum seal_state {
    SEAL_OPEN,   /* seal() was not called, or is not for this process */
    SEAL_CLOSED, /* the filter stands */
    SEAL_REFUSED /* the kernel, or a container, takes no filter */
};

/* In a child, at birth. It may write so many bytes to a file after seal(). */
void child_limits(size_t file_bytes);

/* In a child, when all is loaded and all threads are started; otherwise it does
 * nothing, so that code which runs here and there may call it. It opens no
 * file, maps no code and starts no thread from here on. */
void seal(void);

enum seal_state seal_state(void);

#endif
