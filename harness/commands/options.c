/* options.c - the lists of options, as --help, Tab and manual pages show them.
 *
 *     Input:                               a group's heading
 *       -n, --size=SIZES  how many ...     a shared option, taken or not
 *         --window                         a parameter: Tab offers it
 */
#include "option_keys.h"
#include "options.h"
#include "devices/device.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const struct {
    struct argp_option option;
    int takes;
} shared[] = {
    {{"input", 'i', "[PORT=]FILE", 0,
      ".npy, .txt, .csv, raw elements, or - for standard input; without it, "
      "random elements",
      GROUP_SCAN},
     TAKES_INPUT},
    {{"column", KEY_COLUMN, "NAME|K", 0,
      "column of a text file to read; K counts from 1", GROUP_SCAN},
     TAKES_INPUT},
    {{"format", KEY_FORMAT, "npy|text|raw", 0,
      "format of the files, whatever their names", GROUP_SCAN},
     TAKES_INPUT},
    {{"seed", KEY_SEED, "N", 0, "seed for the random elements (default 1)",
      GROUP_SCAN},
     TAKES_INPUT},
    {{"pattern", KEY_DRAWN, "PATTERN", 0,
      "applications: how flags, segments or rows are generated: half "
      "(default), none, all, runs, tenth, rare, power_law, empty; for a matrix "
      "also stencil",
      GROUP_SCAN},
     TAKES_PATTERN},
    {{"device", 'd', "DEVICE", 0, "", GROUP_WHERE}, /* see say_device */
     TAKES_CHOICES},
    {{"size", 'n', "SIZES", 0,
      "how many elements: 1000, 2^20, 64MiB, comma-separated lists, ranges "
      "a..b",
      GROUP_SCAN},
     TAKES_SIZES},
    {{"monoid", 'm', "MONOID", 0,
      "built-in monoid (scanlab list) or path of a header; A+B scans with both "
      "at once",
      GROUP_SCAN},
     TAKES_MONOID},
    {{"predicate", KEY_PREDICATE, "PREDICATE", 0,
      "applications: which elements are kept: a built-in predicate (default "
      "odd) or the path of a header",
      GROUP_SCAN},
     TAKES_FUNCTIONS},
    {{"key", KEY_KEY, "KEY", 0,
      "applications: the key to sort and count by: a built-in key (default "
      "value) or the path of a header; floats, including NaNs, are sorted in "
      "IEEE 754 total order",
      GROUP_SCAN},
     TAKES_FUNCTIONS},
    {{"product", KEY_PRODUCT, "PRODUCT", 0,
      "applications: how two elements are multiplied: a built-in product "
      "(default times) or the path of a header",
      GROUP_SCAN},
     TAKES_FUNCTIONS},
    {{"map", KEY_MAP, "MAP", 0,
      "applications: how numbers become elements: a built-in map (default "
      "neighbours) or the path of a header",
      GROUP_SCAN},
     TAKES_FUNCTIONS},
    {{"threads", KEY_THREADS, "P", 0,
      "number of threads on the cpu device, or a list", GROUP_WHERE},
     TAKES_THREADS},
    {{"source", KEY_SOURCE, "FILE", 0,
      "use this file instead of the algorithm's own", GROUP_WHERE},
     TAKES_SOURCE},
    {{"init", KEY_CARRY, "VALUE", 0, "start the scan from this element",
      GROUP_SCAN},
     TAKES_CARRY},
    {{"exclusive", KEY_KIND, NULL, 0, "out[i] is the fold of in[0..i-1]",
      GROUP_SCAN},
     TAKES_KIND},
    {{"schedule", KEY_SCHEDULE, "S", 0,
      "order in which threads advance, such as inorder or random:7",
      GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"resident", KEY_RESIDENT, "K", 0,
      "number of blocks that run at the same time", GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"machine", KEY_MACHINE, "FILE", 0,
      "description of the machine to simulate", GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"lockstep", KEY_LOCKSTEP, NULL, 0,
      "the lanes of a warp advance one access at a time", GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"strict-barriers", KEY_STRICT_BARRIERS, NULL, 0,
      "report a thread that returns before reaching a barrier: this can hang "
      "GPUs from before Volta",
      GROUP_SIMT},
     TAKES_SCHEDULE},
    {{"across", KEY_ACROSS, "FORM", 0,
      "how the ranks' scans become one: scan_propagate, reduce_scan or overlap",
      GROUP_RANKS},
     TAKES_RANKS},
    {{"join", KEY_JOIN, "JOIN", 0,
      "how each rank gets its carry: exscan (MPI's own), chain, doubling or "
      "123",
      GROUP_RANKS},
     TAKES_RANKS},
};

/* -------------------------------------------------------------- the help */

const char *options_heading(int group)
{
    switch (group) {
    case GROUP_SCAN: return "Input:";
    case GROUP_WHERE: return "How it runs:";
    case GROUP_SIMT: return "On the simulated machine (-d simt):";
    case GROUP_RANKS: return "On several machines (mpirun -n P scanlab ...):";
    case GROUP_OUTPUT: return "Output:";
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

/* Puts the group's heading before the first option of each group. */
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
             : cpu ? "; simt with simt options or a .cu source"
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
                "same as lookback:block=64. 'scanlab list --verbose' explains "
                "them. They are ",
            names[i]);
    assert(used + 4 < size);
    strcpy(list->text + used, ".\n\n");
}

/* The text: a description, \v, then parameters and the command's example. */
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
                                     .doc = "show this help",
                                     .group = GROUP_HELP});
    add_text(line, out);
    out->argp = (struct argp){.options = out->option,
                              .args_doc = line->usage,
                              .doc = out->text,
                              .help_filter = leave_note_out};
}
