/* plot.h - from the CSVs of `bench` and `measure` to charts.
 *
 *     files --plot_load--> rows --plot_charts--> charts
 *     charts --plot_write_data----> NAME.dat
 *            --plot_write_script--> NAME.gp --gnuplot--> NAME.svg
 *            --plot_write_table---> NAME.md
 *
 *     plot_rows.c    reads CSVs (and the JSON beside them) into rows
 *     plot_data.c    selects rows and groups them: one chart each
 *     plot_titles.c  the words on a chart and the names of its files
 *     plot_series.c  what one chart shows: values, closed forms, bounds
 *     plot_names.c   what each of them is called
 *     plot_pages.c   seven curves to a chart; large n once more by themselves
 *     plot_axes.c    scales and ranges
 *     plot_style.c   colour, marker and dash of every algorithm, sizes
 *     plot_labels.c  where names go so that none covers another
 *     plot_script.c  the gnuplot script: page and axes; plot_curves.c,
 *                    plot_bars.c, plot_panels.c: the kinds of chart
 *     plot_dat.c     the data that the script draws
 *     plot_table.c   the same numbers as Markdown or LaTeX
 *     plot_files.c   runs gnuplot, puts finished files in place
 *
 * command_plot.c goes through them in this order.
 */
#ifndef PLOT_H
#define PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "csv.h"
#include "base/status.h"

enum chart_kind {
    CHART_THROUGHPUT, /* GB/s over n under the memcpy roof */
    CHART_FRACTION,   /* of memcpy at one n, as bars */
    CHART_WORK,       /* op applications per element over n */
    CHART_DEPTH,      /* longest chain of op applications over n */
    CHART_TRAFFIC,    /* bytes moved in units of n*sizeof(T), as bars */
    CHART_BRENT,      /* time over threads between Brent's bounds */
    CHART_CYCLES,     /* clock cycles of one block over n */
    CHART_KINDS
};

/* Their names as typed after --kind, NULL-terminated. */
extern const char *const chart_kind_names[CHART_KINDS + 1];

/* ---- rows ---- */

/* One row of either kind of file. Texts belong to the CSV; a number whose
 * cell is empty or missing is NAN. */
struct plot_row {
    const char *algorithm, *variant, *device, *monoid, *kind, *mode;
    const char *pattern; /* of an application's drawn inputs; "": of none */
    bool measured;       /* from `measure`: work, depth, traffic, cycles; else
                            `bench` */
    bool published;      /* someone else's figure: drawn hollow */
    double n, threads, elem_bytes;
    double median_ns, ci_low_ns, ci_high_ns, gbps;
    double of_memcpy, of_memcpy_low, of_memcpy_high;
    double work, work_form, work_form_low, work_form_high;
    double depth, depth_form, depth_form_low, depth_form_high;
    double read_bytes, write_bytes, bytes_form;
    double cycles, cycles_low, cycles_high;
};

struct plot_input {
    struct csv *files; /* own the rows' texts */
    size_t file_count;
    struct plot_row *rows;
    size_t row_count;
    size_t unverified; /* rows left out because their check failed */
    size_t noisy;      /* rows left out: plot_too_noisy() */
    char machine[240]; /* "host, CPU, compiler, date" as far as known */
};

/* Reads one CSV more into *input (zeroed before the first). If a JSON stands
 * beside it (same name, .json), its host, cpu, compiler and date go into
 * input->machine. On failure *input keeps what it had. */
enum status plot_load(struct plot_input *input, const char *path,
                      bool published, struct problem *why);
void plot_input_free(struct plot_input *input);

/* WRONG_USE, with file and line: "verified" is neither yes nor no; an
 * interval's low end is above its high one; two rows of one run say the same of
 * other numbers. */
enum status plot_check_verified(const struct csv *csv, size_t row, bool *failed,
                                struct problem *why);
enum status plot_check_intervals(const struct csv *csv, size_t at,
                                 const struct plot_row *row,
                                 struct problem *why);
/* An interval as wide as that is no number: half of it is more than half of the
 * median. bench says so in the same words. */
bool plot_too_noisy(const struct plot_row *row);
enum status plot_check_duplicates(const struct csv *csv, struct problem *why);

/* ---- what the user chose ---- */

struct plot_range {
    double low, high; /* NAN: choose from the data */
};

enum { PLOT_SVG = 1, PLOT_PNG = 2, PLOT_PDF = 4 };

enum plot_table { PLOT_NO_TABLE, PLOT_MARKDOWN, PLOT_LATEX };

/* Zero or NULL means "not chosen", except for the ranges. */
struct plot_choice {
    const char *algorithms; /* "a,b:variant,c": only these, in this order; with
                               semicolons where a variant has commas */
    const char *monoid, *device, *scan, *mode, *pattern;
    double threads; /* the chart's P */
    double n;       /* of charts at one size */
    const char *title;
    struct plot_range x, y;
    int log_x, log_y;        /* 1 logarithmic, -1 linear, 0 as the kind needs */
    int width, height, font; /* of the page, in pixels */
    double line;             /* line width */
    double png_scale;        /* a PNG has this many pixels to each */
    unsigned formats;        /* PLOT_SVG | ... */
};

/* The page for "paper", "projector" or "WxH" (pixels). False: none of these. */
bool plot_size(struct plot_choice *choice, const char *text);

/* n as read aloud: 2²⁰ for a power of two (up to 2⁹⁹), else digits. */
const char *plot_n_text(double n, char out[32]);

/* ---- charts ---- */

/* How an algorithm looks, the same in every chart. */
struct plot_style {
    const char *name;
    const char *title; /* what the field calls it; NULL: the name */
    unsigned colour;   /* 0xRRGGBB */
    int marker;        /* gnuplot's point type */
    int hollow;        /* the same shape, unfilled: published figures */
    int dash;          /* gnuplot's dash type */
    bool library;      /* what a user would pick instead: hatched bars */
};

/* The style of `algorithm`. Names not in the table share the spare styles
 * by `fallback` (any number, best its rank among the unknown); the k-th
 * variant of one algorithm keeps its colour and changes marker and dash. */
struct plot_style plot_style_of(const char *algorithm, size_t fallback,
                                size_t variant);
/* Rank in the style table; unknown names come after all known ones. */
size_t plot_style_rank(const char *algorithm);
/* The colour for words: darker where it would be too light on white. */
unsigned plot_text_colour(unsigned colour);
/* True for the one row that is a copy and not a scan. */
bool plot_is_memcpy(const char *algorithm);

struct plot_point {
    double x, y;
    double low, high; /* 95 % interval of y, or NAN */
    double form;      /* closed form of y, or NAN */
    double form_low, form_high;
    double part; /* traffic: the share of y that is read */
    double threads;
    bool alone; /* of several threads one did it all: work and depth n - 1 */
    bool published;
};

struct plot_series {
    char name[160];  /* algorithm, or algorithm:variant where there are more */
    char label[160]; /* the same by the field's names: what a chart says */
    const char *algorithm, *variant;
    struct plot_style style;
    struct plot_point *points; /* own first, then published; each by x */
    size_t count, room;
    size_t own; /* how many are our own */
};

struct chart {
    enum chart_kind kind;
    char name[160]; /* of its files, without ending */
    char title[256], subtitle[512];
    char x_label[160], y_label[160];
    bool log_x, log_y;
    struct plot_range x, y;
    double n;       /* of charts at one size, else NAN */
    double unit;    /* brent: ns in one unit of the y axis */
    bool published; /* has hollow points */
    struct plot_series *series;
    size_t count, room;
};

struct chart_list {
    struct chart *charts;
    size_t count, room;
};

/* Appends to *list the charts of `kind` that the rows allow: one for each
 * device, monoid, mode, pattern (and inclusive/exclusive where both were run).
 * None is OK too. WRONG_USE when --algorithms, --monoid, ... name what no
 * row has. The caller frees with chart_list_free in either case. */
enum status plot_charts(const struct plot_input *input,
                        const struct plot_choice *choice, enum chart_kind kind,
                        struct chart_list *list, struct problem *why);
void chart_list_free(struct chart_list *list);

/* Index of --algorithms' entry that takes in the row: "lookback" takes all
 * variants, "lookback:one_thread" one. -1: none; 0 when nothing is chosen. */
int plot_chosen(const char *algorithms, const struct plot_row *row);

/* One device, monoid, mode, pattern and kind of scan: the rows of one chart. */
struct plot_group {
    const struct plot_row *first; /* a row that has its names */
    bool split_kind; /* inclusive and exclusive apart, else as they come */
    double threads;  /* P: the most threads that the chart shows */
};

/* True if the row belongs in the group's charts of this kind. */
bool plot_in_group(const struct plot_group *group, enum chart_kind kind,
                   const struct plot_choice *choice,
                   const struct plot_row *row);

/* True if the row has what charts of this kind show and the user's choice
 * takes it in. */
bool plot_row_shown(enum chart_kind kind, const struct plot_choice *choice,
                    const struct plot_row *row);

/* Names the chart's files, and words its title, subtitle and axes. */
void plot_title_chart(struct chart *chart, const struct plot_input *input,
                      const struct plot_group *group,
                      const struct plot_choice *choice);

/* Chooses scales and ranges of both axes. WRONG_USE when the user's range
 * does not fit the scale. */
enum status plot_fit_axes(struct chart *chart, const struct plot_choice *choice,
                          struct problem *why);

/* Fills the chart's series from the group's rows (chart->kind is set; n is
 * chosen here where the kind needs one). A chart may end with none. */
enum status plot_fill_series(struct chart *chart,
                             const struct plot_input *input,
                             const struct plot_group *group,
                             const struct plot_choice *choice,
                             struct problem *why);

/* Names and styles of the series that are in, and the order of their points. */
void plot_name_series(struct chart *chart);

/* Most curves of a chart over n. */
enum { PLOT_CURVES = 7 };

/* Splits the list's last chart, which has more curves, into as many charts as
 * it takes, each with the roof; unless --algorithms chose them. */
enum status plot_split_pages(struct chart_list *list,
                             const struct plot_choice *choice,
                             struct problem *why);
/* After charts[at] of throughput on logarithmic axes, one of its large n from
 * 0 on, where it has any beside small ones and the user chose no axes. */
enum status plot_add_large(struct chart_list *list, size_t at,
                           const struct plot_choice *choice,
                           struct problem *why);

/* Makes room for one more element of `size` bytes; false: out of memory. */
bool plot_grow(void *array, size_t *room, size_t count, size_t size);

/* ---- what is written ---- */

/* The chart's numbers: one block per series (two blank lines between), each
 * with a comment that names its columns. */
void plot_write_data(const struct chart *chart, FILE *out);

/* The gnuplot script that draws NAME.dat into NAME.svg, ... */
void plot_write_script(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out);

/* A table of the chart's numbers, with its title as caption. */
void plot_write_table(const struct chart *chart, enum plot_table format,
                      FILE *out);

/* Where files go, by way of a temporary folder; see plot_files.c. */
struct plot_output {
    const char *folder;
    char scratch[512]; /* folder beside the outputs, removed at the end */
    bool no_gnuplot;   /* found missing: said once */
};

/* Makes the scratch folder inside `folder` (which must exist). */
enum status plot_output_open(struct plot_output *output, const char *folder,
                             struct problem *why);
/* Writes script, data, pictures and table (if any) of one chart; prints the
 * path of each on stdout, and on stderr what could not be drawn and why. */
enum status plot_output_chart(struct plot_output *output,
                              const struct chart *chart,
                              const struct plot_choice *choice,
                              enum plot_table table, struct problem *why);
/* Removes the scratch folder with whatever is left in it. */
void plot_output_close(struct plot_output *output);

/* ---- inside the script writers ---- */

/* The drawing area, in pixels from the page's left and bottom. */
struct plot_frame {
    double left, right, bottom, top;
};

/* Text as a gnuplot string that means exactly that text. */
void plot_quote(FILE *out, const char *text);
/* Rough width of a text in pixels. */
double plot_text_width(const char *text, double font);
/* The block of the data file that holds a series' own or published points. */
int plot_block(const struct chart *chart, size_t series, bool published);
/* What a kind of chart sets once, before the loop over formats ... */
void plot_prepare_curves(const struct chart *chart,
                         const struct plot_choice *choice,
                         const struct plot_frame *frame, FILE *out);
void plot_prepare_bars(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out);
/* ... and the plot command inside it. */
void plot_write_curves(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out);
void plot_write_bars(const struct chart *chart,
                     const struct plot_choice *choice, FILE *out);
void plot_write_panels(const struct chart *chart,
                       const struct plot_choice *choice,
                       const struct plot_frame *frame, FILE *out);

/* A name at the end of its curve, in pixels inside the frame. */
struct plot_label {
    const char *text;
    double end_x, end_y; /* last point of the curve */
    double x, y;         /* where the text begins; y is its middle */
    bool in_margin;      /* right of the frame */
    bool on_curve;       /* no free place: needs a white ground */
};

/* Moves heights apart to `gap` at least, as little as it can (least squares),
 * inside [low, high]; `at` ascends. When they cannot fit, the gap shrinks. */
void plot_spread(double *at, size_t count, double gap, double low, double high);
/* Places the names of a chart's curves. labels[i] belongs to series i, its
 * text NULL where the series has no point in view. */
void plot_place_labels(const struct chart *chart,
                       const struct plot_frame *frame, double font,
                       struct plot_label *labels);
/* A value on an axis as its place from 0 (low end) to 1, and back. */
double plot_place(struct plot_range axis, bool logarithmic, double value);
double plot_value(struct plot_range axis, bool logarithmic, double place);
/* Where the ticks of a base-2 axis stand: every 2^step. */
int plot_tick_step(struct plot_range axis);
/* The round number at or just above the value: 1, 1.5, 2, 2.5, 3, 4, ... */
double plot_round_up(double value);
/* A round distance between ticks that cuts `span` into `most` at most. */
double plot_tick_distance(double span, int most);

#endif
