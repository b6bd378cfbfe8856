/* command_plot.c - `scanlab plot FILE.csv...`: options, then load and draw. */
#include "command.h"

#include "plot/plot.h"
#include "plot/plot_options.h"

static enum status load_files(const struct plot_options *options,
                              struct plot_input *input, struct problem *why)
{
    enum status status = OK;

    for (size_t i = 0; i < options->file_count && status == OK; i++)
        status = plot_load(input, options->files[i], false, why);
    if (status == OK && options->published)
        status = plot_load(input, options->published, true, why);
    if (status == OK && input->unverified > 0)
        fprintf(stderr, "scanlab plot: %zu row%s left out: wrong result\n",
                input->unverified, input->unverified == 1 ? "" : "s");
    if (status == OK && input->noisy > 0)
        fprintf(stderr,
                "scanlab plot: %zu row%s left out: too noisy, the interval is "
                "wider than the median\n",
                input->noisy, input->noisy == 1 ? "" : "s");
    return status;
}

/* Why a kind that was asked for by name cannot be drawn. */
static enum status no_chart(const struct plot_input *input,
                            enum chart_kind kind,
                            const struct plot_choice *choice,
                            struct problem *why)
{
    static const char *const needs[CHART_KINDS] = {
        "rows of 'scanlab bench -o' with gbps",
        "rows of 'scanlab bench -o' with of_memcpy",
        "rows of 'scanlab measure -o' with work",
        "rows of 'scanlab measure -o' with depth",
        "rows of 'scanlab measure -o' with read_bytes, write_bytes and "
        "elem_bytes",
        "rows of 'scanlab bench -o' and of 'scanlab measure -o' with the same "
        "algorithm, n and monoid, for 1 thread and at least one other number "
        "of threads",
        "rows of 'scanlab measure -d cuda -o'",
        "timed points of 'scanlab explore -o'",
        ""};
    char n[32], at[48] = "";

    if (kind == CHART_ROOFLINE)
        return plot_roofline_lacks(input, why);
    if (choice->n)
        snprintf(at, sizeof at, " at n = %s", plot_n_text(choice->n, n));
    return problem_set(why, WRONG_USE,
                       "nothing to draw for --kind %s%s: it needs %s",
                       chart_kind_names[kind], at, needs[kind]);
}

static enum status charts_of_kind(const struct plot_options *options,
                                  const struct plot_input *input,
                                  enum chart_kind kind, struct chart_list *list,
                                  struct problem *why)
{
    struct plot_choice choice = options->choice;
    const bool named = options->kinds != 0;
    const size_t sizes = plot_at_one_n(kind) ? options->size_count : 0;
    enum status status = OK;

    for (size_t i = 0; i < (sizes ? sizes : 1) && status == OK; i++) {
        const size_t before = list->count;
        choice.n = sizes ? (double)options->sizes[i] : 0;
        status = plot_charts(input, &choice, kind, list, why);
        if (status == OK && named && list->count == before)
            status = no_chart(input, kind, &choice, why);
    }
    return status;
}

static enum status make_charts(const struct plot_options *options,
                               const struct plot_input *input,
                               struct chart_list *list, struct problem *why)
{
    const bool searches = input->explored == options->file_count;
    const unsigned kinds = options->kinds ? options->kinds
                           : searches     ? 1u << CHART_EXPLORE
                                          : ~(1u << CHART_ROOFLINE);
    enum status status = OK;

    for (int kind = 0; kind < CHART_KINDS && status == OK; kind++)
        if (kinds & 1u << kind)
            status = charts_of_kind(options, input, (enum chart_kind)kind, list,
                                    why);
    if (status == OK && list->count == 0 && searches && input->untimed)
        status = problem_set(why, WRONG_USE,
                             "%s: none of the points that these options choose "
                             "was timed; see the columns state and why",
                             options->files[0]);
    if (status == OK && list->count == 0)
        status = problem_set(why, WRONG_USE,
                             "%s: no rows left to draw with these options",
                             options->files[0]);
    return status;
}

static enum status print_tables(const struct chart_list *list,
                                enum plot_table table, struct problem *why)
{
    for (size_t i = 0; i < list->count; i++) {
        if (i > 0)
            putchar('\n');
        plot_write_table(&list->charts[i], table, stdout);
    }
    if (fflush(stdout) != 0 || ferror(stdout))
        return problem_set(why, MACHINE_LACKS, "cannot write the tables");
    return OK;
}

static enum status draw_charts(const struct plot_options *options,
                               const struct chart_list *list,
                               struct problem *why)
{
    struct plot_output output;
    enum status status =
        plot_output_open(&output, options->folder ? options->folder : ".", why);

    for (size_t i = 0; i < list->count && status == OK; i++)
        status = plot_output_chart(&output, &list->charts[i], &options->choice,
                                   options->table, why);
    plot_output_close(&output);
    return status;
}

enum status command_plot(int argc, char **argv, struct problem *why)
{
    struct plot_options options;
    struct plot_input input = {0};
    struct chart_list list = {0};
    enum status status = plot_options_parse(argc, argv, &options, why);

    if (status != OK || options.help_shown) {
        plot_options_free(&options);
        return status;
    }
    status = load_files(&options, &input, why);
    if (status == OK)
        status = make_charts(&options, &input, &list, why);
    if (status == OK && options.table && !options.folder)
        status = print_tables(&list, options.table, why);
    else if (status == OK)
        status = draw_charts(&options, &list, why);
    chart_list_free(&list);
    plot_input_free(&input);
    plot_options_free(&options);
    return status;
}
