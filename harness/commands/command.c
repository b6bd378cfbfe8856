/* command.c - the options that subcommands share. */
#include "command.h"
#include "base/host.h"
#include "arrays/text.h"

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
    KEY_PARAMETER
};
enum { MAX_OPTIONS = 96 };

static const struct {
    struct argp_option option;
    int takes;
} shared[] = {
    {{"device", 'd', "DEVICE", 0, "cpu, simt or cuda", 0}, TAKES_CHOICES},
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
    {{"schedule", KEY_SCHEDULE, "S", 0,
      "simt: in which order threads advance, like inorder or random:7", 0},
     TAKES_SCHEDULE},
    {{"resident", KEY_RESIDENT, "K", 0, "simt: blocks that run at once", 0},
     TAKES_SCHEDULE},
    {{"machine", KEY_MACHINE, "FILE", 0, "simt: the machine to simulate", 0},
     TAKES_SCHEDULE},
    {{"lockstep", KEY_LOCKSTEP, NULL, 0,
      "simt: the lanes of a warp advance one access at a time", 0},
     TAKES_SCHEDULE},
};

/* The whole list of options of one command. */
struct parse {
    const struct command_line *line;
    struct shared_options *out;
    struct problem *why;
    bool failed;
    const struct argp *argp;
    const char *fault; /* the argument that argp could not take */
    char device_help[160];
    struct argp_option option[MAX_OPTIONS];
};

static void collect_options(struct parse *parse)
{
    const char *const *names = choice_parameter_names();
    int count = 0;

    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if ((shared[i].takes & ~parse->line->takes) == 0)
            parse->option[count++] = shared[i].option;
    if (parse->line->takes & TAKES_CHOICES) { /* then -d is the first */
        const bool cpu = !strcmp(parse->line->device, "cpu");
        snprintf(parse->device_help, sizeof parse->device_help,
                 "%s (default %s%s)", shared[0].option.doc, parse->line->device,
                 !(parse->line->takes & TAKES_SCHEDULE) ? ""
                 : cpu ? "; simt with options of simt or a .cu source"
                       : "; cpu with --threads or a .c source");
        parse->option[0].doc = parse->device_help;
    }
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

    *out = (struct shared_options){.usual_device = line->device};
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

/* ---------------------------------------------------------------- devices */

/* An option that is meant for another device would be ignored: so it is
 * refused. */
static enum status refuse_misfits(const struct shared_options *options,
                                  const struct device *device,
                                  struct problem *why)
{
    const struct {
        const char *name;
        bool given;
        enum device_kind kind;
    } all[] = {
        {"--threads", options->threads, DEVICE_CPU},
        {"--schedule", options->schedule, DEVICE_SIMT},
        {"--resident", options->resident, DEVICE_SIMT},
        {"--machine", options->machine_file, DEVICE_SIMT},
        {"--lockstep", options->lockstep, DEVICE_SIMT},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].given && all[i].kind != device->kind)
            return problem_set(why, WRONG_USE, "%s is for -d %s, not for -d %s",
                               all[i].name, device_of(all[i].kind)->name,
                               device->name);
    return OK;
}

static bool ends_in(const char *text, const char *end)
{
    const size_t length = text ? strlen(text) : 0, tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* What was typed; else what the other options can only mean. */
static const char *device_meant(const struct shared_options *options)
{
    const bool of_simt = options->schedule || options->resident ||
                         options->machine_file || options->lockstep;

    return options->device ? options->device
           : options->threads || ends_in(options->source, ".c") ? "cpu"
           : of_simt || ends_in(options->source, ".cu")         ? "simt"
                                                        : options->usual_device;
}

enum status command_device(const struct shared_options *options,
                           const struct device **out, struct problem *why)
{
    enum status status = device_find(device_meant(options), out, why);

    if (status == OK)
        status = refuse_misfits(options, *out, why);
    return status == OK ? device_ready(*out, why) : status;
}

enum status command_threads(const char *text, const struct device *device,
                            int out[MAX_LIST], int *count, struct problem *why)
{
    enum { MOST = 256 };

    *count = 0;
    if (device->kind != DEVICE_CPU || !text) {
        out[(*count)++] =
            device->kind == DEVICE_CPU ? machine_facts()->processors : 0;
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

enum status command_pool(int threads, struct pool **out, struct problem *why)
{
    *out = NULL;
    return threads > 0 ? pool_open(threads, out, why) : OK;
}

/* ---------------------------------------------------------------- choices */

/* Applies --block 64 and the like. A setting that no choice has is refused;
 * so is one that a choice named alone lacks. */
static enum status apply_settings(const struct shared_options *options,
                                  const struct device *device,
                                  struct choice *choices, int count, bool all,
                                  struct problem *why)
{
    for (int s = 0; s < options->settings; s++) {
        const struct setting *setting = &options->setting[s];
        bool used = false;
        for (int i = 0; i < count; i++) {
            if (all &&
                choice_parameter(choices[i].implementation, setting->name) < 0)
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
                               "no algorithm can have --%s %s on %s (see "
                               "'scanlab list --verbose')",
                               setting->name, setting->value, device->name);
    }
    return OK;
}

/* All that have code for the device. */
static enum status add_all(const struct device *device,
                           struct choice out[MAX_CHOICES], int *count,
                           struct problem *why)
{
    const int before = *count;

    for (int k = 0; algorithms[k] && *count < MAX_CHOICES; k++)
        if (choice_implementation(algorithms[k], device->kind))
            choice_parse(algorithms[k]->name, device->kind, &out[(*count)++],
                         why);
    return *count > before
               ? OK
               : problem_set(why, WRONG_USE, "no algorithm has a %s yet",
                             device->code);
}

enum status command_choices(const struct shared_options *options,
                            const struct device *device,
                            struct choice out[MAX_CHOICES], int *count,
                            struct problem *why)
{
    enum status status = OK;
    bool all = false;

    *count = 0;
    for (int i = 0; i < options->names && status == OK; i++) {
        if (!strcmp(options->name[i], "all")) {
            all = true;
            status = add_all(device, out, count, why);
        } else if (*count == MAX_CHOICES) {
            status = problem_set(why, WRONG_USE, "more than %d algorithms",
                                 MAX_CHOICES);
        } else {
            status = choice_parse(options->name[i], device->kind,
                                  &out[(*count)++], why);
        }
    }
    return status == OK ? apply_settings(options, device, out, *count, all, why)
                        : status;
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
    enum status status = command_device(options, device, why);
    if (status == OK)
        status = command_choices(options, *device, out, count, why);
    if (status == OK && options->source && *count != 1)
        status = problem_set(why, WRONG_USE,
                             "--source goes with one algorithm: the one whose "
                             "%s it stands for",
                             (*device)->code);
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

char *command_words(int argc, char **argv, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (int i = 0; i < argc && used + strlen(argv[i]) + 2 < size; i++)
        used += (size_t)sprintf(text + used, "%s%s", i ? " " : "", argv[i]);
    return text;
}
