/* main.c - scanlab: selects the subcommand, and reports errors.
 *
 * Start reading at command_run.c, the shortest path from an algorithm's name to
 * its output; command_verify.c, command_measure.c and command_bench.c take the
 * same path and do more.
 */
#include "command.h"
#include "base/guard.h"
#include "base/paths.h"
#include "ranks/ranks.h"

#include <assert.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown" /* the Makefile defines it */
#endif

const char *argp_program_version = "scanlab " VERSION;

static void help(void)
{
    puts("Usage: scanlab COMMAND [OPTION...]\n"
         "Parallel prefix sums side by side: verified, counted, timed.\n");
    for (int i = 0; commands[i].name; i++)
        if (commands[i].what)
            printf("  %-10s %s\n", commands[i].name, commands[i].what);
    puts("\n'scanlab COMMAND --help' lists its options. Tab completion in "
         "bash, zsh, fish:\n    eval \"$(scanlab completion bash)\"      (or "
         "zsh)\n    scanlab completion fish | source\nExit status: 0 success, "
         "1 a check failed, 2 usage error, 3 something needed is\nmissing on "
         "this machine.");
}

/* Prints the first commands to try, for an empty command line. */
static void first_steps(void)
{
    fputs("Usage: scanlab COMMAND [OPTION...]\n\n"
          "  scanlab run kogge_stone                  scan 16 numbers, step by "
          "step\n"
          "  scanlab verify kogge_stone -n 0..33      is it right?\n"
          "  scanlab measure kogge_stone              what does it cost?\n"
          "  scanlab bench kogge_stone -n 1M --time-limit 5s    how fast is "
          "it?\n\n"
          "  scanlab list      every algorithm, monoid and device here\n"
          "  scanlab --help    every command\n",
          stderr);
}

static enum status choose_command(const char *typed, struct problem *why)
{
    enum { MOST = 32 };
    const char *names[MOST] = {NULL};

    for (int i = 0; commands[i].name; i++) {
        assert(i < MOST - 1);
        names[i] = commands[i].name;
    }
    const char *near = nearest_name(typed, names);
    return problem_set(why, WRONG_USE,
                       "no command '%s'%s%s%s; 'scanlab --help' lists them",
                       typed, near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

static enum status dispatch(int argc, char **argv, struct problem *why)
{
    char name[64];

    for (int i = 0; commands[i].name; i++) {
        if (strcmp(argv[1], commands[i].name) != 0)
            continue;
        if (ranks_started() &&
            !(commands[i].line && commands[i].line->takes & TAKES_RANKS))
            return problem_set(
                why, WRONG_USE,
                "scanlab %s: not under mpirun, which is for run, "
                "verify, measure, trace and bench",
                argv[1]);
        snprintf(name, sizeof name, "scanlab %s", argv[1]);
        argv[1] = name;
        return commands[i].run(argc - 1, argv + 1, why);
    }
    return choose_command(argv[1], why);
}

/* `scanlab list | head -3`: head has ended. Ends like any program that writes
 * to a closed pipe; returns if stdout failed for another reason. */
static void leave_closed_pipe(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    if (poll(&out, 1, 0) != 1 || !(out.revents & POLLERR))
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static enum status answer(int argc, char **argv, struct problem *why)
{
    static char help_option[] = "--help";

    if (argc > 2 && !strcmp(argv[1], "help")) {
        argv[1] = argv[2]; /* help run: run --help */
        argv[2] = help_option;
        argc = 3;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help") ||
        !strcmp(argv[1], "-h")) {
        help();
        return OK;
    }
    if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
        puts(argp_program_version);
        return OK;
    }
    return dispatch(argc, argv, why);
}

/* Under mpirun. A process that its launcher started alone needs no MPI, unless
 * the command is one for ranks. */
static enum status begin_ranks(const char *typed, struct problem *why)
{
    bool takes = false;

    if (!ranks_started())
        return OK;
    for (int i = 0; commands[i].name; i++)
        takes |= !strcmp(typed, commands[i].name) && commands[i].line &&
                 commands[i].line->takes & TAKES_RANKS;
    if (takes || !ranks_alone())
        return ranks_begin(why);
    ranks_decline();
    return OK;
}

int main(int argc, char **argv)
{
    struct problem why = {.line = ""};

    setlocale(LC_ALL, "C");
    if (guard_stack(argv, &why) != OK) {
        fprintf(stderr, "scanlab: %s\n", why.line);
        return MACHINE_LACKS;
    }
    guard_install();
    if (argc < 2) {
        first_steps();
        return WRONG_USE;
    }
    command_scanviz();
    path_started_as(argv[0]);
    enum status status = begin_ranks(argv[1], &why);
    if (status == OK)
        status = answer(argc, argv, &why);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        leave_closed_pipe();
        if (status == OK)
            status = problem_set(&why, MACHINE_LACKS,
                                 "cannot write to standard output");
    }
    if (ranks_last(&status, &why) && status != OK && why.line[0])
        fprintf(stderr, "scanlab: %s\n", why.line);
    ranks_end();
    return status_exit(status);
}
