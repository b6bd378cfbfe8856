/* room.c - outputs between margins. */
#include "room.h"
#include "base/host.h"

#include <string.h>

enum { MARGIN = 16 }; /* elements, so that `out` is aligned for any of them */

static const unsigned char UNTOUCHED = 0xa5;

size_t room_bytes(size_t largest_n, size_t elem_bytes)
{
    return (largest_n + 2 * MARGIN) * elem_bytes;
}

enum status room_take(size_t largest_n, size_t elem_bytes, struct room *out,
                      struct problem *why)
{
    *out = (struct room){.bytes = room_bytes(largest_n, elem_bytes),
                         .elem_bytes = elem_bytes};
    const enum status status = machine_take(out->bytes, &out->memory, why);

    if (status == OK)
        out->out = (char *)out->memory + MARGIN * elem_bytes;
    return status;
}

void room_free(struct room *room)
{
    machine_free(room->memory, room->bytes);
    room->memory = NULL;
}

void room_prepare(struct room *room, size_t n)
{
    memset(room->memory, UNTOUCHED, room_bytes(n, room->elem_bytes));
}

enum status room_check(const struct room *room, size_t n, struct problem *why)
{
    const unsigned char *before = room->memory;
    const unsigned char *behind =
        (const unsigned char *)room->out + n * room->elem_bytes;

    for (size_t i = 0; i < MARGIN * room->elem_bytes; i++) {
        if (before[i] != UNTOUCHED)
            return problem_set(why, CHECK_FAILED,
                               "memory in front of out[0] was written");
        if (behind[i] != UNTOUCHED && n == 0)
            return problem_set(why, CHECK_FAILED,
                               "the output was written, though n = 0");
        if (behind[i] != UNTOUCHED)
            return problem_set(why, CHECK_FAILED,
                               "memory behind out[%zu] was written", n - 1);
    }
    return OK;
}
