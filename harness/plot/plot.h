/* plot.h - turns the CSVs of `bench`, `measure` and `explore` into charts.
 *
 *     files --plot_load--> rows --plot_charts--> charts
 *     charts --plot_write_data----> NAME.dat
 *            --plot_write_script--> NAME.gp --gnuplot--> NAME.svg
 *            --plot_write_table---> NAME.md
 *
 *     plot_rows.c    reads CSVs (and their JSON files) into rows
 *     plot_data.c    selects rows and groups them: one chart each
 *     plot_titles.c  the text on a chart and the names of its files
 *     plot_series.c  the data of a chart: values, closed forms, bounds
 *     plot_explore.c the same for the points of a search
 *     plot_explore_words.c  names of its lines, and the subtitle
 *     plot_roofline.c  the same for times and counts under a roof
 *     plot_names.c   the name of each series
 *     plot_pages.c   seven curves to a chart; large n also in separate charts
 *     plot_axes.c    scales and ranges
 *     plot_style.c   colour, marker and dash of every algorithm, sizes
 *     plot_labels.c  places names so that none covers another
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
    CHART_FRACTION,   /* fraction of memcpy at one n, as bars */
    CHART_WORK,       /* op applications per element over n */
    CHART_DEPTH,      /* longest chain of op applications over n */
    CHART_TRAFFIC,    /* bytes moved in units of n*sizeof(T), as bars */
    CHART_BRENT,      /* time against threads, between Brent's bounds */
    CHART_CYCLES,     /* clock cycles of one block over n */
    CHART_EXPLORE,    /* the points of one search over the section's size */
    CHART_ROOFLINE,   /* operations per second over operations per byte */
    CHART_KINDS
};

/* Their names as typed after --kind, NULL-terminated. */
extern const char *const chart_kind_names[CHART_KINDS + 1];

/* ---- rows ---- */

/* One row of either kind of file. Texts belong to the CSV; a number whose
 * cell is empty or missing is NAN. */
struct plot_row {
    const char *algorithm, *variant, *device, *monoid, *kind, *mode;
    const char *pattern; /* of an application's inputs; "": none */
    bool measured;       /* from `measure`: work, depth, traffic, cycles; else
                            from `bench` */
    bool published;      /* a published figure: drawn hollow */
    bool explored;       /* a point of `explore`, or its memcpy */
    bool incumbent;      /* the scan as the user of `explore` named it */
    const char *state;   /* of a point: timed, refused, ... */
    const char *block_text, *items_text; /* the cells of these settings */
    const char *file;                    /* the path of its CSV */
    double n, threads, elem_bytes;
    double median_ns, ci_low_ns, ci_high_ns, gbps;
    double of_memcpy, of_memcpy_low, of_memcpy_high;
    double work, work_form, work_form_low, work_form_high;
    double depth, depth_form, depth_form_low, depth_form_high;
    double read_bytes, write_bytes, bytes_form;
    double cycles, cycles_low, cycles_high;
    double block, counted_n, model_cycles; /* of explore */
    double runs; /* of bench --runs: times and fractions are of all of them */
    double samples, results; /* of bench --rounding: how many outputs, and how
                                many different ones; else `results` is NAN */
};

struct plot_input {
    struct csv *files; /* own the rows' texts */
    size_t file_count;
    struct plot_row *rows;
    size_t row_count;
    size_t unverified;         /* rows left out because their check failed */
    size_t noisy;              /* rows left out: plot_too_noisy() */
    size_t untimed;            /* points of explore without a time */
    struct plot_row *left_out; /* all three: plot_left_out() of them */
    size_t explored;           /* files of explore */
    char machine[240];         /* "host, CPU, compiler, date" as far as known */
};

/* Reads one more CSV into *input (zeroed before the first). If there is a JSON
 * file of the same name (.json), its host, cpu, compiler and date go into
 * input->machine. On failure *input is unchanged. */
enum status plot_load(struct plot_input *input, const char *path,
                      bool published, struct problem *why);
void plot_input_free(struct plot_input *input);
/* The number of rows in input->left_out. */
size_t plot_left_out(const struct plot_input *input);

/* WRONG_USE, with file and line: "verified" is neither yes nor no; an
 * interval's low end is above its high end; two rows of one run have different
 * numbers for the same case. */
enum status plot_check_verified(const struct csv *csv, size_t row, bool *failed,
                                struct problem *why);
enum status plot_check_intervals(const struct csv *csv, size_t at,
                                 const struct plot_row *row,
                                 struct problem *why);
/* True: the interval is too wide for its median to count: half of its width is
 * more than half of the median. bench uses the same rule and message. */
bool plot_too_noisy(const struct plot_row *row);
enum status plot_check_duplicates(const struct csv *csv, struct problem *why);

/* ---- the user's choices ---- */

struct plot_range {
    double low, high; /* NAN: choose from the data */
};

enum { PLOT_SVG = 1, PLOT_PNG = 2, PLOT_PDF = 4 };

enum plot_table { PLOT_NO_TABLE, PLOT_MARKDOWN, PLOT_LATEX };

/* Zero or NULL means "not chosen", except for the ranges. */
struct plot_choice {
    const char *algorithms; /* "a,b:variant,c": only these, in this order; with
                               semicolons if a variant has commas */
    const char *monoid, *device, *scan, *mode, *pattern;
    double threads; /* the chart's P */
    double n;       /* for charts at one size */
    const char *title;
    struct plot_range x, y;
    int log_x, log_y; /* 1 logarithmic, -1 linear, 0 the kind's default */
    int width, height, font; /* of the page, in pixels */
    double line;             /* line width */
    double png_scale;        /* pixels of a PNG for each page pixel */
    unsigned formats;        /* PLOT_SVG | ... */
};

/* The page for "paper", "projector" or "WxH" (pixels). False: none of these. */
bool plot_size(struct plot_choice *choice, const char *text);

/* n as text: 2²⁰ for a power of two (up to 2⁹⁹), else digits. */
const char *plot_n_text(double n, char out[32]);

/* ---- charts ---- */

/* How an algorithm looks, the same in every chart. */
struct plot_style {
    const char *name;
    const char *title; /* its usual name; NULL: the same as `name` */
    unsigned colour;   /* 0xRRGGBB */
    int marker;        /* gnuplot's point type */
    int hollow;        /* the same shape, unfilled: published figures */
    int dash;          /* gnuplot's dash type */
    bool library;      /* from a library: hatched bars */
};

/* The style of `algorithm`. Names not in the table share the spare styles,
 * chosen by `fallback` (any number, preferably the rank among the unknown
 * names); the k-th variant of one algorithm keeps the algorithm's colour and
 * changes marker and dash. */
struct plot_style plot_style_of(const char *algorithm, size_t fallback,
                                size_t variant);
/* Rank in the style table; unknown names come after all known ones. */
size_t plot_style_rank(const char *algorithm);
/* The style of the line of this rank, from 0, in a chart of explore; the
 * incumbent's is a star. */
struct plot_style plot_style_of_line(size_t rank);
struct plot_style plot_style_of_incumbent(void);
/* The colour for text: darker if it would be too light on white. */
unsigned plot_text_colour(unsigned colour);
/* True for the only row that is a copy, not a scan. */
bool plot_is_memcpy(const char *algorithm);

struct plot_point {
    double x, y;
    double low, high; /* 95 % interval of y, or NAN */
    double form;      /* closed form of y, or NAN */
    double form_low, form_high;
    double part; /* traffic: the share of y that is read */
    double threads;
    double samples, results; /* as in plot_row */
    bool alone; /* one of several threads did everything: work and depth are
                   n - 1 */
    bool published;
    const char *file;    /* as in plot_row */
    const char *variant; /* of a point of explore; else NULL */
};

struct plot_series {
    char name[160];  /* algorithm, or algorithm:variant if there are several */
    char label[160]; /* the same with the usual names, shown in the chart */
    const char *algorithm, *variant;
    struct plot_style style;
    /* our own first, then published ones; each group by x */
    struct plot_point *points;
    size_t count, room;
    size_t own;     /* number of our own points */
    bool incumbent; /* explore: only this point, drawn as a star */
};

/* What the x axis of a chart of explore shows. */
enum explore_axis { EXPLORE_BLOCK, EXPLORE_SECTION, EXPLORE_RANK };

/* The most lines in a chart of explore. */
enum { EXPLORE_LINES = 8 };

struct chart {
    enum chart_kind kind;
    char name[160]; /* base name of its files */
    char title[256], subtitle[512];
    char x_label[160], y_label[160];
    bool log_x, log_y;
    struct plot_range x, y;
    double n;       /* for charts at one size, else NAN */
    double unit;    /* brent: ns in one unit of the y axis */
    bool published; /* has hollow points */
    double samples; /* of each row, if sums were rounded and the number of
                       different results is shown (0: they differ); else NAN */
    enum explore_axis axis; /* explore */
    bool model_time;        /* explore: elements per model cycle */
    char key[400]; /* explore, roofline: the last line of the subtitle */
    struct plot_series *series;
    size_t count, room;
};

struct chart_list {
    struct chart *charts;
    size_t count, room;
};

/* Appends to *list the charts of `kind` that the rows allow: one for each
 * device, monoid, mode, pattern (and inclusive/exclusive if both were run).
 * OK even if there are none. WRONG_USE: no row matches --algorithms, --monoid,
 * and so on; two files have the same row. The caller frees with chart_list_free
 * in either case. */
enum status plot_charts(const struct plot_input *input,
                        const struct plot_choice *choice, enum chart_kind kind,
                        struct chart_list *list, struct problem *why);
void chart_list_free(struct chart_list *list);

/* Index of the entry of --algorithms that includes the row: "lookback" includes
 * all variants, "lookback:one_thread" only one. -1: no entry does; 0: nothing
 * was chosen. */
int plot_chosen(const char *algorithms, const struct plot_row *row);

/* One device, monoid, mode, pattern and kind of scan: the rows of one chart. */
struct plot_group {
    const struct plot_row *first; /* a row with the group's names */
    bool split_kind; /* inclusive and exclusive are separate, else mixed */
    double threads;  /* P: the most threads that the chart shows */
};

/* True if the row belongs in the group's charts of this kind. */
bool plot_in_group(const struct plot_group *group, enum chart_kind kind,
                   const struct plot_choice *choice,
                   const struct plot_row *row);

/* True if the row has the values that charts of this kind show and if the
 * user's choice includes the row. */
bool plot_row_shown(enum chart_kind kind, const struct plot_choice *choice,
                    const struct plot_row *row);

/* Names the chart's files, and writes its title, subtitle and axis labels. */
void plot_title_chart(struct chart *chart, const struct plot_input *input,
                      const struct plot_group *group,
                      const struct plot_choice *choice);

/* Chooses the scales and ranges of both axes. WRONG_USE when the user's range
 * does not fit the scale. */
enum status plot_fit_axes(struct chart *chart, const struct plot_choice *choice,
                          struct problem *why);

/* Fills the chart's series from the group's rows (chart->kind is set; n is
 * chosen here if the kind needs one). A chart can end up without any series. */
enum status plot_fill_series(struct chart *chart,
                             const struct plot_input *input,
                             const struct plot_group *group,
                             const struct plot_choice *choice,
                             struct problem *why);

/* The same for a chart of explore: all points of the group's search. */
enum status plot_fill_explore(struct chart *chart,
                              const struct plot_input *input,
                              const struct plot_group *group,
                              const struct plot_choice *choice,
                              struct problem *why);

/* The largest n with a scan that has a time and counts, and with a copy; NAN:
 * none. */
double plot_roofline_n(const struct plot_input *input,
                       const struct plot_group *group,
                       const struct plot_choice *choice);
/* From times to points under the roof; series without counts become empty.
 * False: out of memory. */
bool plot_place_under_roof(struct chart *chart, const struct plot_input *input,
                           const struct plot_group *group,
                           const struct plot_choice *choice);
/* WRONG_USE with one line on what the rows lack for a roofline. */
enum status plot_roofline_lacks(const struct plot_input *input,
                                struct problem *why);

/* Sets names and styles of the series, and the order of their points. */
void plot_name_series(struct chart *chart);

/* Maximum number of curves in a chart over n. */
enum { PLOT_CURVES = 7 };

/* If the list's last chart has more curves than that, splits it into as many
 * charts as needed, each with the roof; does nothing if --algorithms chose the
 * curves. */
enum status plot_split_pages(struct chart_list *list,
                             const struct plot_choice *choice,
                             struct problem *why);
/* After the throughput chart charts[at], whose axes are logarithmic, adds a
 * chart of its large n with an axis from 0, if it has both large and small n
 * and the user chose no axes. */
enum status plot_add_large(struct chart_list *list, size_t at,
                           const struct plot_choice *choice,
                           struct problem *why);

/* Makes room for one more element of `size` bytes; false: out of memory. */
bool plot_grow(void *array, size_t *room, size_t count, size_t size);

/* ---- output ---- */

/* The chart's numbers: one block per series (two blank lines between), each
 * with a comment that names its columns. */
void plot_write_data(const struct chart *chart, FILE *out);

/* The gnuplot script that draws NAME.dat into NAME.svg, ... */
void plot_write_script(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out);

/* A table of the chart's numbers, with its title as caption. */
void plot_write_table(const struct chart *chart, enum plot_table format,
                      FILE *out);

/* The output folder, filled through a temporary folder; see plot_files.c. */
struct plot_output {
    const char *folder;
    char scratch[512]; /* folder next to the outputs, removed at the end */
    bool no_gnuplot;   /* gnuplot is missing: reported once */
};

/* Makes the scratch folder inside `folder` (which must exist). */
enum status plot_output_open(struct plot_output *output, const char *folder,
                             struct problem *why);
/* Writes script, data, pictures and table (if any) of one chart; prints the
 * path of each on stdout, and failures with the reason on stderr. */
enum status plot_output_chart(struct plot_output *output,
                              const struct chart *chart,
                              const struct plot_choice *choice,
                              enum plot_table table, struct problem *why);
/* Removes the scratch folder with its remaining contents. */
void plot_output_close(struct plot_output *output);

/* ---- inside the script writers ---- */

/* The drawing area, in pixels from the page's left and bottom. */
struct plot_frame {
    double left, right, bottom, top;
};

/* Writes a gnuplot string for exactly this text. */
void plot_quote(FILE *out, const char *text);
/* Rough width of a text in pixels. */
double plot_text_width(const char *text, double font);
/* The block of the data file that holds a series' own or published points. */
int plot_block(const struct chart *chart, size_t series, bool published);
/* Writes the settings of a kind of chart, before the loop over formats ... */
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
    double x, y;         /* start of the text; y is its middle */
    bool in_margin;      /* right of the frame */
    bool on_curve;       /* no free place: needs a white background */
};

/* Moves heights within [low, high] as little as possible (least squares), so
 * that they are at least `gap` apart; `at` ascends. If they cannot fit, the gap
 * shrinks. */
void plot_spread(double *at, size_t count, double gap, double low, double high);
/* Places the names of a chart's curves. labels[i] belongs to series i; its text
 * is NULL if the series has no visible point. */
void plot_place_labels(const struct chart *chart,
                       const struct plot_frame *frame, double font,
                       struct plot_label *labels);
/* True if all names are in the margin, after the markers of their points. */
bool plot_has_markers_in_margin(const struct chart *chart);
/* Converts a value on an axis to a place from 0 (low end) to 1, and back. */
double plot_place(struct plot_range axis, bool logarithmic, double value);
double plot_value(struct plot_range axis, bool logarithmic, double place);
/* The step of the ticks on a base-2 axis: every 2^step. */
int plot_tick_step(struct plot_range axis);
/* The round number at or just above the value: 1, 1.5, 2, 2.5, 3, 4, ... */
double plot_round_up(double value);
/* A round distance between ticks that cuts `span` into at most `most` parts. */
double plot_tick_distance(double span, int most);

#endif
