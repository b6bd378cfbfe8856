/* test_output.c - a signal leaves no temporary file, whenever it arrives.
 *
 * open() is replaced: the signal arrives when the file exists but its name has
 * not yet been noted. (The rest of output_file.h is tested in
 * end_to_end/files.t and bad_input.t.)
 */
#include "base/output_file.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static bool armed;

int open(const char *path, int flags, ...)
{
    mode_t mode = 0;

    if (flags & O_CREAT) {
        va_list more;
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
    }
    const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (armed && flags & O_CREAT)
        raise(SIGTERM);
    return fd;
}

static void on_end(int number)
{
    (void)number;
    output_remove_temporaries();
    _exit(3);
}

static void a_signal_leaves_nothing(void **state)
{
    char folder[] = "/tmp/scanlab-output.XXXXXX", path[64];
    int status = 0;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.csv", folder);
    const pid_t child = fork();
    if (child == 0) {
        struct output out;
        struct problem why;
        signal(SIGTERM, on_end);
        armed = true;
        output_open(path, &out, &why);
        _exit(4); /* the signal has not come */
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_int_equal(rmdir(folder), 0); /* empty */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_leaves_nothing)};

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
