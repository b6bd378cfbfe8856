/* tbb_arena.h - oneTBB's threads for a call: the same number as in the
 * bench. */
#include "tbb_threads.h"

#include <oneapi/tbb/task_arena.h>

template <typename Work> static void in_arena(int threads, const Work &work)
{
    static oneapi::tbb::task_arena arena(threads);
    static int arena_threads = threads;

    tbb_threads(threads);
    if (arena_threads != threads) {
        arena.terminate();
        arena.initialize(threads);
        arena_threads = threads;
    }
    arena.execute(work);
}
