/* test_scans.c - every scan against the plain loop, in one big table.
 *
 *     test_scans [--all] [-m MONOID,...] [-s LARGEST_N] [ALGORITHM...]
 *
 * algorithms x monoids x default and small parameters x inclusive and exclusive
 * x 1, 2, 3 threads x sizes x 8 ways to call (in place or not, with a carry or
 * not, the output aligned to a cache line or one element off).
 *
 * What is left out unless --all is given (or TEST_ALL=1 is in the environment):
 *   - of the monoids those that differ in kind: of 4 bytes with SIMD, of 8,
 *     not commutative, of 12 and of 16 bytes;
 *   - from n = 300 on each size is called in two opposite ways of the eight,
 *     another two at the next size; up to there in all eight;
 *   - naive ends at n = 2^11, since its work is n^2/2;
 *   - small parameters: on add_i32 inclusive, on affine_u32 and count4_i32
 *     exclusive, up to n = 2^14 + 1;
 *   - default parameters: on all monoids but add_i32 inclusive on one,
 *     exclusive on the next; blelloch, brent_kung and hierarchical on add_i32
 *     alone, since each takes the compiler seconds (test_entries has
 *     affine_u32).
 *
 * A failure reads
 *
 *     kogge_stone affine_u32 n=257: out[256] = (4, 9), want (4, 7) (seed 7)
 */
#include "devices/execution.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED = 7,
    LINE = 64,
    WAYS = 8,
    ALL_WAYS_BELOW = 300,
    MAX_NAIVE = 2048,
    NAIVE_TAKES = 8192,
    MAX_SMALL = 16385
};

static const size_t sizes[] = {
    0,     1,     2,     3,     4,     5,      7,      8,     9,     15,
    16,    17,    24,    31,    32,    33,     48,     63,    64,    65,
    96,    127,   128,   129,   192,   255,    256,    257,   384,   511,
    512,   513,   768,   1023,  1024,  1025,   1536,   2047,  2048,  2049,
    3072,  4095,  4096,  4097,  8191,  8192,   8193,   12288, 16383, 16384,
    16385, 24576, 32769, 49155, 65535, 131073, 196608, 200003};
enum { SIZES = sizeof sizes / sizeof *sizes, LARGEST = 200003, THREADS = 3 };

static const char *const monoids[] = {
    "add_i32", "add_i64",     "add_f32", "add_f64",    "max_i32", "affine_u32",
    "mss_i32", "seg_add_i32", "dfa8",    "count4_i32", "mat2_u32"};
static const char few_monoids[] =
    "add_i32,add_f64,affine_u32,mss_i32,count4_i32";

static struct {
    bool all;
    const char *monoids; /* "a,b", or NULL for all */
    size_t largest;
} options = {false, NULL, LARGEST};

static struct pool *pools[THREADS + 1];

/* The ways to call, as bits. */
enum { IN_PLACE = 1, WITH_CARRY = 2, OFF_LINE = 4 };

/* One monoid, one kind: inputs and what every scan of them must give. */
struct table {
    struct monoid monoid;
    bool exclusive;
    char *in;      /* options.largest + 1 elements; the last is the carry */
    char *want[2]; /* without, with carry */
};

/* One loaded scan. */
struct subject {
    const struct table *table;
    const struct choice *choice;
    struct execution *execution;
    const struct setup *setup;
    char *room; /* a line, the output, a line */
};

static const unsigned char GUARD_BYTE = 0x5a;

static void describe(const struct subject *s, size_t n, int way, char *text,
                     size_t size)
{
    snprintf(text, size, "%s%s%s %s n=%zu", s->choice->algorithm->name,
             *s->choice->variant ? ":" : "", s->choice->variant,
             s->table->monoid.name, n);
    (void)way;
}

static void circumstances(const struct subject *s, int way, char *text,
                          size_t size)
{
    snprintf(text, size, "(seed %d, %sclusive, %d threads%s%s%s)", SEED,
             s->table->exclusive ? "ex" : "in", pool_threads(s->setup->pool),
             way & IN_PLACE ? ", in place" : "",
             way & WITH_CARRY ? ", with a carry" : "",
             way & OFF_LINE ? ", one element off the line" : "");
}

static void find_difference(const struct subject *s, size_t n, int way,
                            const char *out, const char *want)
{
    const struct monoid_table *m = &s->table->monoid.table;
    char what[320], when[160], got[256], right[256];

    for (size_t i = 0; i < n; i++) {
        const char *a = out + i * m->bytes, *b = want + i * m->bytes;
        if (memcmp(a, b, m->bytes) == 0)
            continue;
        describe(s, n, way, what, sizeof what);
        circumstances(s, way, when, sizeof when);
        monoid_print(m, a, got, sizeof got);
        monoid_print(m, b, right, sizeof right);
        fail_msg("%s: out[%zu] = %s, want %s %s", what, i, got, right, when);
    }
}

static void must_be_untouched(const struct subject *s, size_t n, int way,
                              const char *guard)
{
    char what[320], when[160];

    for (int i = 0; i < LINE; i++)
        if ((unsigned char)guard[i] != GUARD_BYTE) {
            describe(s, n, way, what, sizeof what);
            circumstances(s, way, when, sizeof when);
            fail_msg("%s: memory %s out was written %s", what,
                     guard == s->room ? "before" : "behind", when);
        }
}

/* The output lies on a line, or one element off it, with a guard before and
 * behind. Inputs that are drawn have sums without rounding: floats compare
 * like integers. */
static void call(const struct subject *s, size_t n, int way)
{
    const struct table *t = s->table;
    const size_t bytes = t->monoid.table.bytes;
    const char *carry =
        way & WITH_CARRY ? t->in + options.largest * bytes : NULL;
    char *out = s->room + LINE + (way & OFF_LINE ? bytes : 0);
    const char *in = way & IN_PLACE ? out : t->in;
    const char *want = t->want[carry != NULL];

    memset(s->room, GUARD_BYTE, LINE + bytes + n * bytes + LINE);
    if (way & IN_PLACE)
        memcpy(out, t->in, n * bytes);
    assert_int_equal(execution_scan(s->execution, in, out, n, carry, NULL), OK);
    if (memcmp(out, want, n * bytes) != 0)
        find_difference(s, n, way, out, want);
    must_be_untouched(s, n, way, out - LINE);
    must_be_untouched(s, n, way, out + n * bytes);
}

static void call_at_all_sizes(const struct subject *s)
{
    for (int i = 0; i < SIZES && sizes[i] <= s->setup->largest_n; i++) {
        const size_t n = sizes[i];
        const bool all = options.all || n < ALL_WAYS_BELOW;
        for (int way = 0; way < WAYS; way++)
            if (all || way == i % WAYS || way == WAYS - 1 - i % WAYS)
                call(s, n, way);
    }
}

static size_t largest_taken(const struct choice *choice, bool is_small)
{
    const bool is_naive = !strcmp(choice->algorithm->name, "naive");
    const size_t most = is_naive && !options.all   ? MAX_NAIVE
                        : is_naive                 ? NAIVE_TAKES
                        : is_small && !options.all ? MAX_SMALL
                                                   : LARGEST;

    return options.largest < most ? options.largest : most;
}

static void test_choice(const struct table *table, const struct choice *choice,
                        bool is_small)
{
    const struct device *device;
    const size_t bytes = table->monoid.table.bytes;
    const size_t largest = largest_taken(choice, is_small);
    struct problem why = {.line = ""};

    assert_int_equal(device_find("cpu", &device, &why), OK);
    char *room = aligned_alloc(
        LINE, ((options.largest + 1) * bytes + 2 * LINE) / LINE * LINE + LINE);
    assert_non_null(room);
    for (int threads = 1; threads <= THREADS; threads++) {
        const struct setup setup = {.device = device,
                                    .choice = choice,
                                    .monoid = &table->monoid,
                                    .pool = pools[threads],
                                    .exclusive = table->exclusive,
                                    .has_carry = true,
                                    .largest_n = largest};
        struct subject subject = {
            .table = table, .choice = choice, .setup = &setup, .room = room};
        if (execution_open(&setup, &subject.execution, &why) != OK)
            fail_msg("%s", why.line);
        call_at_all_sizes(&subject);
        execution_close(subject.execution);
    }
    free(room);
}

static bool compiles_slowly(const char *algorithm)
{
    return !strcmp(algorithm, "blelloch") || !strcmp(algorithm, "brent_kung") ||
           !strcmp(algorithm, "hierarchical");
}

static void open_table(const char *monoid, bool exclusive, struct table *t)
{
    struct problem why;

    *t = (struct table){.exclusive = exclusive};
    if (monoid_open(monoid, &t->monoid, &why) != OK)
        fail_msg("%s", why.line);
    const struct monoid_table *m = &t->monoid.table;
    t->in = aligned_alloc(LINE, ((options.largest + 1) * m->bytes + LINE) /
                                    LINE * LINE);
    assert_non_null(t->in);
    m->draw(t->in, options.largest + 1, SEED);
    for (int carry = 0; carry < 2; carry++) {
        t->want[carry] = malloc((options.largest + 1) * m->bytes);
        assert_non_null(t->want[carry]);
        m->fold(t->in, t->want[carry], options.largest, exclusive,
                carry ? t->in + options.largest * m->bytes : NULL);
    }
}

static void close_table(struct table *t)
{
    free(t->in);
    free(t->want[0]);
    free(t->want[1]);
    monoid_close(&t->monoid);
}

static bool is_wanted(const char *monoid)
{
    const char *at = options.monoids ? strstr(options.monoids, monoid) : NULL;
    const size_t length = strlen(monoid);

    return !options.monoids ||
           (at && (at[length] == ',' || at[length] == '\0'));
}

static void test_algorithm(void **state)
{
    const char *algorithm = *state;
    struct choice choice;

    assert_int_equal(choice_parse(algorithm, &device_cpu, &choice, NULL), OK);
    const struct choice small = choice_small(&choice);
    for (size_t k = 0; k < 2 * (sizeof monoids / sizeof *monoids); k++) {
        struct table table;
        const bool is_turn = (k / 2 + k) % 2 == 0;
        if (!is_wanted(monoids[k / 2]))
            continue;
        open_table(monoids[k / 2], k % 2, &table);
        if (options.all || k / 2 == 0 ||
            (is_turn && !compiles_slowly(algorithm)))
            test_choice(&table, &choice, false);
        if (strcmp(small.variant, choice.variant) != 0 &&
            (options.all || (is_turn && k / 2 % 4 < 2)))
            test_choice(&table, &small, true);
        close_table(&table);
    }
}

static int open_pools(void **state)
{
    (void)state;
    for (int i = 1; i <= THREADS; i++)
        if (pool_open(i, &pools[i], NULL) != OK)
            return -1;
    return 0;
}

static int close_pools(void **state)
{
    (void)state;
    for (int i = 1; i <= THREADS; i++)
        pool_close(pools[i]);
    return 0;
}

static bool is_named(const char *name, char *const *names)
{
    bool named = !*names;

    for (; *names; names++)
        named |= !strcmp(name, *names);
    return named;
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[64];
    size_t count = 0;
    int at = 1;

    options.all = getenv("TEST_ALL") != NULL;
    for (; at < argc && argv[at][0] == '-'; at++) {
        if (!strcmp(argv[at], "--all"))
            options.all = true;
        else if (!strcmp(argv[at], "-m") && at + 1 < argc)
            options.monoids = argv[++at];
        else if (!strcmp(argv[at], "-s") && at + 1 < argc)
            options.largest = strtoull(argv[++at], NULL, 10);
        else
            return 2;
    }
    if (!options.all && !options.monoids)
        options.monoids = few_monoids;
    for (int i = 0; algorithms[i] && count < 64; i++)
        if (algorithms[i]->task == &scan_task &&
            choice_implementation(algorithms[i], &device_cpu) &&
            is_named(algorithms[i]->name, argv + at))
            tests[count++] = (struct CMUnitTest){
                .name = algorithms[i]->name,
                .test_func = test_algorithm,
                .initial_state = (void *)algorithms[i]->name};
    if (count == 0)
        return 2;
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return _cmocka_run_group_tests("scans", tests, count, open_pools,
                                   close_pools);
}
