/* command_example.c - runs a small program on real input, with any scan.
 *
 *     scanlab example line_of_sight heights.txt --by blelloch --costs
 *                     |             |
 *                     example.h     its numbers or text; else its own file
 */
#include "command.h"
#include "example_basis.h"
#include "simt_choice.h"
#include "arrays/array_file.h"
#include "arrays/input_file.h"
#include "base/paths.h"
#include "base/sizes.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BY = 'A' << 8, KEY_COSTS };

struct example_options {
    const char *by;
    bool costs;
};

static const struct argp_option own[] = {
    {"by", KEY_BY, "ALGORITHM", 0,
     "the algorithm that scans (default lookback)", GROUP_WHERE},
    {"costs", KEY_COSTS, NULL, 0,
     "also the work and span of all its operations", GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct example_options *example = options;

    (void)why;
    switch (key) {
    case KEY_BY: example->by = value; return 0;
    case KEY_COSTS: example->costs = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct command_line command_example_line = {
    .usage = "NAME [FILE]",
    .text = "Runs an example of what scan is good for, on a file or on "
            "built-in input. 'scanlab list' names the examples; each is a file "
            "in algorithms/examples/.\vExample: scanlab example line_of_sight "
            "--by blelloch --costs",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_THREADS | TAKES_SCHEDULE,
    .device = "cpu",
};

static enum status find_example(const struct shared_options *options,
                                const struct example **out, struct problem *why)
{
    enum { MOST = 64 };
    const char *names[MOST] = {NULL};

    if (options->names == 0)
        return problem_set(why, WRONG_USE,
                           "name an example; 'scanlab list' shows them");
    for (int i = 0; examples[i]; i++) {
        assert(i < MOST - 1);
        names[i] = examples[i]->name;
        if (!strcmp(options->name[0], names[i])) {
            *out = examples[i];
            return OK;
        }
    }
    const char *const near = nearest_name(options->name[0], names);
    return problem_set(why, WRONG_USE,
                       "no example '%s'%s%s%s; 'scanlab list' shows them",
                       options->name[0], near ? ": did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
}

/* ------------------------------------------------------------------ inputs */

/* What is read, and what it lies in. */
struct read {
    struct example_input input;
    struct array numbers;
    char *text;
};

static enum status read_text(const char *path, struct read *out,
                             struct problem *why)
{
    enum { PIECE = 1 << 16, MOST = 1 << 30 };
    struct input file;
    size_t got = PIECE, used = 0;
    enum status status = input_open(path, &file, why);

    if (status != OK)
        return status;
    while (status == OK && got == PIECE) {
        char *const more = realloc(out->text, used + PIECE + 1);
        if (!more)
            status = problem_set(why, MACHINE_LACKS, "out of memory");
        else if (used > MOST - PIECE)
            status = problem_set(why, WRONG_USE, "%s: more than %d bytes",
                                 file.name, MOST);
        out->text = more ? more : out->text;
        if (status == OK)
            status = input_read(&file, out->text + used, PIECE, &got, why);
        used += status == OK ? got : 0;
    }
    input_close(&file);
    if (status == OK)
        out->text[used] = '\0';
    out->input.text = out->text;
    out->input.n = used;
    return status;
}

/* Text, whatever the name, but for .npy. */
static enum status read_numbers(const char *path,
                                const struct monoid_table *add_i32,
                                struct read *out, struct problem *why)
{
    const size_t length = strlen(path);
    const bool by_name = !strcmp(path, "-") ||
                         (length > 4 && !strcmp(path + length - 4, ".npy"));
    const enum status status =
        array_read(path, by_name ? FORMAT_BY_NAME : FORMAT_TEXT, NULL, add_i32,
                   &out->numbers, why);

    out->input.n = out->numbers.n;
    out->input.numbers =
        (struct ints){out->numbers.n, (int32_t *)out->numbers.data};
    return status == OK && out->numbers.n > INT32_MAX / 2
               ? problem_set(why, WRONG_USE, "%s: more than %d numbers", path,
                             INT32_MAX / 2)
               : status;
}

static enum status read_size(const struct example *example,
                             const struct shared_options *options,
                             struct read *out, struct problem *why)
{
    size_t *sizes = NULL, count = 0;
    enum status status = OK;

    out->input.n = example->usual_n;
    if (options->names > 1)
        return problem_set(why, WRONG_USE, "%s takes -n instead of a file",
                           example->name);
    if (!options->sizes)
        return OK;
    status = sizes_parse(options->sizes, sizeof(int32_t), &sizes, &count, why);
    if (status != OK)
        return status;
    out->input.n = sizes[0];
    free(sizes);
    if (count != 1 || out->input.n < 1 || out->input.n > example->most_n)
        status = problem_set(why, WRONG_USE, "-n %s: %s takes one n, 1 to %zu",
                             options->sizes, example->name, example->most_n);
    return status;
}

/* The example's own file, where none was named. */
static enum status input_path(const struct example *example,
                              const struct shared_options *options,
                              char path[4096], struct problem *why)
{
    char home[4096];

    if (options->names > 1 && path_format(path, 4096, "%s", options->name[1]))
        return OK;
    if (options->names > 1)
        return problem_set(why, WRONG_USE, "the file's name is too long");
    const enum status status = paths_home(home, sizeof home, why);
    if (status == OK && !path_format(path, 4096, "%s/algorithms/examples/%s",
                                     home, example->usual))
        return problem_set(why, MACHINE_LACKS, "%s: the path is too long",
                           home);
    return status;
}

static enum status read_input(const struct example *example,
                              const struct shared_options *options,
                              const struct monoid_table *add_i32,
                              struct read *out, struct problem *why)
{
    char path[4096];

    if (options->names > 2)
        return problem_set(why, WRONG_USE, "%s takes one file, not %d",
                           example->name, options->names - 1);
    if (example->takes == EXAMPLE_SIZE)
        return read_size(example, options, out, why);
    if (options->sizes)
        return problem_set(why, WRONG_USE,
                           "-n %s: %s takes a file, and the file's length is n",
                           options->sizes, example->name);
    enum status status = input_path(example, options, path, why);
    if (status == OK)
        status = example->takes == EXAMPLE_TEXT
                     ? read_text(path, out, why)
                     : read_numbers(path, add_i32, out, why);
    return status == OK && out->input.n == 0
               ? problem_set(why, WRONG_USE, "%s is empty: want %s", path,
                             example->reads)
               : status;
}

/* ------------------------------------------------------------ what it cost */

static void print_count(const char *name, double count)
{
    if (isnan(count))
        printf("%s not known", name);
    else
        printf("%s %.0f", name, count);
}

static void print_costs(const struct single *with, struct basis_costs model,
                        struct basis_costs ran)
{
    printf("\nCosts of all operations\n  model ");
    print_count(" work", model.work);
    print_count(", span", model.span);
    printf("   (scan and reduce of n: work n, span log2 n)\n  ran   ");
    print_count(" work", ran.work);
    print_count(", span", ran.span);
    print_count(", bytes", ran.bytes);
    printf("   (by %s, ", with->choice.algorithm->name);
    if (with->pool)
        printf("%d thread%s)\n", pool_threads(with->pool),
               pool_threads(with->pool) == 1 ? "" : "s");
    else
        printf("%s)\n", with->device->name);
}

/* Nothing is printed of an example that does not end well. */
static enum status run_it(const struct example *example,
                          const struct read *read, const struct single *with,
                          const struct simt_options *simt,
                          const struct example_options *own_options,
                          struct problem *why)
{
    const struct example_setup setup = {
        .device = with->device,
        .by = &with->choice,
        .pool = with->pool,
        .simt = with->device->has_schedules ? simt : NULL};
    struct basis_costs model, ran;
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);

    if (!out)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    enum status status =
        example_run(example, &read->input, &setup, out, &model, &ran, why);
    if (fclose(out) != 0 && status == OK)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK) {
        fwrite(text, 1, size, stdout);
        if (own_options->costs)
            print_costs(with, model, ran);
    }
    free(text);
    return status;
}

enum status command_example(int argc, char **argv, struct problem *why)
{
    static struct simt_options simt[MAX_SCHEDULES];
    struct example_options own_options = {.by = "lookback"};
    struct shared_options options, by;
    const struct example *example = NULL;
    struct single with = {.pool = NULL};
    struct read read = {.text = NULL};
    int schedules = 0;
    enum status status = options_parse(&command_example_line, &own_options,
                                       argc, argv, &options, why);

    if (status == OK)
        status = find_example(&options, &example, why);
    if (status == OK) {
        by = options;
        by.names = 1;
        by.name[0] = own_options.by;
        status = single_open(&by, "example", &with, why);
    }
    if (status == OK)
        status = choice_has_forms(&with.choice, why);
    if (status == OK)
        status =
            simt_choose(&options, "timed", true, true, simt, &schedules, why);
    if (status == OK && schedules > 1)
        status =
            problem_set(why, WRONG_USE, "example takes one schedule at a time");
    if (status == OK)
        status = read_input(example, &options, &with.monoid.table, &read, why);
    if (status == OK)
        status = run_it(example, &read, &with, simt, &own_options, why);
    array_free(&read.numbers);
    free(read.text);
    single_close(&with);
    return status;
}
