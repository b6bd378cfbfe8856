/* commands.c - the subcommands, in the order of `scanlab --help`. */
#include "command.h"
#include "plot/plot_options.h"

const struct command commands[] = {
    {"list", "algorithms, monoids and devices", command_list,
     &command_list_line, NULL},
    {"run", "scan a file, or show the steps of a small scan", command_run,
     &command_run_line, NULL},
    {"verify", "is it right? run on intervals, not numbers", command_verify,
     &command_verify_line, NULL},
    {"measure", "what does it cost on paper? work, depth, traffic",
     command_measure, &command_measure_line, NULL},
    {"trace", "record a run, to view in scanviz", command_trace,
     &command_trace_line, NULL},
    {"bench", "how fast is it for real? compared with memcpy", command_bench,
     &command_bench_line, NULL},
    {"plot", "charts and tables from the CSVs of measure and bench",
     command_plot, NULL, &plot_argp},
    {"explore", "which settings are best here? proves and times them",
     command_explore, &command_explore_line, NULL},
    {"example", "what scan is good for: small programs on real input",
     command_example, &command_example_line, NULL},
    {"lab", "labs: start one, check a solution, grade a folder", command_lab,
     &command_lab_line, NULL},
    {"man", NULL, command_man, &command_man_line, NULL},
    {"completion", NULL, command_completion, &command_completion_line, NULL},
    {"complete", NULL, command_complete, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
