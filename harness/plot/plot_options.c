/* plot_options.c - argp's options; each mistake is reported in one line.
 *
 * argp prints its own errors on several lines, so its messages are turned off
 * (ARGP_NO_ERRS, which also turns off its --help, so this file prints the
 * help). The argument is read again to find the mistake.
 */
#include "plot_options.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "What to draw:", 1},
    {"kind", PLOT_KIND, "K,...", 0,
     "charts to draw: throughput, fraction, work, depth, traffic, brent, "
     "cycles, explore, roofline (default: all that the files' columns allow "
     "except roofline; for files of explore only explore)",
     1},
    {"algorithms", 'a', "A,B:VARIANT,...", 0,
     "only these algorithms, in this order (memcpy stays)", 1},
    {"monoid", 'm', "MONOID", 0, "only rows of this monoid", 1},
    {"device", 'd', "DEVICE", 0, "only rows of this device", 1},
    {"scan", PLOT_SCAN, "inclusive|exclusive", 0, "only this kind of scan", 1},
    {"mode", PLOT_MODE, "warm|cold|graph", 0, "only this measurement mode", 1},
    {"pattern", PLOT_PATTERN, "PATTERN", 0,
     "only application rows with this pattern", 1},
    {"threads", PLOT_THREADS, "P", 0,
     "the rows with the most threads, up to P (default: no limit)", 1},
    {"sizes", 'n', "N,...", 0,
     "size n of fraction, traffic, brent, explore and roofline charts "
     "(default: the largest; explore: all)",
     1},
    {"published", PLOT_PUBLISHED, "FILE.csv", 0,
     "published figures in the same columns, drawn as hollow points", 1},
    {0, 0, 0, 0, "How it looks:", 2},
    {"title", PLOT_TITLE, "TEXT", 0, "title to use instead of the chart's own",
     2},
    {"x-range", PLOT_X_RANGE, "LO:HI", 0,
     "range of the x axis; either end may be empty", 2},
    {"y-range", PLOT_Y_RANGE, "LO:HI", 0, "range of the y axis", 2},
    {"axes", PLOT_AXES, "SCALES", 0,
     "axes of charts against n, of explore and of roofline: linear, log-x, "
     "log-y or log-log",
     2},
    {"size", PLOT_SIZE, "paper|projector|WxH", 0,
     "size of the page: a name, or width and height in pixels (default: paper)",
     2},
    {0, 0, 0, 0, "What to write:", 3},
    {"output", 'o', "DIR", 0, "folder for all files (default: the current one)",
     3},
    {"format", PLOT_FORMAT, "svg|png|pdf,...", 0,
     "format of the pictures (default: svg,png)", 3},
    {"table", PLOT_TABLE, "md|latex", 0,
     "the numbers as a table: on standard output, or with -o next to the "
     "charts",
     3},
    {0, 0, 0, 0, "Help:", -1},
    {"help", '?', 0, 0, "show this help", -1},
    {"usage", PLOT_USAGE, 0, 0, "show a short usage message", -1},
    {0},
};

static const char arguments_doc[] = "FILE.csv...";
static const char doc[] =
    "Draw charts from the CSVs that bench -o, measure -o and explore -o "
    "write.\vEach chart "
    "becomes one picture per format, plus the gnuplot script (.gp) and data "
    "(.dat) that draw it again: gnuplot NAME.gp\n\n  scanlab plot bench.csv -o "
    "charts\n  scanlab plot bench.csv measure.csv --kind brent --size "
    "projector\n  scanlab plot bench.csv --kind fraction -n 2^24 --table md\n  "
    "scanlab plot bench.csv counts.csv --kind roofline\n  "
    "scanlab plot cycles.csv --kind cycles\n  scanlab plot points.csv -o "
    "charts";

const struct argp plot_argp = {
    .options = option_table, .args_doc = arguments_doc, .doc = doc};

bool plot_at_one_n(enum chart_kind kind)
{
    return kind == CHART_FRACTION || kind == CHART_TRAFFIC ||
           kind == CHART_BRENT || kind == CHART_EXPLORE ||
           kind == CHART_ROOFLINE;
}

/* What the parser carries along. */
struct parsing {
    struct plot_options *options;
    const struct argp *argp;
    struct problem *why;
    enum status status;
};

/* Options that only keep their text. */
static const char **text_option(int key, struct plot_options *options)
{
    switch (key) {
    case 'a': return &options->choice.algorithms;
    case 'm': return &options->choice.monoid;
    case 'd': return &options->choice.device;
    case 'o': return &options->folder;
    case PLOT_SCAN: return &options->choice.scan;
    case PLOT_MODE: return &options->choice.mode;
    case PLOT_PATTERN: return &options->choice.pattern;
    case PLOT_TITLE: return &options->choice.title;
    case PLOT_PUBLISHED: return &options->published;
    default: return NULL;
    }
}

/* ---- argp's mistakes in our words ---- */

static enum status bad_long_option(const char *typed, struct problem *why)
{
    enum { OPTIONS = sizeof option_table / sizeof *option_table };
    const char *names[OPTIONS + 1];
    const size_t length = strcspn(typed, "=");
    char name[64];
    size_t count = 0, similar = 0;

    snprintf(name, sizeof name, "%.*s", (int)length, typed);
    for (size_t i = 0; i < OPTIONS; i++) {
        const struct argp_option *option = &option_table[i];
        if (!option->name)
            continue;
        names[count++] = option->name;
        similar += strncmp(option->name, name, strlen(name)) == 0;
        if (strcmp(option->name, name) == 0)
            return option->arg
                       ? problem_set(why, WRONG_USE, "--%s needs a value: %s",
                                     name, option->arg)
                       : problem_set(why, WRONG_USE, "--%s takes no value",
                                     name);
    }
    names[count] = NULL;
    if (similar > 1)
        return problem_set(why, WRONG_USE,
                           "--%s could be several options; see 'scanlab plot "
                           "--help'",
                           name);
    const char *near = nearest_name(name, names);
    return problem_set(why, WRONG_USE, "no option --%s; %s%s%s", name,
                       near ? "did you mean --" : "see 'scanlab plot --help'",
                       near ? near : "", near ? "?" : "");
}

static enum status bad_short_option(const char *letters, struct problem *why)
{
    for (; *letters; letters++) {
        const struct argp_option *option = option_table;
        while (option->name || option->key || option->doc) {
            if (option->name && option->key == *letters)
                break;
            option++;
        }
        if (!option->name)
            return problem_set(why, WRONG_USE,
                               "no option -%c; see 'scanlab plot --help'",
                               *letters);
        if (option->arg)
            return problem_set(why, WRONG_USE, "-%c needs a value: %s",
                               *letters, option->arg);
    }
    return problem_set(why, WRONG_USE, "see 'scanlab plot --help'");
}

/* argp stopped at state->next or just after the wrong argument. */
static enum status explain(const struct argp_state *state, struct problem *why)
{
    for (int i = state->next < state->argc ? state->next : state->argc - 1;
         i > 0 && i >= state->next - 1; i--) {
        const char *typed = state->argv[i];
        if (i == state->next && i > 0 && state->argv[i - 1][0] == '-' &&
            state->argv[i - 1][1])
            continue;
        if (strncmp(typed, "--", 2) == 0)
            return bad_long_option(typed + 2, why);
        if (typed[0] == '-')
            return bad_short_option(typed + 1, why);
    }
    return problem_set(why, WRONG_USE, "see 'scanlab plot --help'");
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct parsing *parsing = state->input;
    struct plot_options *options = parsing->options;
    const char **kept = text_option(key, options);

    if (kept) {
        *kept = text;
        return 0;
    }
    switch (key) {
    case '?':
    case PLOT_USAGE:
        argp_help(parsing->argp, stdout,
                  key == '?' ? ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK
                             : ARGP_HELP_USAGE,
                  state->name);
        options->help_shown = true;
        return 0;
    case ARGP_KEY_ARG: options->files[options->file_count++] = text; return 0;
    case ARGP_KEY_ERROR:
        if (parsing->status == OK)
            parsing->status = explain(state, parsing->why);
        return 0;
    case 'n': break;
    default:
        if (key < PLOT_KIND || key >= PLOT_USAGE)
            return ARGP_ERR_UNKNOWN;
    }
    parsing->status = plot_parse_value(key, text, options, parsing->why);
    return parsing->status == OK ? 0 : EINVAL;
}

/* ---- what does not apply is refused ---- */

static enum status check(const struct plot_options *options,
                         struct problem *why)
{
    unsigned over_n = 0, at_one_n = 0;

    if (options->file_count == 0)
        return problem_set(why, WRONG_USE,
                           "no file; want the CSV of 'scanlab bench -o', "
                           "'scanlab measure -o' or 'scanlab explore -o'");
    for (int kind = 0; kind < CHART_KINDS; kind++)
        if (plot_at_one_n((enum chart_kind)kind))
            at_one_n |= 1u << kind;
        else
            over_n |= 1u << kind;
    const unsigned scaled = over_n | 1u << CHART_EXPLORE | 1u << CHART_ROOFLINE;
    if (options->kinds && options->sizes && !(options->kinds & at_one_n))
        return problem_set(why, WRONG_USE,
                           "-n chooses the size of fraction, traffic, brent, "
                           "explore and roofline charts; this one is drawn "
                           "against n: use --x-range");
    const bool ranges =
        !isnan(options->choice.x.low) || !isnan(options->choice.x.high) ||
        !isnan(options->choice.y.low) || !isnan(options->choice.y.high);
    if (ranges && (!options->kinds || options->kinds & (options->kinds - 1)))
        return problem_set(why, WRONG_USE,
                           "--x-range and --y-range are for one kind of chart; "
                           "add --kind");
    if (options->kinds && options->choice.log_x && !(options->kinds & scaled))
        return problem_set(
            why, WRONG_USE,
            "--axes is for charts against n; the axis of this one starts at 0");
    return OK;
}

enum status plot_options_parse(int argc, char **argv, struct plot_options *out,
                               struct problem *why)
{
    struct argp argp = plot_argp;
    struct parsing parsing = {out, &argp, why, OK};

    argp.parser = parse_option;
    *out = (struct plot_options){
        .files = calloc((size_t)argc + 1, sizeof *out->files),
        .choice = {
            .x = {NAN, NAN}, .y = {NAN, NAN}, .formats = PLOT_SVG | PLOT_PNG}};
    if (!out->files)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    plot_size(&out->choice, "paper");
    const error_t error = argp_parse(
        &argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &parsing);
    if (parsing.status != OK)
        return parsing.status;
    if (error)
        return problem_set(why, WRONG_USE, "%s; see 'scanlab plot --help'",
                           strerror(error));
    return out->help_shown ? OK : check(out, why);
}

void plot_options_free(struct plot_options *options)
{
    free(options->files);
    free(options->sizes);
    options->files = NULL;
    options->sizes = NULL;
}
