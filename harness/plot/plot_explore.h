/* plot_explore.h - the points of one search: shared by plot_explore.c and
 * plot_explore_words.c. */
#ifndef PLOT_EXPLORE_H
#define PLOT_EXPLORE_H

#include "plot.h"

enum { WORDS = 256 };

/* A point that was timed. */
struct spot {
    const struct plot_row *row;
    double x, y, low, high;
    char line[WORDS]; /* its settings without the section's size */
};

struct spots {
    struct spot *at;
    size_t count;
};

/* The next setting of a list "a=1,b,c=2"; false at its end. */
bool plot_explore_next(const char **list, char out[WORDS]);
bool plot_explore_has(const char *list, const char *setting);
/* Does nothing if the list is full. */
void plot_explore_add(char list[WORDS], const char *setting);

/* True for the first point of a line: lines come in the order of their best
 * points. The incumbent begins none, except as the only point. */
bool plot_explore_begins_line(const struct spots *spots, size_t at);
size_t plot_explore_lines(const struct spots *spots);

/* What the incumbent is: "as named" by the user, "the default", ... */
const char *plot_explore_incumbent(const struct plot_row *row);

/* The settings that all lines have; there is at least one point. */
void plot_explore_common(const struct spots *spots, char out[WORDS]);
/* Names the series, which are the lines, after their other settings. `common`
 * becomes empty if two lines would then have one name. */
void plot_explore_label(struct chart *chart, char common[WORDS]);
/* Writes chart->key: what is in the chart, and what is not. */
void plot_explore_write_key(struct chart *chart, const struct plot_input *input,
                            const struct spots *spots, const char *common);

#endif
