/* command_line.h - the options of scanviz. */
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "players/export.h"
#include "recording/live.h"

enum { FINE = 0, FAILED = 1, WRONG_USE = 2, LACKS = 3 }; /* exit codes */

struct command {
    const char *trace, *with, *export;
    struct live live; /* live.algorithm is NULL without --live */
    struct view view;
    bool follows_none; /* follows no tile, not even a story's */
    bool scene_is_given, size_is_given;
    struct film film;
    double at,
        part; /* a time, or a fraction of the whole; below 0: not given */
    bool benchmark, dump, story; /* a story: `trace` is the path of its file */
    bool chooses; /* no trace was named: the window offers the stories */
    /* NULL: no film; else `trace` and `with` are the film's runs */
    const char *film_name;
    char story_path[4096], with_path[4096], growth_path[4096];
};

/* Reads the options. With wrong options the program exits with an error line;
 * after options that only print text, such as --help and the list of stories,
 * it exits too. */
void command_line_read(int argc, char **argv, struct command *out);

/* Prints how to begin, and exits. */
void command_help_to_begin(void);

/* Sets the trace to the path of the named story, without a second trace. False: *why
 * is the error. */
bool command_take_story(struct command *c, const char *name, char *why,
                        size_t bytes);

#endif
