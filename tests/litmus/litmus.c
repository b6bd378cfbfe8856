/* litmus.c - the classical litmus tests, as kernels on the SIMT machine, next
 * to the memory model of PTX (model.c).
 *
 *     MP    thread 0: x = 1; fence; y = 1    thread 1: r0 = y; fence; r1 = x
 *           forbidden with both fences: r0 = 1, r1 = 0
 *
 * Each shape is taken with volatile accesses, atomics or plain ones, with and
 * without fences, in one block and in several. All orders are run. No outcome
 * may be seen that the model forbids, every interleaving must be seen, and a
 * program with a data race must be told as one.
 */
#include "tests/unit/simt_frame.h"
#include "model.h"

/* clang-format off */
static const struct test_shape {
    const char *name, *thread[MOST_THREADS_OF_TEST];
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
    DRAWN = 64, /* programs, besides those of the shapes */
    MOST_PROGRAMS = SHAPES * VARIANTS + DRAWN,
    PLACE_OF_Y = 64,
    SEEDS = 400
};

static struct program programs[MOST_PROGRAMS];
static struct kernel kernels[MOST_PROGRAMS];
static char names[MOST_PROGRAMS][64], bodies[MOST_PROGRAMS][1024];
static size_t count, shaped; /* the shapes' programs are first */

/* ------------------------------------------------------------------ programs
 */

static void parse(const struct test_shape *shape,
                  const struct test_variant *variant, struct program *out)
{
    int fences = 0;

    out->same_block = variant->same_block;
    for (int t = 0; t < MOST_THREADS_OF_TEST && shape->thread[t]; t++) {
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

static void write_op(FILE *file, const struct op *op, int read)
{
    const int at = op->variable ? PLACE_OF_Y : 0;
    const char *const block = op->strength == ATOMIC_OF_BLOCK ? "_block" : "";

    if (op->kind == OP_FENCE)
        fprintf(file, "__threadfence%s();", op->of_block ? "_block" : "");
    else if (op->kind == OP_READ && op->strength >= ATOMIC)
        fprintf(file, "const unsigned r%d = atomicAdd%s(a + %d, 0);", read,
                block, at);
    else if (op->kind == OP_READ)
        fprintf(file, "const unsigned r%d = %s(a[%d]);", read,
                op->strength == VOLATILE ? "V" : "", at);
    else if (op->strength >= ATOMIC)
        fprintf(file, "atomicExch%s(a + %d, %d);", block, at, op->value);
    else
        fprintf(file, "%s(a[%d]) = %d;", op->strength == VOLATILE ? "V" : "",
                at, op->value);
}

static void write_body(const struct program *program, char *text, size_t size)
{
    FILE *const file = fmemopen(text, size, "w");
    int read = 0;

    assert_non_null(file);
    fprintf(file, "{ if (T %% 32) return;\n");
    for (int t = 0; t < program_threads(program); t++) {
        const int first = read;
        fprintf(file, "if (%s == %d) { ", program->same_block ? "T / 32" : "B",
                t);
        for (const struct op *op = program->op[t]; op->kind != OP_END; op++) {
            write_op(file, op, read);
            read += op->kind == OP_READ;
        }
        for (int r = first; r < read; r++)
            fprintf(file, " b[%d] = r%d;", r, r);
        fprintf(file, " }\n");
    }
    fprintf(file, "}");
    fclose(file);
}

static bool has_fence(const struct test_shape *shape)
{
    for (int t = 0; t < MOST_THREADS_OF_TEST && shape->thread[t]; t++)
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

    p->name = names[count];
    write_body(p, bodies[count], sizeof bodies[count]);
    const unsigned threads = (unsigned)program_threads(p);
    kernels[count] = (struct kernel){.name = names[count],
                                     .grid = p->same_block ? 1 : threads,
                                     .block = p->same_block ? 32 * threads : 32,
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
            snprintf(names[count], sizeof names[count], "%s_%s_%s",
                     shapes[s].name[0] == '2' ? "W" : "", shapes[s].name,
                     variants[v].name);
            add_program();
        }
}

/* ----------------------------------------------------------- drawn programs
 */

static uint32_t drawn = 1; /* LITMUS_SEED in its place */

static int draw(int below)
{
    drawn = drawn * 1664525u + 1013904223u;
    return (int)((drawn >> 8) % (uint32_t)below);
}

/* What a drawn program may still have: the model tries all orders of these. */
struct budget {
    int reads, writes[VARIABLES], fences;
};

/* OP_END: there is no budget for what was drawn. */
static struct op draw_op(struct budget *left)
{
    struct op op = {.variable = draw(2),
                    .strength = draw(4) ? VOLATILE : ATOMIC,
                    .of_block = draw(6) == 0};
    const int kind = draw(5);

    op.kind = kind < 2 ? OP_READ : kind < 4 ? OP_WRITE : OP_FENCE;
    const bool updates = op.strength == ATOMIC && op.kind != OP_FENCE;
    if ((op.kind == OP_READ && !left->reads) ||
        (op.kind == OP_FENCE && !left->fences) ||
        ((op.kind == OP_WRITE || updates) && !left->writes[op.variable]))
        return (struct op){.kind = OP_END};
    left->reads -= op.kind == OP_READ;
    left->fences -= op.kind == OP_FENCE;
    if (op.kind == OP_WRITE)
        op.value = 4 - left->writes[op.variable];
    left->writes[op.variable] -= op.kind == OP_WRITE || updates;
    return op;
}

/* Two to four threads of up to three operations each, on flags alone. */
static void draw_program(struct program *out)
{
    struct budget left = {.reads = READS, .writes = {3, 3}, .fences = 3};
    const int threads = 2 + draw(3);

    out->same_block = draw(4) == 0;
    for (int t = 0; t < threads; t++) {
        int ops = 0;
        for (int i = 0; i < 3; i++) {
            out->op[t][ops] = draw_op(&left);
            ops += out->op[t][ops].kind != OP_END;
        }
        if (ops == 0) /* else the threads would end here */
            out->op[t][ops] = (struct op){.kind = OP_FENCE, .of_block = true};
    }
}

static void draw_programs(void)
{
    if (getenv("LITMUS_SEED"))
        drawn = (uint32_t)strtoul(getenv("LITMUS_SEED"), NULL, 10);
    for (int k = 0; k < DRAWN; k++) {
        snprintf(names[count], sizeof names[count], "_drawn_%u", drawn);
        draw_program(&programs[count]);
        add_program();
    }
}

/* --------------------------------------------------------------------- runs */

struct seen {
    struct outcomes outcomes;
    bool races, failed;
};

static void note_run(const struct program *program, enum status status,
                     const struct problem *why, struct seen *seen)
{
    struct outcome outcome = {{0}};

    if (status != OK) {
        seen->races |= strstr(why->line, "race on a[") != NULL;
        if (!strstr(why->line, "race on a[")) {
            printf("# %s: %s\n", program->name, why->line);
            seen->failed = true;
        }
        return;
    }
    for (int r = 0; r < program_reads(program); r++)
        outcome.value[r] = (int)b[r];
    outcome.value[READS] = (int)a[0];
    outcome.value[READS + 1] = (int)a[PLACE_OF_Y];
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
        note_run(&programs[k], status, &why, seen);
    } while (simt_next_run(simt));
    if (!simt_explored(simt).complete) {
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
        note_run(&programs[k], status, &why, seen);
    }
}

static void print_outcome(const struct program *program, const char *what,
                          const struct outcome *outcome)
{
    printf("# %s: %s:", program->name, what);
    for (int r = 0; r < program_reads(program); r++)
        printf(" r%d = %d", r, outcome->value[r]);
    printf(" x = %d y = %d\n", outcome->value[READS],
           outcome->value[READS + 1]);
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
    size_t wrong, races, weak, weak_shown;
};

static void check(size_t k, struct total *total)
{
    const struct program *const p = &programs[k];
    static struct outcomes allowed, strong;
    static struct seen seen;

    memset(&allowed, 0, sizeof allowed);
    memset(&strong, 0, sizeof strong);
    memset(&seen, 0, sizeof seen);
    const bool races = model_run(p, &allowed);
    model_interleave(p, &strong);
    run_all_orders(k, &seen);
    if (!races)
        run_weakly(k, &seen);
    total->wrong += seen.failed;
    total->races += races;
    if (seen.races != races) {
        printf("# %s: %s\n", p->name,
               races ? "the race is not found" : "a race that is none");
        total->wrong++;
    }
    total->wrong +=
        count_others(p, "the model lacks an interleaving", &strong, &allowed);
    if (races)
        return;
    total->wrong += count_others(p, "forbidden", &seen.outcomes, &allowed) +
                    count_others(p, "never seen", &strong, &seen.outcomes);
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
    printf("# %zu drawn programs; of %zu weak outcomes %zu are shown\n",
           count - shaped, total.weak, total.weak_shown);
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
        {"_MP_volatile", {{1, 0, 0, 0, 1, 1}}, true},
        {"_MP_volatile_fences", {{1, 0, 0, 0, 1, 1}}, false},
        {"_MP_volatile_first_fence", {{1, 0, 0, 0, 1, 1}}, true},
        {"_MP_volatile_block_fences", {{1, 0, 0, 0, 1, 1}}, true},
        {"_MP_volatile_in_block", {{1, 0, 0, 0, 1, 1}}, false},
        {"_SB_volatile", {{0, 0, 0, 0, 1, 1}}, true},
        {"_SB_atomic", {{0, 0, 0, 0, 1, 1}}, true},
        {"_SB_atomic_fences", {{0, 0, 0, 0, 1, 1}}, false},
        {"_LB_volatile", {{1, 1, 0, 0, 1, 1}}, true},
        {"_LB_volatile_fences", {{1, 1, 0, 0, 1, 1}}, false},
        {"_S_volatile", {{1, 0, 0, 0, 2, 1}}, true},
        {"_S_volatile_fences", {{1, 0, 0, 0, 2, 1}}, false},
        {"_R_volatile", {{0, 0, 0, 0, 1, 2}}, true},
        {"_R_volatile_fences", {{0, 0, 0, 0, 1, 2}}, false},
        {"W_2_2W_volatile", {{0, 0, 0, 0, 1, 1}}, true},
        {"W_2_2W_volatile_fences", {{0, 0, 0, 0, 1, 1}}, false},
        {"_WRC_volatile", {{1, 1, 0, 0, 1, 1}}, true},
        {"_WRC_volatile_fences", {{1, 1, 0, 0, 1, 1}}, false},
        {"_IRIW_volatile", {{1, 0, 1, 0, 1, 1}}, true},
        {"_IRIW_volatile_fences", {{1, 0, 1, 0, 1, 1}}, false},
        {"_CoRR_volatile", {{1, 0, 0, 0, 1, 0}}, false},
        {"_CoWW_volatile", {{0, 0, 0, 0, 1, 0}}, false},
        {"_CoRW_volatile", {{1, 0, 0, 0, 1, 0}}, false},
        {"_CoWR_volatile", {{0, 0, 0, 0, 1, 0}}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t k = 0;
        static struct outcomes allowed;
        while (k < count && strcmp(names[k], known[i].name) != 0)
            k++;
        assert_true(k < count);
        memset(&allowed, 0, sizeof allowed);
        assert_false(model_run(&programs[k], &allowed));
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
