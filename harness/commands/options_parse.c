/* options_parse.c - parses a command line into the options that subcommands
 * share.
 *
 *     scanlab run lookback --block 32 -n 100
 *         name ----^          ^       ^---- sizes
 *                             setting {"block", "32"}
 */
#include "option_keys.h"
#include "options.h"
#include "base/output_file.h"
#include "monoids/patterns.h"
#include "ranks/ranks.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One parse of one command line. */
struct parse {
    const struct command_line *line;
    void *own_options;
    struct shared_options *out;
    struct problem *why;
    bool failed;
    const char *fault; /* the argument that argp rejected */
    struct option_list list;
};

static error_t refuse(struct parse *parse)
{
    parse->failed = true;
    return EINVAL;
}

enum status options_seconds(const char *text, const char *option, double *out,
                            struct problem *why)
{
    char *end;
    const double number = strtod(text, &end);
    const double unit = !strcmp(end, "h")            ? 3600
                        : !strcmp(end, "m")          ? 60
                        : !strcmp(end, "s") || !*end ? 1
                                                     : 0;

    if (end == text || unit == 0 || !(number > 0) || number * unit > 1e6)
        return problem_set(why, WRONG_USE, "%s %s: want 90s, 5m or 1h", option,
                           text);
    *out = number * unit;
    return OK;
}

enum status options_seed(const char *text, uint64_t *out, struct problem *why)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && errno == 0)
        return OK;
    return problem_set(why, WRONG_USE, "--seed %s: want a whole number", text);
}

static error_t take_name(struct parse *parse, const char *name)
{
    struct shared_options *out = parse->out;

    if (out->names == MAX_CHOICES) {
        problem_set(parse->why, WRONG_USE, "more than %d algorithms",
                    MAX_CHOICES);
        return refuse(parse);
    }
    out->name[out->names++] = name;
    return 0;
}

/* Each name has one place: of --block 32 --block 64 the last counts. */
static void take_parameter(struct shared_options *out, const char *name,
                           const char *value)
{
    int at = 0;

    while (at < out->settings && strcmp(out->setting[at].name, name) != 0)
        at++;
    assert(at < MAX_SETTINGS);
    out->setting[at] = (struct setting){name, value};
    out->settings += at == out->settings;
}

/* -i and similar options; ARGP_ERR_UNKNOWN: the command has none. */
static error_t take_input(struct parse *parse, int key, char *value)
{
    struct call_source *input = &parse->out->input;
    enum status status = OK;

    if (!(parse->line->takes & TAKES_INPUT))
        return ARGP_ERR_UNKNOWN;
    switch (key) {
    case 'i':
        if (input->files == MAX_FILES)
            status = problem_set(parse->why, WRONG_USE,
                                 "-i is given more than %d times", MAX_FILES);
        else
            input->file[input->files++] = value;
        break;
    case KEY_COLUMN: input->column = value; break;
    case KEY_FORMAT:
        status = array_format_parse(value, &input->format, parse->why);
        break;
    case KEY_SEED:
        input->seeded = true;
        status = options_seed(value, &input->seed, parse->why);
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return status == OK ? 0 : refuse(parse);
}

/* ARGP_NO_ERRS also turns off argp's help. */
static _Noreturn void show_help(struct argp_state *state)
{
    state->flags &= ~(unsigned)ARGP_NO_ERRS;
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK);
    if (fflush(stdout) == 0 && !ferror(stdout))
        exit(OK);
    fputs("scanlab: cannot write to standard output\n", stderr);
    exit(MACHINE_LACKS);
}

/* A separate line inside a name could look like a verdict. */
static bool is_one_line(const char *name)
{
    for (; *name; name++)
        if (iscntrl((unsigned char)*name))
            return false;
    return true;
}

/* The file to judge: with two, one would silently not be judged. */
static error_t take_judged(struct parse *parse, const char *option,
                           const char **out, const char *value)
{
    if (*out)
        problem_set(parse->why, WRONG_USE,
                    "%s %s and %s %s: give only one of them", option, *out,
                    option, value);
    else if (!is_one_line(value))
        problem_set(parse->why, WRONG_USE,
                    "%s: the name contains a line break or another control "
                    "character: rename it",
                    option);
    else
        *out = value;
    return *out == value ? 0 : refuse(parse);
}

static error_t take_option(int key, char *value, struct argp_state *state)
{
    struct parse *parse = state->input;
    struct shared_options *out = parse->out;

    switch (key) {
    case 'd': out->device = value; return 0;
    case 'n': out->sizes = value; return 0;
    case 'm': return take_judged(parse, "-m", &out->monoids, value);
    case KEY_THREADS: out->threads = value; return 0;
    case KEY_SOURCE: return take_judged(parse, "--source", &out->source, value);
    case KEY_CARRY: out->carry = value; return 0;
    case KEY_PREDICATE:
        return take_judged(parse, "--predicate",
                           &out->function[FUNCTION_PREDICATE], value);
    case KEY_KEY:
        return take_judged(parse, "--key", &out->function[FUNCTION_KEY], value);
    case KEY_MAP:
        return take_judged(parse, "--map", &out->function[FUNCTION_MAP], value);
    case KEY_PRODUCT:
        return take_judged(parse, "--product", &out->function[FUNCTION_PRODUCT],
                           value);
    case KEY_DRAWN:
        out->drawn = value;
        return pattern_find(value, &out->pattern, parse->why) == OK
                   ? 0
                   : refuse(parse);
    case '?': show_help(state);
    case KEY_KIND: out->exclusive = true; return 0;
    case KEY_ACROSS: out->across = value; return 0;
    case KEY_JOIN: out->join = value; return 0;
    case KEY_SCHEDULE: out->schedule = value; return 0;
    case KEY_RESIDENT: out->resident = value; return 0;
    case KEY_MACHINE: out->machine_file = value; return 0;
    case KEY_LOCKSTEP: out->lockstep = true; return 0;
    case KEY_STRICT_BARRIERS: out->strict_barriers = true; return 0;
    case ARGP_KEY_ARG: return take_name(parse, value);
    case ARGP_KEY_ERROR:
        parse->fault = state->argv[state->next > 0 ? state->next - 1 : 0];
        return ARGP_ERR_UNKNOWN;
    default: break;
    }
    if (key >= KEY_PARAMETER && key < KEY_PARAMETER + MAX_PARAMETER_NAMES) {
        take_parameter(out, choice_parameter_names()[key - KEY_PARAMETER],
                       value);
        return 0;
    }
    const error_t taken = take_input(parse, key, value);
    if (taken != ARGP_ERR_UNKNOWN)
        return taken;
    if (!parse->line->take || parse->failed) /* the problem is reported */
        return ARGP_ERR_UNKNOWN;
    parse->why->line[0] = '\0';
    const error_t error =
        parse->line->take(key, value, parse->own_options, parse->why);
    return error == 0 || error == ARGP_ERR_UNKNOWN ? error : refuse(parse);
}

/* -------------------------------------------- arguments that argp rejected */

/* Counts the options that an argument can mean: by letter, by full name, or by
 * the beginning of a name. */
static int count_meant(const struct argp_option *known, const char *fault,
                       const struct argp_option **meant)
{
    const bool is_long = !strncmp(fault, "--", 2);
    const size_t length = is_long ? strcspn(fault + 2, "=") : 0;
    int count = 0;

    for (; known->name || known->doc; known++) {
        if (!known->name)
            continue;
        if (is_long ? strncmp(known->name, fault + 2, length) != 0
                    : known->key != fault[1])
            continue;
        *meant = known;
        count++;
        if (is_long && strlen(known->name) == length)
            return 1;
    }
    return count;
}

static enum status explain_fault(const char *command,
                                 const struct argp_option *known,
                                 const char *fault, struct problem *why)
{
    const struct argp_option *meant = NULL;
    const int count = count_meant(known, fault, &meant);
    const char *what = count == 0        ? "is no option"
                       : count > 1       ? "could mean several options"
                       : meant->arg      ? "needs a value"
                       : fault[1] == '-' ? "takes no value"
                                         : "is not an option by itself";

    return problem_set(why, WRONG_USE, "%s: %s %s (see %s --help)", command,
                       fault, what, command);
}

static enum status unknown_option(int argc, char **argv,
                                  const struct argp_option *known,
                                  const char *fault, struct problem *why)
{
    const char *names[MAX_OPTIONS + 1];
    int count = 0;

    for (const struct argp_option *o = known; o->name || o->doc; o++)
        if (o->name)
            names[count++] = o->name;
    names[count] = NULL;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const size_t length = strcspn(argv[i], "=");
        char name[64];
        if (strncmp(argv[i], "--", 2) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length - 2, argv[i] + 2);
        int matches = 0;
        for (int k = 0; names[k]; k++)
            matches += !strncmp(names[k], name, strlen(name));
        if (matches)
            continue;
        const char *near = nearest_name(name, names);
        return problem_set(why, WRONG_USE,
                           "%s has no option --%s%s%s%s (see %s --help)",
                           argv[0], name, near ? ": did you mean --" : "",
                           near ? near : "", near ? "?" : "", argv[0]);
    }
    return explain_fault(argv[0], known, fault ? fault : argv[0], why);
}

/* One process has nothing to join. */
static enum status check_ranks(const struct command_line *line,
                               const struct shared_options *out,
                               struct problem *why)
{
    if (ranks_started() || !(line->takes & TAKES_RANKS) ||
        !(out->across || out->join))
        return OK;
    return problem_set(why, WRONG_USE,
                       "%s joins the scans of several ranks: start them with "
                       "mpirun -n P scanlab ...",
                       out->across ? "--across" : "--join");
}

enum status options_parse(const struct command_line *line, void *own_options,
                          int argc, char **argv, struct shared_options *out,
                          struct problem *why)
{
    struct parse parse = {
        .line = line, .own_options = own_options, .out = out, .why = why};

    *out = (struct shared_options){
        .usual_device = line->device,
        .applications = line->takes & TAKES_APPLICATIONS,
        .input = {.format = FORMAT_BY_NAME, .seed = 1}};
    options_list(line, &parse.list);
    parse.list.argp.parser = take_option;
    why->line[0] = '\0';
    const error_t error = argp_parse(&parse.list.argp, argc, argv,
                                     ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &parse);
    if (error == 0 && out->source)
        output_keep(out->source);
    if (error == 0 && out->machine_file)
        output_keep(out->machine_file);
    if (error == 0)
        return check_ranks(line, out, why);
    if (parse.failed)
        return WRONG_USE;
    return unknown_option(argc, argv, parse.list.option, parse.fault, why);
}
