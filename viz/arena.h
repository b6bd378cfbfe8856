/* arena.h - memory for JSON that is read once and kept until the end.
 *
 * A large trace is a million small objects. To take each from a large piece and
 * to give back the pieces is twice as fast as malloc() and free().
 *
 *     arena_use_for_json()      before the first json_...() of the program
 *     arena_release()           when no json_t is left that anybody will use
 */
#ifndef ARENA_H
#define ARENA_H

void arena_use_for_json(void);
void arena_release(void);

#endif
