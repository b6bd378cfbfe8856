/* pool.c - fork and join through one generation counter.
 *
 *     caller    generation++ ------> works on its share ---> waits for 0 left
 *     worker    sees it, works on its share, left-- ; spins, then sleeps
 */
#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    SPINS_BEFORE_SLEEP = 20000, /* a sleeper takes far longer to wake */
    SPINS_BEFORE_YIELD = 1000,  /* others may need this processor */
};

struct worker {
    struct pool *pool;
    int number;
    pthread_t thread;
};

struct pool {
    int threads;
    void (*fn)(void *arg, int thread);
    void *arg;
    bool crowded; /* more threads than processors: do not spin for long */
    bool closing;
    _Alignas(64) atomic_uint generation;
    _Alignas(64) atomic_int left;
    _Alignas(64) atomic_int sleepers;
    atomic_bool drowsy; /* workers must sleep immediately */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct worker *workers;
    cpu_set_t allowed; /* where the caller may run */
};

static void spin_once(unsigned turn)
{
    if (turn % SPINS_BEFORE_YIELD == SPINS_BEFORE_YIELD - 1)
        sched_yield();
#if defined __x86_64__
    __builtin_ia32_pause();
#endif
}

/* Returns when the generation is no longer `seen`. */
static void wait_for_work(struct pool *pool, unsigned seen)
{
    const unsigned spins = pool->crowded ? 1 : SPINS_BEFORE_SLEEP;

    for (unsigned turn = 0; turn < spins; turn++) {
        if (atomic_load_explicit(&pool->generation, memory_order_acquire) !=
            seen)
            return;
        if (atomic_load_explicit(&pool->drowsy, memory_order_relaxed))
            break;
        spin_once(turn);
    }
    pthread_mutex_lock(&pool->lock);
    /* Either the caller sees this sleeper, or we see its new generation. */
    atomic_fetch_add(&pool->sleepers, 1);
    while (atomic_load(&pool->generation) == seen)
        pthread_cond_wait(&pool->wake, &pool->lock);
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->lock);
}

static void *work(void *arg)
{
    struct worker *worker = arg;
    struct pool *pool = worker->pool;

    for (unsigned seen = 0;; seen++) {
        wait_for_work(pool, seen);
        if (pool->closing)
            return NULL;
        pool->fn(pool->arg, worker->number);
        atomic_fetch_sub_explicit(&pool->left, 1, memory_order_release);
    }
}

static void publish_work(struct pool *pool)
{
    atomic_store_explicit(&pool->left, pool->threads - 1, memory_order_relaxed);
    atomic_store_explicit(&pool->drowsy, false, memory_order_relaxed);
    atomic_fetch_add(&pool->generation, 1);
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->lock);
    }
}

void pool_parallel(struct pool *pool, void (*fn)(void *arg, int thread),
                   void *arg)
{
    pool->fn = fn;
    pool->arg = arg;
    if (pool->threads > 1)
        publish_work(pool);
    fn(arg, 0);
    for (unsigned turn = 0;
         atomic_load_explicit(&pool->left, memory_order_acquire) > 0; turn++)
        if (pool->crowded)
            sched_yield();
        else
            spin_once(turn);
}

void pool_sleep(struct pool *pool)
{
    atomic_store(&pool->drowsy, true);
    while (atomic_load(&pool->sleepers) < pool->threads - 1)
        sched_yield();
}

/* ---------------------------------------------------------- open and close */

/* The number-th processor of the set, or -1. */
static int nth_processor(const cpu_set_t *set, int number)
{
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, set) && number-- == 0)
            return i;
    return -1;
}

int pool_processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static void pin_to_nth(pthread_t thread, const cpu_set_t *allowed, int number)
{
    cpu_set_t one;
    const int processor = nth_processor(allowed, number);

    if (processor < 0)
        return;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    pthread_setaffinity_np(thread, sizeof one, &one);
}

void pool_pin(struct pool *pool)
{
    if (pool->crowded)
        return;
    pin_to_nth(pthread_self(), &pool->allowed, 0);
    for (int i = 1; i < pool->threads; i++)
        pin_to_nth(pool->workers[i].thread, &pool->allowed, i);
}

void pool_step_aside(struct pool *pool)
{
    cpu_set_t others = pool->allowed;

    if (pool->crowded || pool->threads == 1)
        return;
    CPU_CLR(nth_processor(&pool->allowed, 0), &others);
    pthread_setaffinity_np(pthread_self(), sizeof others, &others);
}

void pool_let_go(struct pool *pool)
{
    pthread_setaffinity_np(pthread_self(), sizeof pool->allowed,
                           &pool->allowed);
}

enum status pool_open(int threads, struct pool **out, struct problem *why)
{
    struct pool *pool = *out = aligned_alloc(64, sizeof *pool);

    if (!pool)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    *pool = (struct pool){.threads = threads};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->workers = calloc((size_t)threads, sizeof *pool->workers);
    sched_getaffinity(0, sizeof pool->allowed, &pool->allowed);
    pool->crowded = threads > CPU_COUNT(&pool->allowed);
    for (int i = 1; pool->workers && i < threads; i++) {
        struct worker *worker = &pool->workers[i];
        worker->pool = pool;
        worker->number = i;
        if (pthread_create(&worker->thread, NULL, work, worker) != 0) {
            pool->threads = i;
            pool_close(pool);
            *out = NULL;
            return problem_set(why, MACHINE_LACKS,
                               "cannot start %d threads, only %d", threads, i);
        }
    }
    if (pool->workers)
        return OK;
    pool_close(pool);
    *out = NULL;
    return problem_set(why, MACHINE_LACKS, "out of memory");
}

void pool_close(struct pool *pool)
{
    if (!pool)
        return;
    pool->closing = true;
    if (pool->workers && pool->threads > 1) {
        publish_work(pool);
        for (int i = 1; i < pool->threads; i++)
            pthread_join(pool->workers[i].thread, NULL);
    }
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->wake);
    free(pool->workers);
    free(pool);
}

int pool_threads(const struct pool *pool)
{
    return pool->threads;
}
