/* command_describe.c - `scanlab man`, `scanlab completion` and `scanlab
 * complete`, which --help does not list: they are for `make install` and
 * Tab. */
#include "base/output_file.h"
#include "describe.h"

#include <string.h>

struct man_options {
    const char *folder;
};

static const struct argp_option own[] = {
    {"output", 'o', "DIR", 0, "write all pages into this folder", GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct man_options *man = options;

    (void)why;
    if (key != 'o')
        return ARGP_ERR_UNKNOWN;
    man->folder = value;
    return 0;
}

const struct command_line command_man_line = {
    .usage = "[COMMAND]",
    .text = "Prints the manual page of a command, or of scanlab.\v"
            "Example: scanlab man run | man -l -",
    .own = own,
    .take = take,
};

const struct command_line command_completion_line = {
    .usage = "bash|zsh|fish",
    .text = "Prints a script that completes scanlab's command lines.\v"
            "Examples: eval \"$(scanlab completion bash)\"     also for zsh\n"
            "          scanlab completion fish | source",
};

static enum status write_page(const char *folder, const struct command *command,
                              struct problem *why)
{
    char path[4096];
    struct output out;

    if (snprintf(path, sizeof path, "%s/scanlab%s%s.1", folder,
                 command ? "-" : "",
                 command ? command->name : "") >= (int)sizeof path)
        return problem_set(why, WRONG_USE, "-o: the path is too long");
    const enum status status = output_open(path, &out, why);
    if (status != OK)
        return status;
    manual_page(out.file, command);
    return output_commit(&out, why);
}

static enum status write_pages(const char *folder, struct problem *why)
{
    enum status status = write_page(folder, NULL, why);

    for (const struct command *c = commands; c->name && status == OK; c++)
        if (c->what)
            status = write_page(folder, c, why);
    return status;
}

enum status command_man(int argc, char **argv, struct problem *why)
{
    struct man_options man = {.folder = NULL};
    struct shared_options options;
    const enum status status =
        options_parse(&command_man_line, &man, argc, argv, &options, why);

    if (status != OK)
        return status;
    if (options.names > 1 || (man.folder && options.names > 0))
        return problem_set(why, WRONG_USE, "man takes one command, or only -o");
    if (man.folder)
        return write_pages(man.folder, why);
    const struct command *const command =
        options.names ? describe_find(options.name[0]) : NULL;
    if (options.names && (!command || !command->what))
        return problem_set(why, WRONG_USE,
                           "no command '%s'; 'scanlab --help' "
                           "lists them",
                           options.name[0]);
    manual_page(stdout, command);
    return OK;
}

enum status command_completion(int argc, char **argv, struct problem *why)
{
    struct shared_options options;
    const enum status status = options_parse(&command_completion_line, NULL,
                                             argc, argv, &options, why);

    if (status != OK)
        return status;
    if (options.names == 1 && completion_write(stdout, options.name[0]))
        return OK;
    return problem_set(why, WRONG_USE,
                       "completion needs the name of a shell, bash, zsh or "
                       "fish: scanlab completion bash");
}

/* The words are another command's: none of them is an option of this one. */
enum status command_complete(int argc, char **argv, struct problem *why)
{
    (void)why;
    completion_answer(stdout, argc - 1, argv + 1);
    return OK;
}
