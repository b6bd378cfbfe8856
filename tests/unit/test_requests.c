/* test_requests.c - requests, sectors and wavefronts of known patterns, and of
 * random ones against a model that looks at every pair.
 */
#include "simt/cost/requests.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LANES = 32, SITES = 16 };

static struct requests warp;
static struct requests_total total;
static struct request_count by_site[SITES];

static int start(void **state)
{
    (void)state;
    total = (struct requests_total){0};
    memset(by_site, 0, sizeof by_site);
    requests_open(&warp, &(struct requests_sink){&total, by_site, SITES});
    return 0;
}

static void access_by(int lane, uint32_t site, enum request_space space,
                      enum request_kind kind, uint64_t address, int bytes)
{
    requests_add(&warp, &(struct request_access){.site = site,
                                                 .lane = (uint8_t)lane,
                                                 .space = (uint8_t)space,
                                                 .kind = (uint8_t)kind,
                                                 .bytes = (uint16_t)bytes,
                                                 .address = address});
}

static void load(int lane, uint32_t site, uint64_t address)
{
    access_by(lane, site, REQUEST_GLOBAL, REQUEST_LOAD, address, 4);
}

/* ---------------------------------------------------------- known patterns */

/* Lane i's access is at start + i * stride, lanes 0 to `lanes` - 1; every
 * `again` lanes it starts anew. */
struct pattern {
    const char *name;
    enum request_kind kind;
    int bytes, align, start, stride, again, lanes;
    uint64_t requests, cost, conflicts;
};

static void check_patterns(enum request_space space,
                           const struct pattern *patterns, size_t count)
{
    for (size_t p = 0; p < count; p++) {
        const struct pattern *const want = &patterns[p];
        start(NULL);
        for (int lane = 0; lane < want->lanes; lane++)
            requests_add(
                &warp,
                &(struct request_access){
                    .site = 3,
                    .lane = (uint8_t)lane,
                    .space = (uint8_t)space,
                    .kind = (uint8_t)want->kind,
                    .align = (uint8_t)want->align,
                    .bytes = (uint16_t)want->bytes,
                    .address = 4096 + (uint64_t)(want->start +
                                                 want->stride *
                                                     (lane % want->again))});
        requests_flush(&warp);
        const struct request_count *const got = &total.of[space][want->kind];
        const uint64_t cost =
            space == REQUEST_GLOBAL ? got->sectors : got->wavefronts;
        if (got->requests != want->requests || cost != want->cost ||
            got->conflicts != want->conflicts)
            fail_msg("%s: %ju requests, cost %ju, %ju conflicts, want %ju, "
                     "%ju, %ju",
                     want->name, (uintmax_t)got->requests, (uintmax_t)cost,
                     (uintmax_t)got->conflicts, (uintmax_t)want->requests,
                     (uintmax_t)want->cost, (uintmax_t)want->conflicts);
        assert_int_equal(got->bytes, want->lanes * want->bytes);
        assert_int_equal(got->accesses, (uint64_t)want->lanes * want->requests);
        assert_memory_equal(got, &by_site[3], sizeof *got);
    }
}

static void counts_sectors_of_global_memory(void **state)
{
    const enum request_kind L = REQUEST_LOAD, S = REQUEST_STORE,
                            A = REQUEST_ATOMIC;
    const struct pattern patterns[] = {
        {"coalesced", L, 4, 0, 0, 4, 32, 32, 1, 4, 0},
        {"coalesced stores", S, 4, 0, 0, 4, 32, 32, 1, 4, 0},
        {"misaligned by 4", L, 4, 0, 4, 4, 32, 32, 1, 5, 0},
        {"misaligned by 16", L, 4, 0, 16, 4, 32, 32, 1, 5, 0},
        {"stride 2", L, 4, 0, 0, 8, 32, 32, 1, 8, 0},
        {"stride 8", L, 4, 0, 0, 32, 32, 32, 1, 32, 0},
        {"stride 32", L, 4, 0, 0, 128, 32, 32, 1, 32, 0},
        {"backwards", L, 4, 0, 124, -4, 32, 32, 1, 4, 0},
        {"backwards, stride 32", L, 4, 0, 3968, -128, 32, 32, 1, 32, 0},
        {"all the same", L, 4, 0, 64, 0, 32, 32, 1, 1, 0},
        {"all the same, atomic", A, 4, 0, 64, 0, 32, 32, 1, 1, 0},
        {"two times over", L, 4, 0, 0, 4, 16, 32, 1, 2, 0},
        {"one lane", L, 4, 0, 0, 4, 32, 1, 1, 1, 0},
        {"nine lanes", L, 4, 0, 0, 4, 32, 9, 1, 2, 0},
        {"bytes", L, 1, 0, 0, 1, 32, 32, 1, 1, 0},
        {"shorts", L, 2, 0, 0, 2, 32, 32, 1, 2, 0},
        {"8 bytes", L, 8, 0, 0, 8, 32, 32, 1, 8, 0},
        {"16 bytes", L, 16, 0, 0, 16, 32, 32, 1, 16, 0},
        /* Each of two 16-byte requests takes one half of every sector. */
        {"32 bytes", L, 32, 0, 0, 32, 32, 32, 2, 64, 0},
        /* 384 bytes: each of three requests touches all their 12 sectors. */
        {"12 bytes", L, 12, 0, 0, 12, 32, 32, 3, 36, 0},
        {"16 bytes, four ints", L, 16, 4, 0, 16, 32, 32, 4, 64, 0},
        {"8 bytes, two ints", L, 8, 4, 0, 8, 32, 32, 2, 16, 0},
        {"24 bytes", S, 24, 0, 0, 24, 32, 32, 3, 72, 0},
        {"across a seam", L, 4, 0, 30, 0, 32, 32, 1, 2, 0},
    };

    (void)state;
    check_patterns(REQUEST_GLOBAL, patterns,
                   sizeof patterns / sizeof *patterns);
}

static void counts_wavefronts_of_shared_memory(void **state)
{
    const enum request_kind L = REQUEST_LOAD, S = REQUEST_STORE,
                            A = REQUEST_ATOMIC;
    const struct pattern patterns[] = {
        {"stride 1", L, 4, 0, 0, 4, 32, 32, 1, 1, 0},
        {"stride 1, shifted", L, 4, 0, 12, 4, 32, 32, 1, 1, 0},
        {"stride 2", L, 4, 0, 0, 8, 32, 32, 1, 2, 1},
        {"stride 3", L, 4, 0, 0, 12, 32, 32, 1, 1, 0},
        {"stride 4", S, 4, 0, 0, 16, 32, 32, 1, 4, 3},
        {"stride 16", L, 4, 0, 0, 64, 32, 32, 1, 16, 15},
        {"stride 32", L, 4, 0, 0, 128, 32, 32, 1, 32, 31},
        {"stride 33: padded", L, 4, 0, 0, 132, 32, 32, 1, 1, 0},
        {"stride 32, 8 lanes", L, 4, 0, 0, 128, 32, 8, 1, 8, 7},
        {"broadcast", L, 4, 0, 8, 0, 32, 32, 1, 1, 0},
        {"broadcast of two words", L, 4, 0, 8, 4, 2, 32, 1, 1, 0},
        {"two words of a bank", L, 4, 0, 8, 128, 2, 32, 1, 2, 1},
        {"stores to one word", S, 4, 0, 8, 0, 32, 32, 1, 1, 0},
        {"atomics on one word", A, 4, 0, 8, 0, 32, 32, 1, 32, 31},
        {"atomics, stride 1", A, 4, 0, 0, 4, 32, 32, 1, 1, 0},
        {"bytes", L, 1, 0, 0, 1, 32, 32, 1, 1, 0},
        {"bytes, stride 128", L, 1, 0, 0, 128, 32, 32, 1, 32, 31},
        {"8 bytes", L, 8, 0, 0, 8, 32, 32, 1, 2, 0},
        {"8 bytes, one half", L, 8, 0, 0, 8, 32, 16, 1, 1, 0},
        {"8 bytes, broadcast", L, 8, 0, 0, 0, 32, 32, 1, 2, 0},
        {"8 bytes, stride 2", L, 8, 0, 0, 16, 32, 32, 1, 4, 2},
        {"8 bytes, stride 16", L, 8, 0, 0, 128, 32, 32, 1, 32, 30},
        {"16 bytes", L, 16, 0, 0, 16, 32, 32, 1, 4, 0},
        {"16 bytes, stride 2", L, 16, 0, 0, 32, 32, 32, 1, 8, 4},
        {"16 bytes, four ints", L, 16, 4, 0, 16, 32, 32, 4, 16, 12},
        {"32 bytes", S, 32, 0, 0, 32, 32, 32, 2, 16, 8},
        {"12 bytes", S, 12, 0, 0, 12, 32, 32, 3, 3, 0},
    };

    (void)state;
    check_patterns(REQUEST_SHARED, patterns,
                   sizeof patterns / sizeof *patterns);
}

/* ------------------------------------------------------- which go together */

static struct request_count loads(void)
{
    return total.of[REQUEST_GLOBAL][REQUEST_LOAD];
}

static void divergent_ifs_make_requests_of_their_own(void **state)
{
    (void)state;
    for (int lane = 0; lane < LANES; lane++) {
        const uint64_t at = 4096 + 4 * (uint64_t)lane;
        load(lane, 1, at);
        if (lane % 2)
            load(lane, 2, at);
        else
            load(lane, 4, at);
        if (lane < 8)
            load(lane, 5, at);
        load(lane, 6, at);
    }
    requests_flush(&warp);
    assert_int_equal(loads().requests, 5);
    assert_int_equal(loads().accesses, 32 + 16 + 16 + 8 + 32);
    assert_int_equal(by_site[1].sectors, 4);
    assert_int_equal(by_site[2].sectors, 4);
    assert_int_equal(by_site[2].accesses, 16);
    assert_int_equal(by_site[4].requests, 1);
    assert_int_equal(by_site[5].sectors, 1);
    assert_int_equal(by_site[6].requests, 1);
}

/* Lane i goes round i + 1 times. */
static void loops_end_lane_by_lane(void **state)
{
    (void)state;
    for (int lane = LANES - 1; lane >= 0; lane--)
        for (int k = 0; k <= lane; k++) {
            load(lane, 1, 4096 + 4 * (uint64_t)lane);
            load(lane, 2, 8192 + 128 * (uint64_t)lane);
        }
    requests_flush(&warp);
    assert_int_equal(by_site[1].requests, 32);
    assert_int_equal(by_site[1].accesses, 32 * 33 / 2);
    assert_int_equal(by_site[1].sectors, 8 * (1 + 2 + 3 + 4));
    assert_int_equal(by_site[2].sectors, 32 * 33 / 2);
}

static void sites_met_again_after_converging_are_new(void **state)
{
    (void)state;
    for (int round = 0; round < 1000; round++) {
        for (int lane = 0; lane < LANES; lane++)
            if (lane != round % LANES)
                load(lane, 1, 4096 + 4 * (uint64_t)lane);
        requests_flush(&warp);
    }
    requests_flush(&warp);
    assert_int_equal(loads().requests, 1000);
    assert_int_equal(loads().accesses, 1000 * 31);
    assert_int_equal(loads().sectors, 4000);
}

/* One line of code through a pointer to either space, or as load and store. */
static void tells_space_kind_and_size_apart(void **state)
{
    (void)state;
    for (int lane = 0; lane < LANES; lane++) {
        access_by(lane, 1, lane % 2, REQUEST_LOAD, 4096, 4);
        access_by(lane, 1, REQUEST_GLOBAL, REQUEST_STORE, 4096, 4);
        access_by(lane, 1, REQUEST_GLOBAL, REQUEST_ATOMIC, 4096, 8);
    }
    requests_flush(&warp);
    assert_int_equal(total.of[REQUEST_GLOBAL][REQUEST_LOAD].accesses, 16);
    assert_int_equal(total.of[REQUEST_SHARED][REQUEST_LOAD].accesses, 16);
    assert_int_equal(total.of[REQUEST_GLOBAL][REQUEST_STORE].requests, 1);
    assert_int_equal(total.of[REQUEST_GLOBAL][REQUEST_ATOMIC].bytes, 256);
    assert_int_equal(by_site[1].requests, 4);

    struct requests_total twice = total;
    requests_total_add(&twice, &total);
    assert_int_equal(twice.of[REQUEST_SHARED][REQUEST_LOAD].wavefronts, 2);
    assert_int_equal(twice.of[REQUEST_GLOBAL][REQUEST_STORE].bytes, 256);
}

/* A loop far longer than the window, in slices, lanes taking turns. */
static void long_loops_are_exact_in_slices(void **state)
{
    enum { ROUNDS = 20 * REQUESTS_WINDOW };

    (void)state;
    for (int from = 0; from < ROUNDS; from += REQUESTS_SLICE / 2)
        for (int lane = 0; lane < LANES; lane++)
            for (int k = from; k < from + REQUESTS_SLICE / 2; k++) {
                load(lane, 1, 4096 + 128 * (uint64_t)k + 4 * (uint64_t)lane);
                if (lane == 7)
                    load(lane, 2, 0);
            }
    requests_flush(&warp);
    assert_int_equal(by_site[1].requests, ROUNDS);
    assert_int_equal(by_site[1].sectors, 4 * ROUNDS);
    assert_int_equal(by_site[2].requests, ROUNDS);
}

/* Without turns lane 1 finds all but the last window closed. */
static void late_lanes_make_requests_of_their_own(void **state)
{
    enum { ROUNDS = 3 * REQUESTS_WINDOW };

    (void)state;
    for (int lane = 0; lane < 2; lane++)
        for (int k = 0; k < ROUNDS; k++)
            load(lane, 1, 4096);
    requests_flush(&warp);
    assert_int_equal(loads().accesses, 2 * ROUNDS);
    assert_int_equal(loads().requests, 2 * ROUNDS - REQUESTS_WINDOW);
}

/* More sites than the table holds: nothing is lost. */
static void survives_any_number_of_sites(void **state)
{
    (void)state;
    for (int lane = 0; lane < LANES; lane++)
        for (uint32_t site = 0; site < 3 * REQUESTS_TABLE; site++)
            load(lane, site * 40503u, 4096);
    requests_flush(&warp);
    assert_int_equal(loads().accesses, LANES * 3 * REQUESTS_TABLE);
    assert_int_equal(loads().bytes, 4 * LANES * 3 * REQUESTS_TABLE);
}

/* --------------------------------------------------------- random programs */

enum { MAX_STEPS = 40, PLACES = 6 };

/* What one lane does between two convergence points. */
struct program {
    int steps;
    struct request_access step[MAX_STEPS];
};

static unsigned seed;

static unsigned draw(unsigned below)
{
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((uint64_t)(seed >> 8) * below >> 24);
}

static struct program lane[LANES];

/* Where the lane goes at its k-th access at a site; 0 when it does not. */
static uint64_t occurrence(int l, const struct request_access *site, int k)
{
    for (int i = 0; i < lane[l].steps; i++)
        if (lane[l].step[i].site == site->site && k-- == 0)
            return lane[l].step[i].address;
    return 0;
}

/* How many different units of `unit` bytes the lanes from..to-1 touch, only
 * those in `bank`, where it is not negative; with repeats, where `turns`. */
static uint64_t units(const uint64_t *address, int from, int to, uint64_t width,
                      uint64_t unit, int bank, bool turns)
{
    uint64_t seen[LANES * 2];
    uint64_t count = 0;

    for (int l = from; l < to; l++)
        for (uint64_t byte = 0; address[l] && byte < width; byte++) {
            const uint64_t at = (address[l] + byte) / unit;
            bool is_new = byte == 0 || at != (address[l] + byte - 1) / unit;
            if (bank >= 0 && at % 32 != (uint64_t)bank)
                continue;
            for (uint64_t i = 0; !turns && i < count; i++)
                is_new &= seen[i] != at;
            if (is_new)
                seen[count++] = at;
        }
    return count;
}

static void model_request(const struct request_access *site, int k,
                          struct request_count *count)
{
    uint64_t address[LANES], width = 16;

    while (site->bytes % width || (site->align && width > site->align))
        width /= 2;
    for (uint64_t at = 0; at < site->bytes; at += width) {
        count->requests++;
        for (int l = 0; l < LANES; l++) {
            const uint64_t begin = occurrence(l, site, k);
            address[l] = begin ? begin + at : 0;
            count->accesses += begin != 0;
            count->bytes += begin ? width : 0;
        }
        if (site->space == REQUEST_GLOBAL) {
            count->sectors += units(address, 0, LANES, width, 32, -1, false);
            continue;
        }
        const int part = width == 16 ? 8 : width == 8 ? 16 : 32;
        for (int from = 0; from < LANES; from += part) {
            uint64_t most = 0;
            for (int bank = 0; bank < 32; bank++) {
                const uint64_t words =
                    units(address, from, from + part, width, 4, bank,
                          site->kind == REQUEST_ATOMIC);
                most = words > most ? words : most;
            }
            count->wavefronts += most;
            count->conflicts += most > 0 ? most - 1 : 0;
        }
    }
}

static void model(const struct request_access *sites,
                  struct requests_total *want)
{
    for (int s = 0; s < PLACES; s++)
        for (int k = 0; k < MAX_STEPS; k++) {
            bool met = false;
            for (int l = 0; l < LANES; l++)
                met |= occurrence(l, &sites[s], k) != 0;
            if (met)
                model_request(&sites[s], k,
                              &want->of[sites[s].space][sites[s].kind]);
        }
}

static void draw_programs(struct request_access *sites)
{
    static const uint8_t bytes[] = {1, 2, 4, 4, 4, 8, 8, 12, 16, 16, 24, 32};
    static const unsigned strides[] = {0, 1, 1, 1, 2, 3, 8, 32, 33};
    unsigned stride[PLACES];
    const unsigned odd = draw(3) ? 0 : 10; /* in a hundred */

    for (uint32_t s = 0; s < PLACES; s++) {
        sites[s] =
            (struct request_access){.site = s,
                                    .bytes = bytes[draw(sizeof bytes)],
                                    .align = draw(4) ? 0 : 4,
                                    .space = (uint8_t)draw(REQUEST_SPACES),
                                    .kind = (uint8_t)draw(REQUEST_KINDS)};
        stride[s] = strides[draw(sizeof strides / sizeof *strides)];
    }
    const int steps = 1 + (int)draw(12);
    for (int l = 0; l < LANES; l++) {
        struct program *const p = &lane[l];
        p->steps = 0;
        if (odd && draw(100) < 2 * odd)
            continue;
        for (int i = 0; i < steps && p->steps + 3 < MAX_STEPS; i++)
            for (unsigned more = 1; more && p->steps < MAX_STEPS;
                 more = draw(100) < odd) {
                const unsigned s =
                    draw(100) < odd ? draw(PLACES) : (unsigned)i % PLACES;
                struct request_access *const a = &p->step[p->steps++];
                *a = sites[s];
                a->lane = (uint8_t)l;
                a->address = 4096 + 1024 * (uint64_t)i +
                             (uint64_t)stride[s] * sites[s].bytes * (uint64_t)l;
                if (draw(100) < odd)
                    a->address = 4096 + draw(2048);
            }
    }
}

static void run_step(int l, int i)
{
    requests_add(&warp, &lane[l].step[i]);
}

/* Lanes one by one, the other way round, or one access each at random. */
static void run_programs(unsigned order)
{
    int at[LANES] = {0};
    unsigned left = LANES;

    if (order < 2) {
        for (int i = 0; i < LANES; i++) {
            const int l = order ? LANES - 1 - i : i;
            for (int k = 0; k < lane[l].steps; k++)
                run_step(l, k);
        }
        return;
    }
    while (left) {
        const int chosen = (int)draw(LANES);
        if (at[chosen] < lane[chosen].steps)
            run_step(chosen, at[chosen]++);
        left = 0;
        for (int i = 0; i < LANES; i++)
            left += at[i] < lane[i].steps;
    }
}

static void compare(const struct requests_total *want, unsigned run)
{
    for (int space = 0; space < REQUEST_SPACES; space++)
        for (int kind = 0; kind < REQUEST_KINDS; kind++) {
            const struct request_count *const g = &total.of[space][kind],
                                              *const w = &want->of[space][kind];
            if (memcmp(g, w, sizeof *g))
                fail_msg("run %u, space %d, kind %d: %ju requests, %ju "
                         "accesses, %ju bytes, %ju sectors, %ju wavefronts, "
                         "%ju conflicts; want %ju, %ju, %ju, %ju, %ju, %ju",
                         run, space, kind, (uintmax_t)g->requests,
                         (uintmax_t)g->accesses, (uintmax_t)g->bytes,
                         (uintmax_t)g->sectors, (uintmax_t)g->wavefronts,
                         (uintmax_t)g->conflicts, (uintmax_t)w->requests,
                         (uintmax_t)w->accesses, (uintmax_t)w->bytes,
                         (uintmax_t)w->sectors, (uintmax_t)w->wavefronts,
                         (uintmax_t)w->conflicts);
        }
}

static void random_programs_cost_what_the_model_says(void **state)
{
    struct request_access sites[PLACES];

    (void)state;
    for (unsigned run = 0; run < 400; run++) {
        struct requests_total want = {0};
        start(NULL);
        seed = run;
        for (int part = 0; part < 2; part++) {
            draw_programs(sites);
            model(sites, &want);
            run_programs(run % 3);
            requests_flush(&warp);
        }
        compare(&want, run);
    }
}

/* ------------------------------------------------------------------ speed */

static double now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* 8 accesses a lane between convergence points; not judged. */
static void tells_its_speed(void **state)
{
    static const struct {
        const char *name;
        uint64_t stride;
        enum request_space space;
    } cases[] = {{"global, coalesced", 4, REQUEST_GLOBAL},
                 {"global, stride 32", 128, REQUEST_GLOBAL},
                 {"shared, no conflict", 4, REQUEST_SHARED},
                 {"shared, stride 32", 128, REQUEST_SHARED}};
    enum { ROUNDS = 4000, STEPS = 8 };

    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const double from = now_ns();
        for (int round = 0; round < ROUNDS; round++) {
            for (int l = 0; l < LANES; l++)
                for (uint32_t step = 0; step < STEPS; step++)
                    access_by(l, 1 + step, cases[c].space, REQUEST_LOAD,
                              4096 * (uint64_t)step +
                                  cases[c].stride * (uint64_t)l,
                              4);
            requests_flush(&warp);
        }
        printf("# %s: %.1f ns an access\n", cases[c].name,
               (now_ns() - from) / ((double)ROUNDS * LANES * STEPS));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(counts_sectors_of_global_memory, start),
        cmocka_unit_test_setup(counts_wavefronts_of_shared_memory, start),
        cmocka_unit_test_setup(divergent_ifs_make_requests_of_their_own, start),
        cmocka_unit_test_setup(loops_end_lane_by_lane, start),
        cmocka_unit_test_setup(sites_met_again_after_converging_are_new, start),
        cmocka_unit_test_setup(tells_space_kind_and_size_apart, start),
        cmocka_unit_test_setup(long_loops_are_exact_in_slices, start),
        cmocka_unit_test_setup(late_lanes_make_requests_of_their_own, start),
        cmocka_unit_test_setup(survives_any_number_of_sites, start),
        cmocka_unit_test(random_programs_cost_what_the_model_says),
        cmocka_unit_test_setup(tells_its_speed, start),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
