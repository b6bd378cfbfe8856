/* options.c - the options that subcommands share.
 *
 *     scanlab run lookback --block 32 -n 100
 *         name ----^          ^       ^---- sizes
 *                             setting {"block", "32"}
 */
#include "options.h"
#include "devices/device.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_THREADS = 0x1000,
    KEY_SOURCE,
    KEY_CARRY,
    KEY_KIND,
    KEY_SCHEDULE,
    KEY_RESIDENT,
    KEY_MACHINE,
    KEY_LOCKSTEP,
    KEY_COLUMN,
    KEY_FORMAT,
    KEY_SEED,
    KEY_PARAMETER
};

static const struct {
    struct argp_option option;
    int takes;
} shared[] = {
    {{"input", 'i', "FILE", 0,
      ".npy, .txt, .csv, raw elements, or - for standard input; without it, "
      "random elements",
      GROUP_SCAN},
     TAKES_INPUT},
    {{"column", KEY_COLUMN, "NAME|K", 0,
      "of a text file with columns, take this one; K counts from 1",
      GROUP_SCAN},
     TAKES_INPUT},
    {{"format", KEY_FORMAT, "npy|text|raw", 0,
      "of the files, whatever their names", GROUP_SCAN},
     TAKES_INPUT},
    {{"seed", KEY_SEED, "N", 0, "of the random elements (default 1)",
      GROUP_SCAN},
     TAKES_INPUT},
    {{"device", 'd', "DEVICE", 0, "", GROUP_WHERE}, /* see say_device */
     TAKES_CHOICES},
    {{"size", 'n', "SIZES", 0,
      "how many elements: 1000, 2^20, 64MiB, lists with commas, ranges a..b",
      GROUP_SCAN},
     TAKES_SIZES},
    {{"monoid", 'm', "MONOID", 0,
      "a built-in monoid (scanlab list) or the path of a header", GROUP_SCAN},
     TAKES_MONOID},
    {{"threads", KEY_THREADS, "P", 0, "threads of the cpu device; a list",
      GROUP_WHERE},
     TAKES_THREADS},
    {{"source", KEY_SOURCE, "FILE", 0,
      "use this file in place of the algorithm's own", GROUP_WHERE},
     TAKES_SOURCE},
    {{"init", KEY_CARRY, "VALUE", 0, "start from this element", GROUP_SCAN},
     TAKES_CARRY},
    {{"exclusive", KEY_KIND, NULL, 0, "out[i] is the fold of in[0..i-1]",
      GROUP_SCAN},
     TAKES_KIND},
    {{"schedule", KEY_SCHEDULE, "S", 0,
      "in which order threads advance, such as inorder or random:7",
      GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"resident", KEY_RESIDENT, "K", 0, "how many blocks run at once",
      GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"machine", KEY_MACHINE, "FILE", 0, "the machine to simulate", GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"lockstep", KEY_LOCKSTEP, NULL, 0,
      "the lanes of a warp advance one access at a time", GROUP_SIMT},
     TAKES_SCHEDULE},
};

/* One parse of one command line. */
struct parse {
    const struct command_line *line;
    void *own_options;
    struct shared_options *out;
    struct problem *why;
    bool failed;
    const char *fault; /* the argument that argp could not take */
    struct option_list list;
};

/* ------------------------------------------------------------- the lists */

const char *options_heading(int group)
{
    switch (group) {
    case GROUP_SCAN: return "What is scanned:";
    case GROUP_WHERE: return "Where and how it runs:";
    case GROUP_SIMT: return "On the simulated machine (-d simt):";
    case GROUP_OUTPUT: return "What comes out:";
    default: return NULL;
    }
}

static char *leave_note_out(int key, const char *text, void *input)
{
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : (char *)text;
}

static void add_option(struct option_list *list, int *count,
                       const struct argp_option *option)
{
    assert(*count < MAX_OPTIONS - 1);
    list->option[(*count)++] = *option;
}

/* Every option that has no heading yet gets its group's before it. */
static void add_headings(struct option_list *list, int *count)
{
    unsigned seen = 0;

    for (int i = 0, options = *count; i < options; i++) {
        const int group = list->option[i].group;
        const char *heading = options_heading(group);
        if (!heading || seen & 1u << group)
            continue;
        seen |= 1u << group;
        add_option(list, count,
                   &(struct argp_option){.doc = heading, .group = group});
    }
}

static void say_device(const struct command_line *line,
                       struct option_list *list, struct argp_option *option)
{
    const bool cpu = !strcmp(line->device, "cpu");
    char all[128];

    snprintf(list->device_help, sizeof list->device_help, "%s (default %s%s)",
             device_names("or", all, sizeof all), line->device,
             !(line->takes & TAKES_SCHEDULE) ? ""
             : cpu ? "; simt with options of simt or a .cu source"
                   : "; cpu with --threads or a .c source");
    option->doc = list->device_help;
}

/* "Parameters of algorithms: ... block, factor, items." */
static void say_parameters(struct option_list *list)
{
    const char *const *names = choice_parameter_names();
    const size_t size = sizeof list->text;
    size_t used = strlen(list->text);

    for (int i = 0; names[i] && used < size; i++)
        used += (size_t)snprintf(
            list->text + used, size - used, "%s%s",
            i ? ", "
              : "Parameters of algorithms are options too; --block 64 is the "
                "same as lookback:block=64. What each means and may be: "
                "scanlab list --verbose. They are ",
            names[i]);
    assert(used + 4 < size);
    strcpy(list->text + used, ".\n\n");
}

/* The text: what it does, \v, then parameters and the command's example. */
static void add_text(const struct command_line *line, struct option_list *list)
{
    const char *const rest = strchr(line->text, '\v');
    const size_t length = rest ? (size_t)(rest - line->text) + 1 : 0;

    snprintf(list->text, sizeof list->text, "%.*s%s",
             length ? (int)length : (int)strlen(line->text), line->text,
             length ? "" : "\v");
    if (line->takes & TAKES_CHOICES)
        say_parameters(list);
    assert(strlen(list->text) + strlen(rest ? rest : "") < sizeof list->text);
    strcat(list->text, rest ? rest + 1 : "");
}

void options_list(const struct command_line *line, struct option_list *out)
{
    const char *const *names = choice_parameter_names();
    const bool choices = line->takes & TAKES_CHOICES;
    int count = 0;

    *out = (struct option_list){.text = ""};
    for (const struct argp_option *own = line->own; own && own->name; own++)
        add_option(out, &count, own);
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if ((shared[i].takes & ~line->takes) == 0) {
            add_option(out, &count, &shared[i].option);
            if (shared[i].option.key == 'd')
                say_device(line, out, &out->option[count - 1]);
        }
    add_headings(out, &count);
    for (int i = 0; choices && names[i]; i++)
        add_option(out, &count,
                   &(struct argp_option){
                       names[i], KEY_PARAMETER + i, "VALUE", OPTION_HIDDEN,
                       "a parameter of algorithms", GROUP_PARAMETERS});
    add_option(out, &count,
               &(struct argp_option){.name = "help",
                                     .key = '?',
                                     .doc = "give this help list",
                                     .group = GROUP_HELP});
    add_text(line, out);
    out->argp = (struct argp){.options = out->option,
                              .args_doc = line->usage,
                              .doc = out->text,
                              .help_filter = leave_note_out};
}

/* ------------------------------------------------------------- parsing */

static error_t refuse(struct parse *parse)
{
    parse->failed = true;
    return EINVAL;
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

/* Each name has one place: of --block 32 --block 64 the last stands. */
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

/* -i and its like; ARGP_ERR_UNKNOWN where the command has none. */
static error_t take_input(struct parse *parse, int key, char *value)
{
    struct scan_input *input = &parse->out->input;
    enum status status = OK;

    if (!(parse->line->takes & TAKES_INPUT))
        return ARGP_ERR_UNKNOWN;
    switch (key) {
    case 'i': input->path = value; break;
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

/* ARGP_NO_ERRS silences argp's help, too. */
static _Noreturn void show_help(struct argp_state *state)
{
    state->flags &= ~(unsigned)ARGP_NO_ERRS;
    argp_state_help(state, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK);
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
    case '?': show_help(state);
    case KEY_KIND: out->exclusive = true; return 0;
    case KEY_SCHEDULE: out->schedule = value; return 0;
    case KEY_RESIDENT: out->resident = value; return 0;
    case KEY_MACHINE: out->machine_file = value; return 0;
    case KEY_LOCKSTEP: out->lockstep = true; return 0;
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
    if (!parse->line->take || parse->failed) /* the problem is told */
        return ARGP_ERR_UNKNOWN;
    parse->why->line[0] = '\0';
    const error_t error =
        parse->line->take(key, value, parse->own_options, parse->why);
    return error == 0 || error == ARGP_ERR_UNKNOWN ? error : refuse(parse);
}

/* ------------------------------------------------- what argp could not take */

/* The options that an argument may mean: by its letter, by its whole name, or
 * by the beginning of one. */
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
                       : count > 1       ? "may mean several options"
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

enum status options_parse(const struct command_line *line, void *own_options,
                          int argc, char **argv, struct shared_options *out,
                          struct problem *why)
{
    struct parse parse = {
        .line = line, .own_options = own_options, .out = out, .why = why};

    *out =
        (struct shared_options){.usual_device = line->device,
                                .input = {.format = FORMAT_BY_NAME, .seed = 1}};
    options_list(line, &parse.list);
    parse.list.argp.parser = take_option;
    why->line[0] = '\0';
    const error_t error = argp_parse(&parse.list.argp, argc, argv,
                                     ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &parse);
    if (error == 0)
        return OK;
    if (parse.failed)
        return WRONG_USE;
    return unknown_option(argc, argv, parse.list.option, parse.fault, why);
}
