/* command_lab.c - `scanlab lab`: the labs of the lectures, for students and
 * their teachers.
 *
 *     scanlab lab list
 *     scanlab lab start kogge-stone mine       a folder to work in
 *     scanlab lab check kogge-stone mine/kogge-stone.cu
 *     scanlab lab hint kogge-stone 1
 *     scanlab lab hint kogge-stone mine/kogge-stone.cu    which line is wrong?
 *     scanlab lab grade hand-ins -o grades.csv
 *     scanlab lab test kogge-stone             after changing the lab
 */
#include "command_lab.h"
#include "lab/lab.h"
#include "lab/start.h"
#include "base/paths.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_FORMAT = 'A' << 8,
    KEY_PICTURE,
    KEY_ISOLATION,
    KEY_JOBS,
    KEY_HIDE,
    KEY_LAB,
    KEY_SAMPLE
};

static const struct argp_option own[] = {
    {"format", KEY_FORMAT,
     "text|json|junit|tap|gradescope|prairielearn|classroom50", 0,
     "check: format of the report (default text)", GROUP_OUTPUT},
    {"hide-expected", KEY_HIDE, NULL, 0,
     "report whether a property holds, without the expected values",
     GROUP_OUTPUT},
    {"picture", KEY_PICTURE, "FILE.png", 0,
     "check: draw the run with the first finding (scanviz)", GROUP_OUTPUT},
    {"output", 'o', "FILE", 0, "write here instead of to standard output",
     GROUP_OUTPUT},
    {"lab", KEY_LAB, "NAME", 0,
     "grade: all submissions are for this lab (default: the lab each file is "
     "named after)",
     GROUP_SCAN},
    {"sample", KEY_SAMPLE, NULL, 0, "test: only some of each lab's files",
     GROUP_SCAN},
    {"isolation", KEY_ISOLATION, "namespaces|seccomp|limits|none", 0,
     "how the code is isolated (default: the strongest that works here)",
     GROUP_WHERE},
    {"jobs", KEY_JOBS, "N", 0,
     "processes at a time (default: one per processor)", GROUP_WHERE},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct lab_options *const lab = options;
    char *end;

    switch (key) {
    case KEY_FORMAT:
        return lab_format_parse(value, &lab->format, why) == OK ? 0 : EINVAL;
    case KEY_HIDE: lab->hides = true; return 0;
    case KEY_SAMPLE: lab->sample = true; return 0;
    case KEY_LAB: lab->lab = value; return 0;
    case KEY_PICTURE: lab->picture = value; return 0;
    case KEY_ISOLATION: lab->isolation = value; return 0;
    case 'o': lab->output = value; return 0;
    case KEY_JOBS:
        lab->jobs = (int)strtol(value, &end, 10);
        if (*value && !*end && lab->jobs >= 1 && lab->jobs <= 256)
            return 0;
        problem_set(why, WRONG_USE, "--jobs %s: processes at a time, 1 to 256",
                    value);
        return EINVAL;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const struct command_line command_lab_line = {
    .usage = "list|start NAME FOLDER|check NAME FILE|hint NAME [K|FILE]|grade "
             "FOLDER|"
             "test [NAME...]",
    .text =
        "The labs of the lectures. 'start' makes a folder with the task sheet "
        "and the skeleton; 'check' reports which properties of a file hold, "
        "the first that does not, with its line, and the points. Each of a "
        "lab's hints gives away a little more; 'hint' with a wrong file names "
        "a line where a small change makes the file right. 'grade' checks a "
        "folder of submissions, several at a time, and writes a table and a "
        "report for each; unchanged submissions are not judged again. 'test' "
        "submits the right, wrong and half-right files in a lab's teacher/: "
        "does each get the points and the message that it is meant to "
        "get?\vExample: scanlab lab start kogge-stone mine && scanlab lab "
        "check kogge-stone mine/kogge-stone.cu",
    .own = own,
    .take = take,
};

enum status lab_level(const struct lab_options *options, enum isolation *out,
                      struct problem *why)
{
    *out = ISOLATION_NONE;
    if (!options->isolation) {
        struct problem ignored;
        *out = isolation_best(&ignored);
        return OK;
    }
    const enum status status = isolation_parse(options->isolation, out, why);
    return status == OK ? isolation_has(*out, why) : status;
}

/* ---------------------------------------------------------------- commands */

static enum status list_labs(struct problem *why)
{
    struct lab *labs;
    int count;
    const enum status status = labs_read(&labs, &count, why);

    if (status != OK)
        return status;
    printf("%-20s %-27s %7s %5s  %s\n", "lab", "title", "minutes", "lines",
           "from the exercise");
    for (int i = 0; i < count; i++)
        printf("%-20s %-27s %7d %5d  %s\n", labs[i].name, labs[i].title,
               labs[i].minutes, labs[i].lines,
               labs[i].exercise ? labs[i].exercise : "");
    labs_free(labs, count);
    return OK;
}

static enum status start_lab(const struct lab *lab, const char *folder,
                             struct problem *why)
{
    char work[PATH_MAX], program[PATH_MAX], words[2][2 * PATH_MAX];
    const enum status status = lab_start(lab, folder, work, sizeof work, why);

    lab_program(program);
    path_quote(program, words[0], sizeof words[0]);
    path_quote(work, words[1], sizeof words[1]);
    if (status == OK)
        printf("%s: %s\n  the task   %s/README.md\n  write in   %s\n"
               "  then       %s lab check %s %s\n",
               lab->title, folder, folder, work, words[0], lab->name, words[1]);
    return status;
}

/* The arguments after each word, including the lab's name. */
static const struct {
    const char *word;
    int least, most;
    const char *takes;
} words[] = {
    {"list", 0, 0, "nothing"},
    {"start", 2, 2, "a lab's name and a folder"},
    {"check", 2, 2, "a lab's name and a file"},
    {"hint", 1, 2, "a lab's name and a number or a file"},
    {"grade", 1, 1, "a folder of submissions"},
    {"test", 0, INT_MAX, "names of labs"},
};
enum { WORDS = sizeof words / sizeof *words };

static enum status look_at_words(const struct shared_options *options,
                                 struct problem *why)
{
    const char *names[WORDS + 1] = {NULL};

    if (options->names == 0)
        return problem_set(why, WRONG_USE,
                           "name a command: list, start, check, hint, grade or "
                           "test (see scanlab lab --help)");
    for (int i = 0; i < WORDS; i++) {
        const int given = options->names - 1;
        names[i] = words[i].word;
        if (strcmp(options->name[0], words[i].word) != 0)
            continue;
        return given >= words[i].least && given <= words[i].most
                   ? OK
                   : problem_set(why, WRONG_USE,
                                 "lab %s takes %s (see scanlab lab --help)",
                                 words[i].word, words[i].takes);
    }
    const char *const near = nearest_name(options->name[0], names);
    return problem_set(why, WRONG_USE,
                       "lab %s: no such command%s%s%s (see scanlab lab --help)",
                       options->name[0], near ? ": did you mean '" : "",
                       near ? near : "", near ? "'?" : "");
}

enum status command_lab(int argc, char **argv, struct problem *why)
{
    struct lab_options own_options = {.format = FORMAT_LAB_TEXT};
    struct shared_options options;
    struct lab lab;
    enum status status = options_parse(&command_lab_line, &own_options, argc,
                                       argv, &options, why);

    if (status == OK)
        status = look_at_words(&options, why);
    if (status != OK)
        return status;
    const char *const word = options.name[0];
    if (!strcmp(word, "list"))
        return list_labs(why);
    if (!strcmp(word, "check"))
        return lab_check_file(&own_options, options.name[1], options.name[2],
                              why);
    if (!strcmp(word, "grade"))
        return lab_grade_folder(&own_options, options.name[1], why);
    if (!strcmp(word, "test"))
        return lab_test_files(&own_options, options.name + 1, options.names - 1,
                              why);
    status = lab_open(options.name[1], &lab, why);
    if (status == OK)
        status =
            !strcmp(word, "start")
                ? start_lab(&lab, options.name[2], why)
                : lab_hint(&own_options, &lab,
                           options.names > 2 ? options.name[2] : NULL, why);
    lab_close(&lab);
    return status;
}
