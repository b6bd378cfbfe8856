/* command.c - the options that subcommands share. */
#include "command.h"
#include "machine.h"
#include "arrays/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_THREADS = 0x1000, KEY_SOURCE, KEY_CARRY, KEY_KIND, KEY_PARAMETER };
enum { MAX_OPTIONS = 64 };

static const struct {
    struct argp_option option;
    int takes;
} shared[] = {
    {{"device", 'd', "DEVICE", 0, "cpu (default), simt or cuda", 0},
     TAKES_CHOICES},
    {{"size", 'n', "SIZES", 0,
      "1000, 2^20, 64MiB, lists with commas, ranges a..b", 0},
     TAKES_SIZES},
    {{"monoid", 'm', "MONOID", 0,
      "a built-in monoid (scanlab list) or the path of a header", 0},
     TAKES_MONOID},
    {{"threads", KEY_THREADS, "P", 0, "threads of the cpu device; a list", 0},
     TAKES_THREADS},
    {{"source", KEY_SOURCE, "FILE", 0,
      "use this file in place of the algorithm's own", 0},
     TAKES_SOURCE},
    {{"init", KEY_CARRY, "VALUE", 0, "start from this element", 0},
     TAKES_CARRY},
    {{"exclusive", KEY_KIND, NULL, 0, "out[i] folds in[0..i-1]", 0},
     TAKES_KIND},
};

/* The whole list of options of one command. */
struct parse {
    const struct command_line *line;
    struct shared_options *out;
    struct problem *why;
    bool failed;
    const struct argp *argp;
    const char *fault; /* the argument that argp could not take */
    struct argp_option option[MAX_OPTIONS];
};

static void collect_options(struct parse *parse)
{
    const char *const *names = choice_parameter_names();
    int count = 0;

    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if ((shared[i].takes & ~parse->line->takes) == 0)
            parse->option[count++] = shared[i].option;
    for (const struct argp_option *own = parse->line->own; own && own->name;
         own++)
        parse->option[count++] = *own;
    const bool choices = parse->line->takes & TAKES_CHOICES;
    for (int i = 0; choices && names[i] && count < MAX_OPTIONS - 1; i++)
        parse->option[count++] = (struct argp_option){
            names[i],
            KEY_PARAMETER + i,
            "VALUE",
            0,
            i == 0 ? "parameters of algorithms: see list --verbose" : "",
            7};
    parse->option[count] =
        (struct argp_option){"help", '?', NULL, 0, "give this help list", -1};
}

static error_t refuse(struct parse *parse)
{
    parse->failed = true;
    return EINVAL;
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

static error_t take_parameter(struct parse *parse, int index, char *value)
{
    struct shared_options *out = parse->out;

    if (out->settings < MAX_SETTINGS)
        out->setting[out->settings++] =
            (struct setting){choice_parameter_names()[index], value};
    return 0;
}

/* ARGP_NO_ERRS silences argp's own --help. */
static _Noreturn void show_help(const struct parse *parse,
                                const struct argp_state *state)
{
    argp_help(parse->argp, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK,
              state->name);
    exit(fflush(stdout) == 0 ? OK : MACHINE_LACKS);
}

static error_t take_option(int key, char *value, struct argp_state *state)
{
    struct parse *parse = state->input;
    struct shared_options *out = parse->out;

    switch (key) {
    case 'd': out->device = value; return 0;
    case 'n': out->sizes = value; return 0;
    case 'm': out->monoids = value; return 0;
    case KEY_THREADS: out->threads = value; return 0;
    case KEY_SOURCE: out->source = value; return 0;
    case KEY_CARRY: out->carry = value; return 0;
    case '?': show_help(parse, state);
    case KEY_KIND: out->exclusive = true; return 0;
    case ARGP_KEY_ARG: return take_name(parse, value);
    case ARGP_KEY_ERROR:
        parse->fault = state->argv[state->next > 0 ? state->next - 1 : 0];
        return ARGP_ERR_UNKNOWN;
    default: break;
    }
    if (key >= KEY_PARAMETER && key < KEY_PARAMETER + 64)
        return take_parameter(parse, key - KEY_PARAMETER, value);
    if (!parse->line->take || parse->failed) /* the problem is told */
        return ARGP_ERR_UNKNOWN;
    parse->why->line[0] = '\0';
    const error_t error =
        parse->line->take(key, value, parse->line->own_options, parse->why);
    return error == 0 || error == ARGP_ERR_UNKNOWN ? error : refuse(parse);
}

/* The options that an argument may mean: by its letter, by its whole name, or
 * by the beginning of one. */
static int count_meant(const struct argp_option *known, const char *fault,
                       const struct argp_option **meant)
{
    const bool is_long = !strncmp(fault, "--", 2);
    const size_t length = is_long ? strcspn(fault + 2, "=") : 0;
    int count = 0;

    for (; known->name; known++) {
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
                       : count > 1       ? "may mean several options"
                       : meant->arg      ? "needs a value"
                       : fault[1] == '-' ? "takes no value"
                                         : "is not an option by itself";

    return problem_set(why, WRONG_USE, "%s: %s %s (see %s --help)", command,
                       fault, what, command);
}

enum status command_unknown_option(int argc, char **argv,
                                   const struct argp_option *known,
                                   const char *fault, struct problem *why)
{
    const char *names[MAX_OPTIONS + 4];
    int count = 0;

    for (const struct argp_option *o = known; o->name && count < MAX_OPTIONS;
         o++)
        names[count++] = o->name;
    names[count++] = "help";
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

enum status command_parse(const struct command_line *line, int argc,
                          char **argv, struct shared_options *out,
                          struct problem *why)
{
    struct parse parse = {.line = line, .out = out, .why = why};

    *out = (struct shared_options){.device = "cpu"};
    collect_options(&parse);
    const struct argp argp = {
        parse.option, take_option, line->usage, line->text, NULL, NULL, NULL};
    parse.argp = &argp;
    why->line[0] = '\0';
    const error_t error = argp_parse(&argp, argc, argv,
                                     ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &parse);
    if (error == 0)
        return OK;
    if (parse.failed)
        return WRONG_USE;
    return command_unknown_option(argc, argv, parse.option, parse.fault, why);
}

/* --------------------------------------------------------------- choices */

/* Applies --block 64 and the like. A setting that no choice has is refused;
 * so is one that a choice named alone lacks. */
static enum status apply_settings(const struct shared_options *options,
                                  struct choice *choices, int count, bool all,
                                  struct problem *why)
{
    for (int s = 0; s < options->settings; s++) {
        const struct setting *setting = &options->setting[s];
        bool used = false;
        for (int i = 0; i < count; i++) {
            if (all &&
                choice_parameter(choices[i].algorithm, setting->name) < 0)
                continue;
            const enum status status =
                choice_set(&choices[i], setting->name, setting->value, why);
            /* What one algorithm of many cannot be, another can. */
            if (status != OK && !all)
                return status;
            used |= status == OK;
        }
        if (!used)
            return problem_set(why, WRONG_USE,
                               "no algorithm can have --%s %s (see 'scanlab "
                               "list --verbose')",
                               setting->name, setting->value);
    }
    return OK;
}

enum status command_choices(const struct shared_options *options,
                            struct choice out[MAX_CHOICES], int *count,
                            struct problem *why)
{
    bool all = false;

    *count = 0;
    for (int i = 0; i < options->names; i++) {
        if (!strcmp(options->name[i], "all")) {
            all = true;
            for (int k = 0; algorithms[k] && *count < MAX_CHOICES; k++)
                choice_parse(algorithms[k]->name, &out[(*count)++], why);
            continue;
        }
        if (*count == MAX_CHOICES)
            return problem_set(why, WRONG_USE, "more than %d algorithms",
                               MAX_CHOICES);
        const enum status status =
            choice_parse(options->name[i], &out[*count], why);
        if (status != OK)
            return status;
        (*count)++;
    }
    return apply_settings(options, out, *count, all, why);
}

enum status command_threads(const char *text, int out[MAX_LIST], int *count,
                            struct problem *why)
{
    enum { MOST = 256 };

    *count = 0;
    if (!text) {
        out[(*count)++] = machine_facts()->processors;
        return OK;
    }
    for (const char *at = text; *count < MAX_LIST; at++) {
        char *end;
        const long threads = strtol(at, &end, 10);
        if (end == at || (*end && *end != ',') || threads < 1 || threads > MOST)
            break;
        out[(*count)++] = (int)threads;
        at = end;
        if (!*at)
            return OK;
    }
    return problem_set(why, WRONG_USE,
                       "--threads %s: want numbers from 1 to %d, like 1,2,4",
                       text, MOST);
}

enum status command_carry(const char *text, const struct monoid_table *monoid,
                          void *out, struct problem *why)
{
    struct array array;
    struct problem inner;

    if (text_parse(text, strlen(text), monoid, &array, &inner) != OK) {
        /* Whatever stands before the colon names a line of a file. */
        const char *colon = strstr(inner.line, ": ");
        return problem_set(why, WRONG_USE, "--init %s: %s", text,
                           colon ? colon + 2 : inner.line);
    }
    const bool one = array.n == 1;
    if (one)
        memcpy(out, array.data, monoid->bytes);
    array_free(&array);
    return one ? OK
               : problem_set(why, WRONG_USE,
                             "--init %s: want one element of the monoid", text);
}

enum status command_begin(const struct shared_options *options,
                          const struct device **device,
                          struct choice out[MAX_CHOICES], int *count,
                          struct problem *why)
{
    if (options->names == 0)
        return problem_set(why, WRONG_USE, "name algorithms, or all");
    enum status status = device_find(options->device, device, why);
    if (status == OK)
        status = command_choices(options, out, count, why);
    if (status == OK && options->source && *count != 1)
        status = problem_set(why, WRONG_USE,
                             "--source goes with one algorithm: the one whose "
                             "cpu.c it stands for");
    return status;
}

enum status command_seed(const char *text, uint64_t *out, struct problem *why)
{
    char *end;

    errno = 0;
    *out = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && errno == 0)
        return OK;
    return problem_set(why, WRONG_USE, "--seed %s: want a whole number", text);
}
