/* command_line.h - what scanviz is asked to do. */
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "players/export.h"
#include "recording/live.h"

enum { FINE = 0, FAILED = 1, WRONG_USE = 2, LACKS = 3 }; /* exit codes */

struct command {
    const char *trace, *with, *export;
    struct live live; /* its algorithm, or NULL */
    struct view view;
    bool follows_none; /* ... not even the tile of a story */
    bool scene_is_given, size_is_given;
    struct film film;
    double at, part; /* one of them is given: a time, or a part of all */
    bool benchmark, dump, story; /* a story: `trace` is the path of its file */
    bool chooses; /* nothing was named: the window offers the stories */
    const char *film_name; /* or NULL: `trace` and `with` are what it needs */
    char story_path[4096], with_path[4096], growth_path[4096];
};

/* Reads the options. Wrong ones end the program with a line that says so; what
 * only asks for words, as --help and a list of stories, ends it too. */
void command_line_read(int argc, char **argv, struct command *out);

/* Says what there is to be shown, and ends the program. */
void command_help_to_begin(void);

/* The story's own path in place of its name, and nothing beside it. False: *why
 * says what is wrong. */
bool command_take_story(struct command *c, const char *name, char *why,
                        size_t bytes);

#endif
