/* encodings.c - see encodings.h. */
#include "encodings.h"
#include "verify.h"
#include "monoids/compares.h"
#include "monoids/interval_table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* ------------------------------------------------------------------ draws */

static uint32_t salt = 0x1234567u;

void encodings_draw(void)
{
    if (getrandom(&salt, sizeof salt, GRND_NONBLOCK) != sizeof salt)
        salt = 0x1234567u;
}

static uint32_t scrambled(uint32_t x)
{
    for (int i = 0; i < 3; i++) {
        x = (x ^ x >> 15) * 0x2c1b3c6du;
        x ^= x >> 13;
    }
    return x;
}

/* Random number `turn` of the case, computed by a few operations from its
 * number, so that cases need no state. */
static uint32_t drawn_seed(const struct encoded_case *c, uint32_t turn)
{
    return scrambled(scrambled(c->number * 8 + turn) ^ salt);
}

/* With this seed one element consists of the special word: usually an input
 * element, or the identity, or a fold. The choice differs from case to case,
 * and is the same when a case is run again. */
static uint32_t special_seed(const struct encoded_case *c)
{
    static const uint32_t usual[] = {0, UINT32_MAX, 1, 0x80000000u,
                                     0x7fffffffu};
    enum { USUAL = sizeof usual / sizeof *usual };
    const uint32_t draw = scrambled(c->number);
    /* Most often the first two, the most common constants in comparisons. */
    const uint32_t which =
        (draw >> 16) % (uint32_t)(USUAL + c->constants->count);
    const uint32_t word = draw & 1        ? usual[draw >> 8 & 1]
                          : which < USUAL ? usual[which]
                                          : c->constants->word[which - USUAL];
    const bool fold = (draw >> 1 & 3) == 0, identity = (draw >> 1 & 3) == 1;

    if (c->leaves == 0 || identity)
        return interval_seed(INTERVAL_IDENTITY, word);
    return interval_seed(INTERVAL_FIRST_LEAF + (fold ? c->leaves : 0) +
                             (draw >> 3) % c->leaves,
                         word);
}

static void add_constant(struct constants *out, uint32_t word)
{
    for (int i = 0; i < out->count; i++)
        if (out->word[i] == word)
            return;
    if (out->count < MAX_CONSTANTS)
        out->word[out->count++] = word;
}

void constants_read(const char *path, struct constants *out)
{
    FILE *const file = path ? fopen(path, "r") : NULL;
    char line[512];

    out->count = 0;
    while (file && fgets(line, sizeof line, file))
        for (char *at = line; *at;) {
            const bool begins =
                isdigit((unsigned char)*at) &&
                (at == line ||
                 (!isalnum((unsigned char)at[-1]) && at[-1] != '_'));
            char *end = at + 1;
            if (begins)
                add_constant(out, (uint32_t)strtoull(at, &end, 0));
            at = end > at ? end : at + 1;
        }
    if (file)
        fclose(file);
}

/* -------------------------------------------------------------------- runs */

/* The result of a run. */
struct shown {
    uint64_t work, path;
    bool compared; /* an element */
};

/* "cpu.c:31 compares the bits of element 5". On simt the message is already
 * set. */
static void tell_compared(const struct encoded_case *c, uintptr_t place,
                          struct problem *why)
{
    char at[256];

    execution_place(c->execution, place, at, sizeof at);
    problem_set(why, CHECK_FAILED,
                "%s compares the bits of %s: a scan may only copy elements and "
                "pass them to op",
                at, compares_element());
}

/* `look`: find words of elements, note what is compared. */
enum { LOOK_FIND = 1, LOOK_RECORD = 2 };

/* After a wrong result: runs again, so that the device's explanation traces the
 * wrong element. If the result is now wrong in another way, keeps the old
 * one. */
static void follow(const struct encoded_case *c, uint32_t seed,
                   const struct problem *wrong)
{
    struct problem again = {.line = ""};

    if (!execution_follow(c->execution))
        return;
    const enum status status = c->run(c->context, seed, &again);
    execution_followed(c->execution, status == CHECK_FAILED &&
                                         !strcmp(again.line, wrong->line));
}

static enum status run_with(const struct encoded_case *c, uint32_t seed,
                            int look, int keep, struct shown *out,
                            struct problem *why)
{
    const struct compares_wish wish = {
        .element_bytes = look & LOOK_FIND ? c->element_bytes : 0,
        .record = look & LOOK_RECORD};
    uintptr_t place;

    compares_begin(&wish);
    enum status status = c->run(c->context, seed, why);
    compares_end();
    out->work = interval_work();
    out->path = execution_path(c->execution);
    out->compared = compares_found(&place);
    if (out->compared && !c->execution->setup.device->sees_accesses) {
        tell_compared(c, place, why);
        status = CHECK_FAILED;
    }
    compares_keep(keep);
    if (status == CHECK_FAILED && c->follows)
        follow(c, seed, why);
    return status;
}

/* The same after a run that ended early, for example with a ticket counter that
 * is not 0: clears words left by earlier launches. */
static enum status run_after_end(const struct encoded_case *c, uint32_t seed,
                                 int look, struct shown *out,
                                 struct problem *why)
{
    execution_leap(c->execution, 1);
    return run_with(c, seed, look, 0, out, why);
}

/* Runs with random words. A number that equals the word of an element by chance
 * does not do so with other words. */
static enum status run_drawn(const struct encoded_case *c, int record,
                             uint32_t *seed, struct shown *out,
                             struct problem *why)
{
    struct problem again = {.line = ""};

    *seed = drawn_seed(c, 0);
    const enum status status =
        run_with(c, *seed, LOOK_FIND | record, 0, out, why);
    if (status != CHECK_FAILED || !out->compared)
        return status;
    *seed = drawn_seed(c, 1);
    const enum status second =
        run_after_end(c, *seed, LOOK_FIND | record, out, &again);
    const bool same = !c->alone || !strcmp(why->line, again.line);
    if (second == CHECK_FAILED && out->compared && same)
        return status;
    *why = again;
    return out->compared ? run_after_end(c, *seed, record, out, why) : second;
}

static bool same(const struct shown *a, const struct shown *b)
{
    return a->work == b->work && a->path == b->path;
}

static const char what_is_left[] =
    "it depends on data that an earlier launch left in its buffers";

/* The first encoding was right, the second is wrong. */
static enum status only_second_is_wrong(const struct encoded_case *c,
                                        uint32_t second, struct problem *why)
{
    const struct problem inner = *why;
    uint64_t path;
    const enum status alone = c->run_alone(c->context, second, &path);

    if (alone == MACHINE_LACKS) /* it could not be run alone */
        return problem_set(
            why, CHECK_FAILED,
            "%s; with different bits in the same elements the previous run was "
            "right: either %s, or the scan looks inside its elements",
            inner.line, what_is_left);
    if (alone == OK)
        return problem_set(why, CHECK_FAILED,
                           "%s; as the very first run it is right: %s (put the "
                           "launch number into flags; end counters at 0)",
                           inner.line, what_is_left);
    return problem_set(
        why, CHECK_FAILED,
        "%s; with different bits in the same elements it is right: "
        "the scan looks inside its elements",
        inner.line);
}

/* Both were right, on different paths. */
static enum status ways_differ(const struct encoded_case *c,
                               const uint32_t seed[2], struct problem *why)
{
    const struct compares_wish wish = {.record = true};
    uint64_t path[2] = {0, 1};

    compares_begin(&wish); /* then the path has threads' own arrays, too */
    const bool right = c->run_alone(c->context, seed[0], &path[0]) == OK &&
                       c->run_alone(c->context, seed[1], &path[1]) == OK;
    compares_end();
    if (right && path[0] == path[1])
        return problem_set(why, CHECK_FAILED,
                           "a second run takes a different path through the "
                           "code or the memory: %s, so nothing is proved",
                           what_is_left);
    return problem_set(why, CHECK_FAILED,
                       "with different bits in the same elements it takes a "
                       "different path through the code or the memory: the "
                       "scan looks inside its elements, so nothing is proved");
}

/* The two runs differ. If runs with the same words do not, the words are the
 * cause. */
static enum status settle(const struct encoded_case *c, const uint32_t seed[2],
                          const struct shown shown[2], struct problem *why)
{
    static const struct {
        int words, keep;
    } more[] = {{0, 0}, {0, 2}, {1, 1}, {1, 2}};
    bool repeats = true;
    uintptr_t place;
    char at[256];

    for (size_t k = 0; k < sizeof more / sizeof *more; k++) {
        const int words = more[k].words;
        struct shown again;
        const enum status status =
            run_with(c, seed[words], LOOK_RECORD, more[k].keep, &again, why);
        if (status != OK)
            return status;
        if (more[k].keep == 2)
            compares_expect(words, 2);
        repeats &= same(&again, &shown[words]);
    }
    if (compares_differ(0, 1, &place)) {
        execution_place(c->execution, place, at, sizeof at);
        return problem_set(
            why, CHECK_FAILED,
            "%s compares, divides or shifts by a value computed from the bits "
            "of elements: the scan looks inside its elements",
            at);
    }
    if (shown[0].path != shown[1].path)
        return ways_differ(c, seed, why);
    if (!repeats || shown[0].work == shown[1].work)
        return OK; /* it depends on data left by an earlier launch */
    return problem_set(why, CHECK_FAILED,
                       "%llu operations, but %llu with different bits in the "
                       "same elements: the scan looks inside its elements",
                       (unsigned long long)shown[0].work,
                       (unsigned long long)shown[1].work);
}

enum status encodings_run(const struct encoded_case *c, size_t *runs,
                          struct problem *why)
{
    struct shown shown[2];
    uint32_t seed[2] = {0, special_seed(c)};
    const bool records = c->records && c->alone &&
                         (c->matters || scrambled(c->number + 1) % 4 == 0);
    const int record = records ? LOOK_RECORD : 0;
    uintptr_t place;
    enum status status = run_drawn(c, record, &seed[0], &shown[0], why);

    if (status != OK)
        return status;
    ++*runs;
    status = run_with(c, seed[1], record, 1, &shown[1], why);
    if (status == CHECK_FAILED && c->alone)
        return only_second_is_wrong(c, seed[1], why);
    if (status != OK)
        return status;
    ++*runs;
    if (!c->alone ||
        (same(&shown[0], &shown[1]) && !compares_differ(0, 1, &place)))
        return OK;
    return settle(c, seed, shown, why);
}

enum status encodings_run_once(const struct encoded_case *c,
                               struct problem *why)
{
    struct shown ignored;
    uint32_t seed;

    return run_drawn(c, 0, &seed, &ignored, why);
}

enum status encodings_run_orders(const struct encoded_case *c, int preemptions,
                                 struct verify_tally *tally,
                                 struct problem *why)
{
    enum status status = execution_explore(c->execution, preemptions, why);
    struct shown ignored;

    do { /* an order runs once: few elements, hardly a word by chance */
        if (status == OK)
            status = run_with(c, drawn_seed(c, 0), LOOK_FIND, 0, &ignored, why);
        tally->runs++;
    } while (status == OK && execution_next_run(c->execution));
    const struct explored result = execution_explored(c->execution);
    tally->explored++;
    tally->complete += result.complete;
    if (result.runs > tally->most_runs)
        tally->most_runs = result.runs;
    return status;
}
