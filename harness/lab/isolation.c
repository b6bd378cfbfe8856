/* isolation.c - the levels available on this machine, tried once. */
#include "enclosure.h"
#include "namespaces.h"
#include "sandbox/seal.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {
    [ISOLATION_NONE] = "none",
    [ISOLATION_LIMITS] = "limits",
    [ISOLATION_SECCOMP] = "seccomp",
    [ISOLATION_NAMESPACES] = "namespaces",
};

const char *isolation_name(enum isolation level)
{
    return names[level];
}

enum status isolation_parse(const char *text, enum isolation *out,
                            struct problem *why)
{
    for (int i = ISOLATION_NONE; i <= ISOLATION_NAMESPACES; i++)
        if (!strcmp(names[i], text)) {
            *out = (enum isolation)i;
            return OK;
        }
    return problem_set(why, WRONG_USE,
                       "--isolation %s: namespaces, seccomp, limits or none",
                       text);
}

/* In a process of its own, since a seal stays. */
static bool try_seal(void)
{
    const pid_t child = fork();
    int end = 0;

    if (child == 0) {
        child_limits(0);
        seal();
        _exit(seal_state() == SEAL_CLOSED ? 0 : 1);
    }
    while (child > 0 && waitpid(child, &end, 0) < 0 && errno == EINTR)
        ;
    return child > 0 && WIFEXITED(end) && WEXITSTATUS(end) == 0;
}

static bool has_seal(void)
{
    static int known; /* 0: not yet; 1: yes; 2: no */

    if (!known)
        known = try_seal() ? 1 : 2;
    return known == 1;
}

enum status isolation_has(enum isolation level, struct problem *why)
{
    if (level >= ISOLATION_SECCOMP && !has_seal())
        return problem_set(why, MACHINE_LACKS,
                           "this operating system, container or build does not "
                           "allow a system-call filter (seccomp)");
    return level == ISOLATION_NAMESPACES ? namespaces_work(why) : OK;
}

enum isolation isolation_best(struct problem *why_not)
{
    if (isolation_has(ISOLATION_NAMESPACES, why_not) == OK)
        return ISOLATION_NAMESPACES;
    return isolation_has(ISOLATION_SECCOMP, NULL) == OK ? ISOLATION_SECCOMP
                                                        : ISOLATION_LIMITS;
}
