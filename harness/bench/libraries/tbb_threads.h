/* tbb_threads.h - how many threads oneTBB may use, whatever it counts itself.
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
