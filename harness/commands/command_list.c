/* command_list.c - lists what is available, and what is missing and why. */
#include "command.h"
#include "algorithms/examples/example.h"
#include "bench/library.h"
#include "base/host.h"
#include "compile/module.h"
#include "devices/device.h"
#include "devices/ports.h"

#include <stdio.h>
#include <string.h>

enum { KEY_VERBOSE = 'A' << 8, KEY_NAMES, KEY_APPLICATIONS, KEY_EXAMPLES };

struct list_options {
    bool verbose, names, applications, examples;
};

static const struct argp_option own[] = {
    {"verbose", KEY_VERBOSE, NULL, 0,
     "also sources, formulas, parameters and memory", GROUP_OUTPUT},
    {"names", KEY_NAMES, NULL, 0, "only the algorithms' names", GROUP_OUTPUT},
    {"applications", KEY_APPLICATIONS, NULL, 0, "only the applications' names",
     GROUP_OUTPUT},
    {"examples", KEY_EXAMPLES, NULL, 0, "only the examples' names",
     GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct list_options *list = options;

    (void)value, (void)why;
    switch (key) {
    case KEY_VERBOSE: list->verbose = true; return 0;
    case KEY_NAMES: list->names = true; return 0;
    case KEY_APPLICATIONS: list->applications = true; return 0;
    case KEY_EXAMPLES: list->examples = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static void print_parameter(const struct parameter *p)
{
    printf("           --%-12s ", p->name);
    for (int k = 0; k < MAX_FORMS && p->of[k]; k++)
        printf("%s%s", k ? ", " : "", p->of[k]);
    printf("%s%s:", p->of[0] ? ": " : "", p->help);
    for (int i = 0; parameter_has(p, i); i++) {
        printf(" %ld", p->legal[i]);
        if (p->names[i])
            printf(" (%s)", p->names[i]);
        if (p->legal[i] == p->by_default)
            printf("*");
    }
    printf("\n");
}

/* "default on cuda, T of 4 bytes, floating point: block=256,items=16". */
static void print_shape(const struct shape *row)
{
    printf("           default on %s, T of up to %zu bytes%s", row->device,
           row->elem_bytes, row->floating ? ", floating point" : "");
    if (row->largest_n > 0)
        printf(", n up to %zu", row->largest_n);
    printf(": %s\n", row->settings);
}

/* "yes", "no, but with chained", "yes, with the same number of threads". */
static void print_reproducible(const char *device,
                               const struct implementation *implementation)
{
    const char *const *const with = implementation->reproducible_with;

    printf("           reproducible: %s",
           implementation->depends_on_timing ? "no"
           : !strcmp(device, "cpu")          ? "yes, with the same number of "
                                               "threads"
                                             : "yes");
    for (int k = 0; k < MAX_FORMS && with[k]; k++)
        printf("%s%s", k ? ", " : ", but with ", with[k]);
    printf("\n");
}

static void print_implementation(const char *name,
                                 const struct implementation *implementation)
{
    if (!implementation)
        return;
    printf("      %s  work %s, depth %s, traffic %s\n", name,
           implementation->work, implementation->depth,
           implementation->traffic);
    printf("           extra memory: %s\n", implementation->memory);
    print_reproducible(name, implementation);
    for (const struct parameter *p = implementation->parameters; p->name; p++)
        print_parameter(p);
    for (const struct shape *row = implementation->shapes; row && row->settings;
         row++)
        print_shape(row);
    for (const struct variant *v = implementation->variants; v && v->name; v++)
        printf("           variant %s: %s (%s)\n", v->name, v->help,
               v->settings);
}

/* "n", "rows + 1", "1", "n; count after the run". */
static void print_length(const struct length *length)
{
    printf("%s", length->size ? length->size : "");
    if (length->size && length->plus)
        printf(" + ");
    if (length->plus)
        printf("%ld", length->plus);
    printf("]");
    if (length->known_after)
        printf(", %s of them after the run", length->known_after);
}

static void print_ports(const struct algorithm *algorithm)
{
    for (const struct port *p = algorithm->task->ports; p->name; p++) {
        printf("      %-4s %s: %s[",
               p->direction == PORT_IN    ? "-i"
               : p->direction == PORT_OUT ? "-o"
                                          : "-i -o",
               p->name, port_type_name(p->type));
        print_length(&p->length);
        printf("\n");
    }
    const enum element_function function = algorithm->task->function;
    if (function)
        printf("      --%s: %s\n", element_functions[function].name,
               element_functions[function].what);
}

/* The simt and cuda devices run the same code. */
static void print_algorithm(const struct algorithm *algorithm, bool verbose)
{
    printf("  %-15s %s\n", algorithm->name, algorithm->idea);
    if (!verbose)
        return;
    printf("      source: %s\n", algorithm->source);
    if (algorithm->task != &scan_task)
        print_ports(algorithm);
    print_implementation("cpu", algorithm->cpu.plan ? &algorithm->cpu : NULL);
    print_implementation("gpu", algorithm->gpu);
}

/* "Keys (--key)", and their names. */
static void print_functions(enum element_function function)
{
    const struct element_function_words *const words =
        &element_functions[function];

    printf("\n\n%c%s (--%s)\n ", toupper((unsigned char)*words->folder),
           words->folder + 1, words->name);
    for (const char *const *name = element_function_names(function); *name;
         name++)
        printf(" %s", *name);
}

static void print_example(const struct example *example, bool verbose)
{
    printf("  %-17s %s\n", example->name, example->idea);
    if (!verbose)
        return;
    printf("      source: %s\n", example->source);
    if (example->takes == EXAMPLE_SIZE)
        printf("      -n: %s, 1 to %zu; %zu without it\n", example->reads,
               example->most_n, example->usual_n);
    else
        printf("      FILE: %s; %s without it\n", example->reads,
               example->usual);
}

/* A line for each scan or application for which it has a row. */
static void print_library(const struct library *library)
{
    if (!library_is_installed(library)) {
        printf("  %-15s not installed: install %s\n", library->name,
               library->package);
        return;
    }
    for (const struct library_use *use = library->uses; use->what; use++) {
        const bool is_scan = !strcmp(use->task, scan_task.name);
        printf("  %-15s %s%s%s\n", use == library->uses ? library->name : "",
               is_scan ? "" : use->task, is_scan ? "" : ": ", use->what);
    }
}

/* Only the names, for scripts. */
static bool print_names(const struct list_options *list)
{
    for (int i = 0; algorithms[i]; i++)
        if (algorithms[i]->task == &scan_task ? list->names
                                              : list->applications)
            puts(algorithms[i]->name);
    for (int i = 0; examples[i] && list->examples; i++)
        puts(examples[i]->name);
    return list->names || list->applications || list->examples;
}

static void print_machine(void)
{
    static const char indent[] = "                  ";
    const struct host_facts *facts = host_facts();

    printf("\nDevices (-d)\n");
    for (int i = 0; devices[i]; i++) {
        const struct device *const d = devices[i];
        const char *const lacks = d->lacks ? d->lacks() : NULL;
        printf("  %-15s %s%s\n", d->name, lacks ? "not available: " : d->what,
               lacks ? lacks : "");
        if (!lacks && d->print_facts)
            d->print_facts(stdout, indent);
    }
    printf("\nThis machine\n  %s, %d processors, %.1f GiB\n  %s\n"
           "  compiler for modules: %s\n",
           facts->processor, facts->processors,
           (double)facts->memory_bytes / (1 << 30), facts->system,
           module_compiler());
}

const struct command_line command_list_line = {
    .usage = "",
    .text = "Lists algorithms, monoids, devices and library rows.",
    .own = own,
    .take = take,
};

enum status command_list(int argc, char **argv, struct problem *why)
{
    struct list_options list = {.verbose = false};
    struct shared_options options;
    const enum status status =
        options_parse(&command_list_line, &list, argc, argv, &options, why);

    if (status != OK)
        return status;
    if (options.names > 0)
        return problem_set(why, WRONG_USE, "list takes no argument '%s'",
                           options.name[0]);
    if (print_names(&list))
        return OK;
    printf("Algorithms\n");
    for (int i = 0; algorithms[i]; i++)
        if (algorithms[i]->task == &scan_task)
            print_algorithm(algorithms[i], list.verbose);
    printf("\nApplications\n");
    for (int i = 0; algorithms[i]; i++)
        if (algorithms[i]->task != &scan_task)
            print_algorithm(algorithms[i], list.verbose);
    printf("\nExamples (scanlab example NAME)\n");
    for (int i = 0; examples[i]; i++)
        print_example(examples[i], list.verbose);
    printf("\nMonoids (-m)\n ");
    for (const char *const *name = monoid_names(); *name; name++)
        printf(" %s", *name);
    for (int i = FUNCTION_NONE + 1; i < ELEMENT_FUNCTIONS; i++)
        print_functions(i);
    printf("\n\nLibraries that bench compares with\n");
    for (int i = 0; libraries[i].name; i++)
        print_library(&libraries[i]);
    print_machine();
    return OK;
}
