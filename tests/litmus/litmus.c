/* litmus.c - the classical litmus tests, run as kernels on the SIMT machine and
 * compared with the memory model of PTX (model.c).
 *
 *     MP    thread 0: x = 1; fence; y = 1    thread 1: r0 = y; fence; r1 = x
 *           forbidden with both fences: r0 = 1, r1 = 0
 *
 * Each shape is run with volatile accesses, atomics or plain ones, with and
 * without fences, in one block and in several. All orders are run. No outcome
 * that the model forbids may occur, every interleaving must occur, and a
 * program with a data race must be reported as one.
 */
#include "tests/unit/simt_frame.h"
#include "drawn.h"
#include "model.h"

/* clang-format off */
static const struct test_shape {
    const char *name, *thread[MAX_THREADS_OF_TEST];
} shapes[] = {
    {"MP",   {"Wx1 F Wy1", "Ry F Rx"}},
    {"SB",   {"Wx1 F Ry", "Wy1 F Rx"}},
    {"LB",   {"Rx F Wy1", "Ry F Wx1"}},
    {"S",    {"Wx2 F Wy1", "Ry F Wx1"}},
    {"R",    {"Wx1 F Wy1", "Wy2 F Rx"}},
    {"2_2W", {"Wx1 F Wy2", "Wy1 F Wx2"}},
    {"WRC",  {"Wx1", "Rx F Wy1", "Ry F Rx"}},
    {"IRIW", {"Wx1", "Wy1", "Rx F Ry", "Ry F Rx"}},
    {"CoRR", {"Wx1", "Rx Rx"}},
    {"CoWW", {"Wx1 Wx2", "Rx Rx"}},
    {"CoRW", {"Rx Wx1", "Wx2"}},
    {"CoWR", {"Wx1 Rx", "Wx2"}},
};

enum fences { NO_FENCE, DEVICE_FENCES, BLOCK_FENCES, FIRST_FENCE };

static const struct test_variant {
    const char *name;
    enum strength of_x, of_y;
    enum fences fences;
    bool same_block;
} variants[] = {
    {"volatile",              VOLATILE, VOLATILE, NO_FENCE, false},
    {"volatile_fences",       VOLATILE, VOLATILE, DEVICE_FENCES, false},
    {"volatile_first_fence",  VOLATILE, VOLATILE, FIRST_FENCE, false},
    {"volatile_block_fences", VOLATILE, VOLATILE, BLOCK_FENCES, false},
    {"volatile_in_block",     VOLATILE, VOLATILE, BLOCK_FENCES, true},
    {"atomic",                ATOMIC, ATOMIC, NO_FENCE, false},
    {"atomic_fences",         ATOMIC, ATOMIC, DEVICE_FENCES, false},
    {"atomic_of_block",       ATOMIC_OF_BLOCK, ATOMIC_OF_BLOCK, NO_FENCE, false},
    {"atomic_in_block",       ATOMIC_OF_BLOCK, ATOMIC_OF_BLOCK, BLOCK_FENCES,
                              true},
    {"data",                  PLAIN, VOLATILE, NO_FENCE, false},
    {"data_fences",           PLAIN, VOLATILE, DEVICE_FENCES, false},
};
/* clang-format on */

enum {
    SHAPES = sizeof shapes / sizeof *shapes,
    VARIANTS = sizeof variants / sizeof *variants,
    MAX_DRAWN = 2048, /* programs, besides those of the shapes */
    MAX_PROGRAMS = SHAPES * VARIANTS + MAX_DRAWN,
    SEEDS = 400
};

static struct program programs[MAX_PROGRAMS];
static struct kernel kernels[MAX_PROGRAMS];
static struct layout layouts[MAX_PROGRAMS];
static char names[MAX_PROGRAMS][64], bodies[MAX_PROGRAMS][8192];
static size_t count, shaped; /* the shapes' programs are first */

/* ----------------------------------------------------------------- programs */

static void parse(const struct test_shape *shape,
                  const struct test_variant *variant, struct program *out)
{
    int fences = 0;

    for (int t = 0; t < MAX_THREADS_OF_TEST && shape->thread[t]; t++) {
        struct op *op = out->op[t];
        for (const char *c = shape->thread[t]; *c; c += strcspn(c, " ")) {
            c += *c == ' ';
            if (*c == 'F') {
                const bool left_out =
                    variant->fences == NO_FENCE ||
                    (variant->fences == FIRST_FENCE && fences++ > 0);
                if (!left_out)
                    *op++ = (struct op){.kind = OP_FENCE,
                                        .of_block =
                                            variant->fences == BLOCK_FENCES};
                continue;
            }
            *op++ = (struct op){.kind = *c == 'W' ? OP_WRITE : OP_READ,
                                .variable = c[1] == 'y',
                                .value = *c == 'W' ? c[2] - '0' : 0,
                                .strength = c[1] == 'y' ? variant->of_y
                                                        : variant->of_x};
        }
    }
}

static bool has_fence(const struct test_shape *shape)
{
    for (int t = 0; t < MAX_THREADS_OF_TEST && shape->thread[t]; t++)
        if (strchr(shape->thread[t], 'F'))
            return true;
    return false;
}

/* Without a place for a fence, the variants that differ by fences are one. */
static bool is_new(const struct test_shape *shape,
                   const struct test_variant *variant)
{
    return has_fence(shape) || variant->fences == NO_FENCE ||
           variant->same_block;
}

/* The program at `count`, named there. */
static void add_program(void)
{
    struct program *const p = &programs[count];
    const struct layout *const layout = &layouts[count];

    p->name = names[count];
    write_body(p, layout, bodies[count], sizeof bodies[count]);
    kernels[count] = (struct kernel){.name = names[count],
                                     .grid = (unsigned)layout->blocks,
                                     .block = 32 * (unsigned)layout->warps,
                                     .body = bodies[count]};
    count++;
}

static void make_programs(void)
{
    for (int s = 0; s < SHAPES; s++)
        for (int v = 0; v < VARIANTS; v++) {
            if (!is_new(&shapes[s], &variants[v]))
                continue;
            parse(&shapes[s], &variants[v], &programs[count]);
            lay_out(&programs[count], variants[v].same_block, &layouts[count]);
            snprintf(names[count], sizeof names[count], "%s_%s_%s",
                     shapes[s].name[0] == '2' ? "W" : "", shapes[s].name,
                     variants[v].name);
            add_program();
        }
}

static unsigned long number(const char *variable, unsigned long otherwise)
{
    const char *const text = getenv(variable);

    return text ? strtoul(text, NULL, 10) : otherwise;
}

/* LITMUS_SEED draws others, LITMUS_PROGRAMS more. */
static void draw_programs(void)
{
    uint32_t seed = (uint32_t)number("LITMUS_SEED", 1);
    unsigned long left = number("LITMUS_PROGRAMS", 96);

    for (; left > 0 && count < MAX_PROGRAMS; left--) {
        snprintf(names[count], sizeof names[count], "_drawn_%u", seed);
        seed = draw_program(seed, &programs[count], &layouts[count]);
        add_program();
    }
}

/* --------------------------------------------------------------------- runs */

struct seen {
    struct outcomes outcomes;
    bool races, failed;
};

static int value_of_variable(const struct layout *layout, int variable)
{
    if (layout->is_shared)
        return 0;
    return layout->bytes == 1 ? ((unsigned char *)a)[variable]
                              : (int)a[variable * PLACES];
}

static void note_run(size_t k, enum status status, const struct problem *why,
                     struct seen *seen)
{
    const struct program *const program = &programs[k];
    struct outcome outcome = {{0}};

    if (status != OK) {
        const bool race = strstr(why->line, "race on ") != NULL;
        seen->races |= race;
        if (getenv("LITMUS_PRINT"))
            printf("# %s: %s\n", program->name, why->line);
        if (!race) {
            printf("# %s: %s\n", program->name, why->line);
            seen->failed = true;
        }
        return;
    }
    for (int r = 0; r < program_reads(program); r++)
        outcome.value[r] = (int)b[r];
    for (int v = 0; v < VARIABLES; v++)
        outcome.value[READS + v] = value_of_variable(&layouts[k], v);
    outcomes_add(&seen->outcomes, &outcome);
}

static void run_all_orders(size_t k, struct seen *seen)
{
    const struct simt_options options = options_of("exhaustive");
    struct problem why = {0};

    assert_int_equal(simt_explore(simt, -1, &why), OK);
    do {
        clear();
        simt_begin_run(simt);
        const enum status status = launch_with(&kernels[k], &options, &why);
        note_run(k, status, &why, seen);
    } while (!seen->races && simt_next_run(simt));
    if (!seen->races && !simt_explored(simt).complete) {
        printf("# %s: not all orders were run\n", programs[k].name);
        seen->failed = true;
    }
}

/* In the schedule random, loads of flags may return older values. */
static void run_weakly(size_t k, struct seen *seen)
{
    struct simt_options options = options_of("random:1");
    struct problem why = {0};

    for (options.seed = 1; options.seed <= SEEDS; options.seed++) {
        clear();
        simt_begin_run(simt);
        const enum status status = launch_with(&kernels[k], &options, &why);
        note_run(k, status, &why, seen);
    }
}

static void print_outcome(const struct program *program, const char *what,
                          const struct outcome *outcome)
{
    printf("# %s: %s:", program->name, what);
    for (int r = 0; r < program_reads(program); r++)
        printf(" r%d = %d", r, outcome->value[r]);
    printf(" x = %d y = %d z = %d\n", outcome->value[READS],
           outcome->value[READS + 1], outcome->value[READS + 2]);
}

/* The number of outcomes of the one set that are not in the other; names them
 * if `what` is given. */
static size_t count_others(const struct program *program, const char *what,
                           const struct outcomes *of,
                           const struct outcomes *other)
{
    size_t others = 0;

    for (size_t i = 0; i < of->count; i++)
        if (!outcomes_have(other, &of->outcome[i])) {
            others++;
            if (what)
                print_outcome(program, what, &of->outcome[i]);
        }
    return others;
}

struct total {
    size_t wrong, races, perhaps, weak, weak_shown;
};

/* What the model allows, without what no kernel can show: the last values of
 * variables in shared memory. */
static void ask_model(size_t k, struct outcomes *allowed,
                      struct outcomes *strong, enum races *races)
{
    static struct outcomes all[2];

    memset(all, 0, sizeof all);
    *races = model_run(&programs[k], &all[0]);
    model_interleave(&programs[k], &all[1]);
    allowed->count = strong->count = 0;
    for (int which = 0; which < 2; which++)
        for (size_t i = 0; i < all[which].count; i++) {
            struct outcome outcome = all[which].outcome[i];
            for (int v = 0; v < VARIABLES && layouts[k].is_shared; v++)
                outcome.value[READS + v] = 0;
            outcomes_add(which ? strong : allowed, &outcome);
        }
}

/* LITMUS_PRINT: the kernels of what is wrong. */
static void print_program(size_t k)
{
    if (getenv("LITMUS_PRINT"))
        printf("%s\n", bodies[k]);
}

static void check(size_t k, struct total *total)
{
    const size_t wrong_before = total->wrong;
    const struct program *const p = &programs[k];
    static struct outcomes allowed, strong;
    static struct seen seen;
    enum races races;

    memset(&seen, 0, sizeof seen);
    ask_model(k, &allowed, &strong, &races);
    run_all_orders(k, &seen);
    if (!seen.races)
        run_weakly(k, &seen);
    total->wrong += seen.failed;
    total->races += seen.races;
    total->perhaps += races == RACES_PERHAPS;
    if (races != RACES_PERHAPS && seen.races != (races == RACES)) {
        printf("# %s: %s\n", p->name,
               races ? "the race is not found" : "a race that is none");
        total->wrong++;
    }
    total->wrong +=
        count_others(p, "the model lacks an interleaving", &strong, &allowed);
    if (total->wrong > wrong_before)
        print_program(k);
    if (races || seen.races)
        return;
    total->wrong += count_others(p, "forbidden", &seen.outcomes, &allowed) +
                    count_others(p, "never seen", &strong, &seen.outcomes);
    if (total->wrong > wrong_before)
        print_program(k);
    total->weak += count_others(p, NULL, &allowed, &strong);
    if (getenv("LITMUS_MISSED"))
        count_others(p, "never shown", &allowed, &seen.outcomes);
    total->weak_shown += count_others(p, NULL, &seen.outcomes, &strong);
}

static void no_outcome_is_forbidden(void **state)
{
    struct total total = {0};

    (void)state;
    for (size_t k = 0; k < shaped; k++)
        check(k, &total);
    printf("# %zu programs, %zu of them with a data race; of %zu outcomes that "
           "the model allows and no interleaving has, %zu are shown\n",
           shaped, total.races, total.weak, total.weak_shown);
    assert_int_equal(total.wrong, 0);
}

static void nor_of_drawn_programs(void **state)
{
    struct total total = {0};

    (void)state;
    for (size_t k = shaped; k < count; k++)
        check(k, &total);
    printf(
        "# %zu drawn programs, %zu with a data race, %zu perhaps; of %zu weak "
        "outcomes %zu are shown\n",
        count - shaped, total.races, total.perhaps, total.weak,
        total.weak_shown);
    assert_int_equal(total.wrong, 0);
}

/* ------------------------------------------------------------ of the model */

/* MP's outcome r0 = 1, r1 = 0 and its like, as the texts have it. */
static void the_model_forbids_what_the_texts_do(void **state)
{
    static const struct {
        const char *name;
        struct outcome weak;
        bool allowed;
    } known[] = {
        {"_MP_volatile", {{1, 0, 0, 0, 1, 1, 0}}, true},
        {"_MP_volatile_fences", {{1, 0, 0, 0, 1, 1, 0}}, false},
        {"_MP_volatile_first_fence", {{1, 0, 0, 0, 1, 1, 0}}, true},
        {"_MP_volatile_block_fences", {{1, 0, 0, 0, 1, 1, 0}}, true},
        {"_MP_volatile_in_block", {{1, 0, 0, 0, 1, 1, 0}}, false},
        {"_SB_volatile", {{0, 0, 0, 0, 1, 1, 0}}, true},
        {"_SB_atomic", {{0, 0, 0, 0, 1, 1, 0}}, true},
        {"_SB_atomic_fences", {{0, 0, 0, 0, 1, 1, 0}}, false},
        {"_LB_volatile", {{1, 1, 0, 0, 1, 1, 0}}, true},
        {"_LB_volatile_fences", {{1, 1, 0, 0, 1, 1, 0}}, false},
        {"_S_volatile", {{1, 0, 0, 0, 2, 1, 0}}, true},
        {"_S_volatile_fences", {{1, 0, 0, 0, 2, 1, 0}}, false},
        {"_R_volatile", {{0, 0, 0, 0, 1, 2, 0}}, true},
        {"_R_volatile_fences", {{0, 0, 0, 0, 1, 2, 0}}, false},
        {"W_2_2W_volatile", {{0, 0, 0, 0, 1, 1, 0}}, true},
        {"W_2_2W_volatile_fences", {{0, 0, 0, 0, 1, 1, 0}}, false},
        {"_WRC_volatile", {{1, 1, 0, 0, 1, 1, 0}}, true},
        {"_WRC_volatile_fences", {{1, 1, 0, 0, 1, 1, 0}}, false},
        {"_IRIW_volatile", {{1, 0, 1, 0, 1, 1, 0}}, true},
        {"_IRIW_volatile_fences", {{1, 0, 1, 0, 1, 1, 0}}, false},
        {"_CoRR_volatile", {{1, 0, 0, 0, 1, 0, 0}}, false},
        {"_CoWW_volatile", {{0, 0, 0, 0, 1, 0, 0}}, false},
        {"_CoRW_volatile", {{1, 0, 0, 0, 1, 0, 0}}, false},
        {"_CoWR_volatile", {{0, 0, 0, 0, 1, 0, 0}}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t k = 0;
        static struct outcomes allowed;
        while (k < count && strcmp(names[k], known[i].name) != 0)
            k++;
        assert_true(k < count);
        memset(&allowed, 0, sizeof allowed);
        assert_int_equal(model_run(&programs[k], &allowed), RACES_NOT);
        if (outcomes_have(&allowed, &known[i].weak) != known[i].allowed)
            fail_msg("%s: the outcome should be %s", known[i].name,
                     known[i].allowed ? "allowed" : "forbidden");
    }
}

static int open_frame(void **state)
{
    (void)state;
    make_programs();
    shaped = count;
    draw_programs();
    const struct table table = {kernels, count};
    return frame_open(&table, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_model_forbids_what_the_texts_do),
        cmocka_unit_test(no_outcome_is_forbidden),
        cmocka_unit_test(nor_of_drawn_programs),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, open_frame, frame_close);
}
