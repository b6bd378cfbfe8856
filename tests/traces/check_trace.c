/* check_trace.c - can viewers read this trace, and is it true?
 *
 *     check_trace [-a] FILE.json...
 *
 * Exits with 0, or with 1 and one line that says what is wrong. For every
 * trace:
 *
 *     form       events have what their kind needs, in the order of time
 *     nesting    the slices of a row lie within each other
 *     arrows     each has a beginning and an end, both on a slice
 *     blocks     each of a launch once, in its slice (check_blocks.c); what
 *                happens in a slot happens in a block
 *     accesses   one word has one place in shared memory, or none
 *                (check_accesses.c)
 *     ports      have what they say, and are loaded and stored (check_ports.c)
 *     findings   told once, or nothing is unfinished
 *     metadata   complete, and its counts are right
 *
 * It also checks look-back (check_lookback.c), networks (check_network.c), and
 * the outputs (check_reference.c) and tiles (check_tiles.c) of applications:
 * these rules apply to runs in which nothing went wrong, or with -a to all
 * runs. A trace of several ranks has rules of its own (check_ranks.c).
 */
#include "check_trace.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FLOWS = 256, MAX_TIDS = 8200, MAX_DEPTH = 16, LAUNCHES = 1 };

void wrong(const struct checked *c, const char *format, ...)
{
    va_list values;

    /* An event to a line, below the first one. */
    printf("%s:%zu: ", c->path, c->at + 2);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    exit(1);
}

int64_t number_of(const struct checked *c, const json_t *from, const char *key)
{
    const json_t *const value = json_object_get(from, key);

    if (!json_is_number(value))
        wrong(c, "no number '%s'", key);
    return (int64_t)json_number_value(value);
}

const char *text_of(const struct checked *c, const json_t *from,
                    const char *key)
{
    const char *const text = json_string_value(json_object_get(from, key));

    if (!text)
        wrong(c, "no text '%s'", key);
    return text;
}

const char *category_of(const json_t *event)
{
    const char *const text = json_string_value(json_object_get(event, "cat"));
    return text ? text : "";
}

int64_t ns_of(const json_t *event, const char *key)
{
    const json_t *const value = json_object_get(event, key);
    return json_is_number(value) ? llround(json_number_value(value) * 1000)
                                 : -1;
}

/* -------------------------------------------------------------------- form */

/* 'M', 'X', 'i', 's' or 'f'. */
static char phase_of(const struct checked *c, const json_t *event)
{
    const char *const ph = text_of(c, event, "ph");

    if (strlen(ph) != 1 || !strchr("MXisf", *ph))
        wrong(c, "ph is '%s'", ph);
    return *ph;
}

static void check_form(struct checked *c)
{
    bool named[MAX_TIDS] = {false};
    int64_t last = 0;
    size_t counted = 0;

    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const char phase = phase_of(c, event);
        const int64_t tid = number_of(c, event, "tid");
        const int64_t ts = ns_of(event, "ts");
        number_of(c, event, "pid");
        if (!*text_of(c, event, "name"))
            wrong(c, "no name");
        if (tid < 1 || tid >= MAX_TIDS)
            wrong(c, "tid %lld", (long long)tid);
        if (ts < last)
            wrong(c, "ts goes back, or is none");
        last = ts;
        if (phase == 'M') {
            named[tid] |= !strcmp(text_of(c, event, "name"), "thread_name");
            continue;
        }
        counted += phase == 'X' || phase == 'i';
        if (!named[tid])
            wrong(c, "the row %lld has no name", (long long)tid);
        if (!*category_of(event))
            wrong(c, "no cat");
        if (phase == 'X' && ns_of(event, "dur") < 0)
            wrong(c, "X without dur");
        if (phase == 'i' && !strchr("tg", *text_of(c, event, "s")))
            wrong(c, "i without a scope");
        if (phase != 'X' && json_object_get(event, "dur"))
            wrong(c, "%c with a dur", phase);
        if (phase == 'X' || phase == 'i') {
            if (!json_is_object(json_object_get(event, "args")))
                wrong(c, "no args");
        } else {
            number_of(c, event, "id");
        }
        if (phase == 'f' && strcmp(text_of(c, event, "bp"), "e") != 0)
            wrong(c, "f binds to the next slice");
    }
    c->at = 0;
    if ((int64_t)counted != number_of(c, c->metadata, "events"))
        wrong(c, "%zu events, the metadata says something else", counted);
}

/* ---------------------------------------------------------- nesting, arrows */

struct slice {
    int64_t end;
    bool is_block;
};

struct rows {
    struct slice open[MAX_TIDS][MAX_DEPTH];
    int depth[MAX_TIDS];
};

/* A slice without length holds what is at the same time. */
static void close_slices(struct rows *rows, int64_t tid, int64_t ts)
{
    int *const depth = &rows->depth[tid];

    while (*depth > 0 && rows->open[tid][*depth - 1].end < ts)
        --*depth;
}

static void open_slice(const struct checked *c, struct rows *rows, int64_t tid,
                       const json_t *event)
{
    const int64_t ts = ns_of(event, "ts"), end = ts + ns_of(event, "dur");
    const bool is_block = !strcmp(category_of(event), "block");
    int *const depth = &rows->depth[tid];

    /* One that ends just now is over, unless the new one has no length. */
    while (*depth > 0 && rows->open[tid][*depth - 1].end == ts && end > ts)
        --*depth;
    while (is_block && *depth > 0 && rows->open[tid][*depth - 1].end == ts)
        --*depth;
    if (*depth > 0 && rows->open[tid][*depth - 1].end < end)
        wrong(c, "this slice ends after the one that it lies in");
    if (*depth == MAX_DEPTH)
        wrong(c, "slices %d deep", MAX_DEPTH);
    if (tid != LAUNCHES && *depth == 0 && !is_block)
        wrong(c, "in no block");
    rows->open[tid][(*depth)++] = (struct slice){end, is_block};
}

static void check_flow(const struct checked *c, const json_t *event, char phase,
                       int8_t seen[MAX_FLOWS + 1])
{
    const int64_t id = number_of(c, event, "id");

    if (id < 1 || id > MAX_FLOWS)
        wrong(c, "the id of an arrow is %lld", (long long)id);
    if (seen[id] != (phase == 'f'))
        wrong(c, "arrow %lld %s", (long long)id,
              phase == 's' ? "begins twice"
                           : "ends before it begins, or twice");
    seen[id]++;
}

static void check_nesting(struct checked *c)
{
    static struct rows rows;
    int8_t flow[MAX_FLOWS + 1] = {0};

    memset(&rows, 0, sizeof rows);
    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const char phase = phase_of(c, event);
        const int64_t tid = number_of(c, event, "tid");
        if (phase == 'M')
            continue;
        close_slices(&rows, tid, ns_of(event, "ts"));
        if (phase == 'X')
            open_slice(c, &rows, tid, event);
        else if (rows.depth[tid] == 0 &&
                 strcmp(category_of(event), "finding") != 0)
            wrong(c, "happens in no slice");
        if (phase == 's' || phase == 'f')
            check_flow(c, event, phase, flow);
    }
    int64_t flows = 0;
    c->at = 0;
    for (int id = 1; id <= MAX_FLOWS; id++) {
        flows += flow[id] > 0;
        if (flow[id] == 1)
            wrong(c, "arrow %d does not end", id);
    }
    if (flows != number_of(c, c->metadata, "flows"))
        wrong(c, "%lld arrows, the metadata says something else",
              (long long)flows);
}

/* ----------------------------------------------------------------- metadata */

static void check_names(const struct checked *c, const char *const *texts,
                        const char *const *numbers)
{
    for (; *texts; texts++)
        text_of(c, c->metadata, *texts);
    for (; *numbers; numbers++)
        number_of(c, c->metadata, *numbers);
}

/* A simulated machine has a schedule; a real one a clock, which costs. */
static void check_machine(const struct checked *c)
{
    static const char *const schedule[] = {"schedule", NULL};
    static const char *const counts[] = {"resident", "schedule_seed", NULL};
    static const char *const name[] = {"device_name", NULL};
    static const char *const clock[] = {
        "clock_step_ns", "traced_us", "untraced_us", "moved", "moved_ns", NULL};

    if (!strcmp(text_of(c, c->metadata, "device"), "simt")) {
        check_names(c, schedule, counts);
        return;
    }
    check_names(c, name, clock);
    if (number_of(c, c->metadata, "moved") == 0 &&
        number_of(c, c->metadata, "moved_ns") > 0)
        wrong(c, "nothing was moved, but by some time");
}

static void check_metadata(struct checked *c)
{
    static const char *const texts[] = {
        "schema",  "scanlab", "command", "algorithm",   "title",
        "variant", "clock",   "monoid",  "clock_words", NULL};
    static const char *const numbers[] = {
        "schema_version", "elem_bytes", "n",     "rows",
        "events",         "dropped",    "flows", "duration_us",
        "flows_left_out", NULL};

    check_names(c, texts, numbers);
    check_machine(c);
    if (strcmp(text_of(c, c->metadata, "schema"), "scanlab-trace") != 0)
        wrong(c, "the schema is another one");
    const int64_t version = number_of(c, c->metadata, "schema_version");
    if (version < 1 || version > 3)
        wrong(c, "the version %lld of the schema", (long long)version);
    if (version >= 2 && !json_array_size(json_object_get(c->metadata, "ports")))
        wrong(c, "no ports");
    if (!json_is_object(json_object_get(c->metadata, "parameters")))
        wrong(c, "no parameters");
    const json_t *const finding = json_object_get(c->metadata, "finding");
    if (finding && !*text_of(c, finding, "sentence"))
        wrong(c, "a finding without a sentence");
}

/* ----------------------------------------------------------------- meaning */

/* Only one of their forms does, of filter and mk_flags. */
static bool looks_back(const struct checked *c)
{
    const json_t *const parameters = json_object_get(c->metadata, "parameters");

    return is_algorithm(c, "lookback") ||
           ((is_algorithm(c, "filter") || is_algorithm(c, "mk_flags")) &&
            json_integer_value(json_object_get(parameters, "form")) == 1);
}

/* Where a tile has a head its P needs no look: what it has is not checked. */
static bool is_cut_by_heads(const struct checked *c)
{
    const json_t *const parameters = json_object_get(c->metadata, "parameters");

    return is_algorithm(c, "segmented_scan") &&
           json_integer_value(json_object_get(parameters, "form")) == 1;
}

static void check_meaning(struct checked *c)
{
    static const char *const applications[] = {"filter",         "partition2",
                                               "reduce",         "all_of",
                                               "segmented_scan", "mk_flags"};
    bool is_one = false;

    for (size_t i = 0; i < sizeof applications / sizeof *applications; i++)
        is_one |= is_algorithm(c, applications[i]);
    check_network(c);
    check_reference(c);
    if (!json_is_true(json_object_get(c->metadata, "told")))
        return;
    if (looks_back(c))
        check_lookback(c);
    else if (is_one && !is_cut_by_heads(c))
        check_tiles(c);
}

/* ---------------------------------------------------------------- all of it */

/* Perfetto reads keys one by one and stops at one that it does not know. */
static void check_beginning(const char *path)
{
    static const char begins[] = "{\"traceEvents\":[\n";
    char line[sizeof begins] = "";
    FILE *const file = fopen(path, "r");

    if (!file || fread(line, 1, sizeof begins - 1, file) == 0 ||
        strcmp(line, begins) != 0) {
        printf("%s:1: does not begin with traceEvents\n", path);
        exit(1);
    }
    fclose(file);
}

/* Of one process. */
static void check_run(struct checked *c, bool all)
{
    check_nesting(c);
    check_blocks(c);
    check_accesses(c);
    check_ports(c);
    if (all || !json_object_get(c->metadata, "finding"))
        check_meaning(c);
}

static void check_file(const char *path, bool all)
{
    json_error_t error;
    struct checked c = {.path = path};

    check_beginning(path);
    json_t *const root = json_load_file(path, 0, &error);
    if (!root) {
        printf("%s:%d: no JSON: %s\n", path, error.line, error.text);
        exit(1);
    }
    c.events = json_object_get(root, "traceEvents");
    c.metadata = json_object_get(root, "metadata");
    if (!json_is_array(c.events) || !json_is_object(c.metadata))
        wrong(&c, "no events, or no metadata");
    check_metadata(&c);
    check_form(&c);
    if (number_of(&c, c.metadata, "schema_version") == 3)
        check_ranks(&c);
    else
        check_run(&c, all);
    printf("%s: %zu events, in order\n", path, json_array_size(c.events));
    json_decref(root);
}

int main(int argc, char **argv)
{
    const bool all = argc > 1 && !strcmp(argv[1], "-a");

    for (int i = 1 + all; i < argc; i++)
        check_file(argv[i], all);
    return argc < 2 + all;
}
