/* plot_script.c - the page of a chart: size, margins, title, output formats.
 *
 *     +--------------------------------------------+
 *     | title                                      |
 *     | subtitle                                   |
 *     |    +------------------------------+        |
 *     |  y |            frame             | names  |
 *     |    +------------------------------+        |
 *     |                  x label                   |
 *     +--------------------------------------------+
 *
 * The script sets everything up, then draws once per format in a loop.
 */
#include "plot.h"

#include <math.h>
#include <string.h>

/* Single quotes: gnuplot then takes every byte as it is, '' for one '. */
void plot_quote(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if ((unsigned char)*text < ' ')
            fputc(' ', out);
        else
            fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, out);
    }
    fputc('\'', out);
}

/* ---- wrapped text ---- */

/* Bytes of the first line of `text` that fit into `width`, at a blank. */
static size_t line_length(const char *text, double font, double width)
{
    size_t best = 0, i = 0;
    double used = 0;

    for (; text[i] && text[i] != '\n'; i++) {
        if (text[i] == ' ' && used <= width)
            best = i;
        used += ((unsigned char)text[i] & 0xc0) != 0x80 ? 0.56 * font : 0;
    }
    return used <= width || best == 0 ? i : best;
}

/* The start of the next line: no blank and no separating dot. */
static const char *next_line(const char *text)
{
    text += strspn(text, " \n");
    if (strncmp(text, "·  ", strlen("·  ")) == 0)
        text += strlen("·  ");
    return text;
}

static int count_lines(const char *text, double font, double width)
{
    int lines = 0;

    while (*text) {
        text = next_line(text + line_length(text, font, width));
        lines++;
    }
    return lines;
}

/* Writes labels `first`, first + 1, ... from `top` downwards; returns the
 * height below the last. */
static double write_lines(FILE *out, int first, const char *text, double font,
                          const char *look, double left, double top,
                          const struct plot_choice *choice)
{
    const double width = choice->width - left - font;

    while (*text) {
        const size_t length = line_length(text, font, width);
        char line[600];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        text = next_line(text + length);
        top -= 1.3 * font;
        fprintf(out, "set label %d ", first++);
        plot_quote(out, line);
        fprintf(out,
                " at screen %.4f, screen %.4f noenhanced front font ',%.4g' "
                "%s\n",
                left / choice->width, (top + 0.45 * font) / choice->height,
                font, look);
    }
    return top;
}

/* ---- the frame ---- */

static bool has_margin_names(const struct chart *chart)
{
    return chart->kind != CHART_FRACTION && chart->kind != CHART_TRAFFIC &&
           chart->kind != CHART_BRENT;
}

static double longest_name(const struct chart *chart, double font)
{
    double longest = 0;

    for (size_t i = 0; i < chart->count; i++)
        longest = fmax(longest, plot_text_width(chart->series[i].label, font));
    return longest;
}

static struct plot_frame frame_of(const struct chart *chart,
                                  const struct plot_choice *choice)
{
    const double font = choice->font, width = choice->width;
    const double names = longest_name(chart, 0.92 * font);
    struct plot_frame frame = {.left = 5.6 * font, .bottom = 4.1 * font};

    frame.right = width - 1.5 * font;
    if (has_margin_names(chart))
        frame.right =
            width -
            fmin(names + (plot_has_markers_in_margin(chart) ? 3.2 : 2) * font,
                 0.4 * width);
    else if (chart->kind == CHART_BRENT && chart->count == 1)
        frame.right = width - 8 * font;
    else if (chart->kind != CHART_BRENT)
        frame.left = fmin(names + 1.8 * font, 0.6 * width);
    const double text_width = width - font - 1.2 * font;
    frame.top =
        choice->height - 1.0 * font -
        1.3 * 1.3 * font * count_lines(chart->title, 1.3 * font, text_width) -
        1.3 * 0.8 * font *
            count_lines(chart->subtitle, 0.8 * font, text_width) -
        1.1 * font;
    if (frame.top < frame.bottom + 4 * font)
        frame.top = frame.bottom + 4 * font;
    return frame;
}

/* ---- output formats ---- */

static void write_terminals(const struct plot_choice *choice, FILE *out)
{
    const int width = choice->width, height = choice->height;
    const double scale = choice->png_scale;

    fprintf(out,
            "    if (format eq 'svg') {\n"
            "        set terminal svg size %d,%d enhanced "
            "background 'white' font 'sans-serif,%d'\n    }\n",
            width, height, choice->font);
    fprintf(out,
            "    if (format eq 'png') {\n"
            "        if (strstrt(GPVAL_TERMINALS, 'pngcairo')) {\n"
            "            set terminal pngcairo size %.0f,%.0f enhanced "
            "background 'white' font 'sans-serif,%d' fontscale %.3g "
            "linewidth %.3g pointscale %.3g dashlength 1\n"
            "        } else {\n",
            width * scale, height * scale, choice->font, 0.75 * scale, scale,
            scale);
    fprintf(out,
            "            print 'note: this gnuplot has no pngcairo; its "
            "png terminal draws a plainer picture'\n"
            "            set terminal png size %.0f,%.0f enhanced\n"
            "        }\n    }\n",
            width * scale, height * scale);
    fprintf(out,
            "    if (format eq 'pdf') {\n"
            "        if (!strstrt(GPVAL_TERMINALS, 'pdfcairo')) {\n"
            "            print 'note: this gnuplot has no pdfcairo; no "
            "PDF is drawn'\n"
            "            continue\n"
            "        }\n"
            "        set terminal pdfcairo size %.4gin,%.4gin enhanced "
            "background 'white' font 'sans-serif,%d' fontscale %.4g "
            "linewidth %.4g pointscale %.4g\n    }\n",
            width / 125., height / 125., choice->font, 0.47, 1.0, 0.6);
}

static void write_formats(const struct plot_choice *choice, FILE *out)
{
    fprintf(out, "formats = '%s%s%s'\n",
            choice->formats & PLOT_SVG ? "svg " : "",
            choice->formats & PLOT_PNG ? "png " : "",
            choice->formats & PLOT_PDF ? "pdf " : "");
}

/* ---- the whole script ---- */

static void write_head(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out)
{
    fprintf(out,
            "# %s.gp - draws %s.dat\n"
            "# Draw again, in this folder:  gnuplot %s.gp\n"
            "# Change what you like: formats, title, ranges (set xrange, set "
            "yrange),\n"
            "# names (set label), and colours, dashes and markers in the plot "
            "command.\n\n",
            chart->name, chart->name, chart->name);
    fprintf(out, "data = '%s.dat'\n", chart->name);
    write_formats(choice, out);
    fputs("set encoding utf8\n", out);
}

static void write_frame(const struct chart *chart,
                        const struct plot_choice *choice,
                        const struct plot_frame *frame, FILE *out)
{
    const double font = choice->font, left = 1.2 * font;

    fputs("\n# title and subtitle\n", out);
    const double below = write_lines(out, 1, chart->title, 1.3 * font, "", left,
                                     choice->height - 0.6 * font, choice);
    write_lines(out, 11, chart->subtitle, 0.8 * font, "tc rgb '#555555'", left,
                below - 0.2 * font, choice);
    if (chart->kind == CHART_BRENT)
        return;
    fprintf(out,
            "\n# where the axes stand on the page\n"
            "set lmargin at screen %.4f\nset rmargin at screen %.4f\n"
            "set bmargin at screen %.4f\nset tmargin at screen %.4f\n",
            frame->left / choice->width, frame->right / choice->width,
            frame->bottom / choice->height, frame->top / choice->height);
}

/* By hand: terminals differ in where they would put an axis' name. */
static void write_axis_name(const char *name, double x, double y, bool upright,
                            const struct plot_choice *choice, FILE *out)
{
    fprintf(out, "set label ");
    plot_quote(out, name);
    fprintf(out,
            " at screen %.4f, screen %.4f center %snoenhanced font ',%.4g'\n",
            x / choice->width, y / choice->height,
            upright ? "rotate by 90 " : "", choice->font * 0.92);
}

static void write_axes(const struct chart *chart,
                       const struct plot_choice *choice,
                       const struct plot_frame *frame, FILE *out)
{
    const double font = choice->font;

    fputs("\n# axes: thin lines, ticks outside, a light grid\n"
          "set border 3 lw 0.8 lc rgb '#555555'\n"
          "set tics nomirror out scale 0.6 textcolor rgb '#333333'\n"
          "set grid lw 0.8 lc rgb '#d4d4d4' dt 1\n",
          out);
    fputs("unset key\n", out);
    write_axis_name(chart->x_label, (frame->left + frame->right) / 2,
                    0.9 * font, false, choice, out);
    if (*chart->y_label)
        write_axis_name(chart->y_label, 1.1 * font,
                        (frame->bottom + frame->top) / 2, true, choice, out);
}

void plot_write_script(const struct chart *chart,
                       const struct plot_choice *choice, FILE *out)
{
    const struct plot_frame frame = frame_of(chart, choice);

    write_head(chart, choice, out);
    if (chart->kind != CHART_BRENT)
        write_frame(chart, choice, &frame, out);
    if (chart->kind != CHART_BRENT)
        write_axes(chart, choice, &frame, out);
    if (chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC)
        plot_prepare_bars(chart, choice, out);
    else if (chart->kind != CHART_BRENT)
        plot_prepare_curves(chart, choice, &frame, out);
    fputs("\n# one picture per format\ndo for [format in formats] {\n", out);
    write_terminals(choice, out);
    fprintf(out, "    set output '%s.'.format\n", chart->name);
    if (chart->kind == CHART_FRACTION || chart->kind == CHART_TRAFFIC)
        plot_write_bars(chart, choice, out);
    else if (chart->kind == CHART_BRENT) {
        write_frame(chart, choice, &frame, out);
        write_axes(chart, choice, &frame, out);
        plot_write_panels(chart, choice, &frame, out);
    } else
        plot_write_curves(chart, choice, out);
    fputs("    unset output\n}\n", out);
}
