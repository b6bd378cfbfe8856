/* plot_frame.h - the files that the tests of charts read, and how they read
 * them. */
#ifndef PLOT_FRAME_H
#define PLOT_FRAME_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plot/plot.h"

static char folder[64]; /* a new folder, which also contains the CSV files */

static const char bench[] =
    "algorithm,variant,device,monoid,elem_bytes,kind,n,threads,mode,verified,"
    "median_ns,ci_low_ns,ci_high_ns,gbps,of_memcpy,of_memcpy_low,"
    "of_memcpy_high\n"
    "memcpy,nt,cpu,add_i32,4,inclusive,1024,2,warm,yes,100,90,110,80,1,1,1\n"
    "memcpy,libc,cpu,add_i32,4,inclusive,2048,2,warm,yes,200,190,210,82,1,1,1\n"
    "lookback,,cpu,add_i32,4,inclusive,1024,1,warm,yes,2000,1900,2100,4,.05,"
    ".04,.06\n"
    "lookback,,cpu,add_i32,4,inclusive,1024,2,warm,yes,1000,900,1250,8,.1,.09,"
    ".11\n"
    "lookback,,cpu,add_i32,4,inclusive,2048,2,warm,yes,1500,1400,1600,11,.13,"
    ".12,.14\n"
    "sequential,,cpu,add_i32,4,inclusive,1024,1,warm,yes,4000,3900,4100,2,.02,"
    ".02,.02\n"
    "sequential,,cpu,add_i32,4,inclusive,2048,1,warm,yes,8000,7900,8100,2,.03,"
    ".02,.04\n"
    "tbb,,cpu,add_i32,4,inclusive,2048,2,warm,no,10,10,10,999,9,9,9\n"
    "lookback,,cpu,add_i64,8,inclusive,1024,2,warm,yes,1000,900,1100,16,.2,.1,"
    ".3\n";

static const char measure[] =
    "algorithm,variant,device,monoid,kind,n,threads,work,work_form,depth,"
    "depth_form,read_bytes,write_bytes,bytes_form,elem_bytes\n"
    "lookback,,cpu,interval,inclusive,1024,1,1000,1000,1000,,4096,4096,8192,4\n"
    "lookback,,cpu,interval,inclusive,1024,2,1200,1200,300,,4096,4096,8192,4\n"
    "naive,,cpu,interval,inclusive,1024,1,523776,523776,1023,,,,2103296,4\n";

/* As measure -d cuda writes them. */
static const char cycles[] =
    "algorithm,variant,device,monoid,elem_bytes,kind,n,threads,work_form,"
    "depth_form,verified,cycles,cycles_low,cycles_high\n"
    "kogge_stone,block=1024,cuda,add_i32,4,inclusive,512,,4097,9,1,1800,1790,"
    "1810\n"
    "kogge_stone,block=1024,cuda,add_i32,4,inclusive,1024,,9217,10,1,2000,1990,"
    "2010\n"
    "kogge_stone,\"block=1024,double\",cuda,add_i32,4,inclusive,1024,,9217,10,"
    "1,1500,1490,1520\n"
    "brent_kung,\"block=1024,factor=4\",cuda,add_i32,4,inclusive,1024,,2036,18,"
    "1,2600,2590,2610\n"
    "hierarchical,block=512,cuda,add_i32,4,inclusive,1024,,3000,20,1,3000,2990,"
    "3010\n"
    "hierarchical,block=1024,cuda,add_i32,4,inclusive,1024,,3000,20,1,3300,"
    "3290,"
    "3310\n"
    "blelloch,,cuda,add_i32,4,inclusive,512,,1022,17,0,,,\n"
    "sequential,,cuda,add_i32,4,inclusive,1024,,1023,1023,1,36000,35900,"
    "36100\n";

static inline char *path(const char *name, char out[128])
{
    snprintf(out, 128, "%s/%s", folder, name);
    return out;
}

static inline void write_file(const char *name, const char *text)
{
    char full[128];
    FILE *file = fopen(path(name, full), "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/scanlab-test-plot-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    write_file("bench.csv", bench);
    write_file("measure.csv", measure);
    write_file("cycles.csv", cycles);
    return 0;
}

static inline int tear_down(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static inline struct plot_choice plain(void)
{
    struct plot_choice choice = {
        .x = {NAN, NAN}, .y = {NAN, NAN}, .formats = PLOT_SVG};

    assert_true(plot_size(&choice, "paper"));
    return choice;
}

static inline void load(struct plot_input *input, const char *name,
                        bool published)
{
    char full[128];
    struct problem why = {.line = ""};

    if (plot_load(input, path(name, full), published, &why) != OK)
        fail_msg("%s", why.line);
}

/* The charts of one kind from both files. */
static inline void make(struct plot_input *input,
                        const struct plot_choice *choice, enum chart_kind kind,
                        struct chart_list *list)
{
    struct problem why = {.line = ""};

    load(input, "bench.csv", false);
    load(input, "measure.csv", false);
    if (plot_charts(input, choice, kind, list, &why) != OK)
        fail_msg("%s", why.line);
}

static inline const struct plot_series *find(const struct chart *chart,
                                             const char *name)
{
    for (size_t i = 0; i < chart->count; i++)
        if (strcmp(chart->series[i].name, name) == 0)
            return &chart->series[i];
    return NULL;
}

#define TEST_CHARTS(kind, choice)                                              \
    struct plot_input input = {0};                                             \
    struct chart_list list = {0};                                              \
    (void)state;                                                               \
    make(&input, &(choice), kind, &list)

#define END_CHARTS()                                                           \
    chart_list_free(&list);                                                    \
    plot_input_free(&input)

#endif
