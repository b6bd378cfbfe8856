/* tbb_threads.h - sets the number of oneTBB's threads, whatever its own
 * default.
 */
#include <memory>
#include <oneapi/tbb/global_control.h>

static void tbb_threads(int threads)
{
    static std::unique_ptr<oneapi::tbb::global_control> limit;
    static int limited;

    if (limited == threads)
        return;
    limit.reset();
    limit.reset(new oneapi::tbb::global_control(
        oneapi::tbb::global_control::max_allowed_parallelism, (size_t)threads));
    limited = threads;
}
