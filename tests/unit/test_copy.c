/* test_copy.c - each way to copy memory, at sizes around those of lines, pages
 * and blocks, and misaligned: all bytes are copied, and their neighbours do not
 * change.
 */
#include "bench/copy.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 17, BESIDE = 64 };

static unsigned char in[ROOM + 2 * BESIDE], out[ROOM + 2 * BESIDE];

static void copies(const struct copy_kind *kind, size_t bytes, size_t from,
                   size_t to)
{
    memset(out, 0xa5, sizeof out);
    kind->copy(out + BESIDE + to, in + from, bytes);
    if (memcmp(out + BESIDE + to, in + from, bytes) != 0)
        fail_msg("%s: %zu bytes from %zu to %zu differ", kind->name, bytes,
                 from, to);
    for (size_t i = 0; i < sizeof out; i++)
        if ((i < BESIDE + to || i >= BESIDE + to + bytes) && out[i] != 0xa5)
            fail_msg("%s: %zu bytes from %zu to %zu: byte %ld is written",
                     kind->name, bytes, from, to, (long)(i - BESIDE - to));
}

static void copies_all_and_no_more(void **state)
{
    static const size_t sizes[] = {0,     1,     63,    64,        65,
                                   4095,  4096,  16383, 16384,     16385,
                                   32768, 49999, 65536, ROOM - 64, ROOM};
    static const size_t starts[][2] = {{0, 0}, {1, 0}, {0, 1}, {8, 4}, {3, 61}};

    (void)state;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (unsigned char)(i * 2654435761u >> 13);
    for (const struct copy_kind *kind = copy_kinds; kind->name; kind++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (size_t k = 0; k < sizeof starts / sizeof *starts; k++)
                copies(kind, sizes[s], starts[k][0], starts[k][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_all_and_no_more),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
