/* lab.h - the list of labs, from their lab.json files.
 *
 *     lectures/LECTURE/labs/NAME/README.md        the task sheet
 *                                lab.json         read here
 *                                skeleton.cu      (.c, .txt) the student's copy
 *                                teacher/         never copied, never shown
 */
#ifndef LAB_H
#define LAB_H

#include "base/status.h"

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>

enum {
    LAB_NAME = 64,
    LAB_MOST_HINTS = 8,
    LAB_MOST_HINT_FOR = 16,
    LAB_MOST_CHECKS = 12,
    LAB_MOST_RANGES = 12,
    LAB_MOST_OPTIONS = 12
};

/* In the order in which they run. */
enum lab_asks { LAB_ANSWER, LAB_VERIFY, LAB_RUN, LAB_MEASURE };

/* The kind of file that a student hands in. */
enum lab_kind {
    LAB_OF_KERNEL,  /* skeleton.cu, for the SIMT machine */
    LAB_OF_C,       /* skeleton.c, for the cpu */
    LAB_OF_ANSWERS, /* skeleton.txt: lines "PROPERTY: answer" */
    LAB_OF_SETTINGS /* skeleton.txt: a line "settings: block=64,..." */
};

/* A column of `measure -o`: the cost of our solution, and the range allowed for
 * a file, both ends included. `least` is 0 if doing less is welcome. `why` is
 * shown if the file's cost is above the range; it may be NULL. */
struct lab_range {
    const char *column, *why;
    double ours, most, least;
};

/* One property and its points; with 0 points it is a condition. */
struct lab_check {
    const char *property;
    int points;
    int after; /* index of the check that must hold first; -1: none */
    enum lab_asks asks;
    const char *choice; /* "kogge_stone:block=64"; for LAB_ANSWER: its hash */
    const char *sizes, *bytes; /* or NULL */
    const char *why;           /* shown if it does not hold, or NULL */
    struct lab_range range[LAB_MOST_RANGES];
    int ranges;
    const char *option[LAB_MOST_OPTIONS]; /* more arguments of the command */
    int options;
};

/* The texts belong to `json`. */
struct lab {
    json_t *json;
    char name[LAB_NAME], lecture[LAB_NAME];
    char folder[PATH_MAX];
    const char *title, *exercise;
    int order, minutes, lines;
    enum lab_kind kind;
    const char *hint[LAB_MOST_HINTS];
    int hints;
    /* Selects the findings that a hint is for: a text in the finding, or in the
     * property's name. */
    struct {
        const char *text;
        int hint; /* from 1 */
    } hint_for[LAB_MOST_HINT_FOR];
    int hints_for;
    struct lab_check check[LAB_MOST_CHECKS];
    int checks;
};

/* All labs, in the order of the course. WRONG_USE, with name and line: a
 * lab.json is not valid. The caller frees with labs_free. */
enum status labs_read(struct lab **out, int *count, struct problem *why);
void labs_free(struct lab *labs, int count);

/* The lab of that name; WRONG_USE, with the nearest name, if there is none.
 * Freed with lab_close. */
enum status lab_open(const char *name, struct lab *out, struct problem *why);
void lab_close(struct lab *lab);

int lab_points(const struct lab *lab);
/* ".cu", ".c" or ".txt". */
const char *lab_suffix(const struct lab *lab);
/* The path of a file in the lab's folder; WRONG_USE: the path is too long. */
enum status lab_path(const struct lab *lab, const char *file, char *out,
                     size_t size, struct problem *why);

#endif
