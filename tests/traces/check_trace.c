/* check_trace.c - is this a trace that viewers can take, and that is true?
 *
 *     check_trace [-a] FILE.json...
 *
 * Ends with 0, or with 1 and one line on what is wrong. For every trace:
 *
 *     form       events have what their kind needs, in the order of time
 *     nesting    the slices of a row lie within each other
 *     arrows     each has a beginning and an end, both on a slice
 *     blocks     each of a launch once, in its slice; what happens in a slot
 *                happens in a block
 *     accesses   one word has one place in shared memory, or none
 *     findings   told once, or nothing is unfinished
 *     metadata   complete, and its counts are right
 *
 * Besides, look-back (check_lookback.c) and networks (check_network.c): their
 * rules are for runs in which nothing went wrong, or with -a for all.
 */
#include "check_trace.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FLOWS = 256, MOST_TIDS = 8200, MOST_DEPTH = 16, LAUNCHES = 1 };

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
    bool named[MOST_TIDS] = {false};
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
        if (tid < 1 || tid >= MOST_TIDS)
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
    struct slice open[MOST_TIDS][MOST_DEPTH];
    int depth[MOST_TIDS];
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
    if (*depth == MOST_DEPTH)
        wrong(c, "slices %d deep", MOST_DEPTH);
    if (tid != LAUNCHES && *depth == 0 && !is_block)
        wrong(c, "in no block");
    rows->open[tid][(*depth)++] = (struct slice){end, is_block};
}

static void check_flow(const struct checked *c, const json_t *event, char phase,
                       int8_t seen[MOST_FLOWS + 1])
{
    const int64_t id = number_of(c, event, "id");

    if (id < 1 || id > MOST_FLOWS)
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
    int8_t flow[MOST_FLOWS + 1] = {0};

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
    for (int id = 1; id <= MOST_FLOWS; id++) {
        flows += flow[id] > 0;
        if (flow[id] == 1)
            wrong(c, "arrow %d does not end", id);
    }
    if (flows != number_of(c, c->metadata, "flows"))
        wrong(c, "%lld arrows, the metadata says something else",
              (long long)flows);
}

/* ---------------------------------------------------------- blocks, findings
 */

struct launch {
    int64_t begin, end, blocks, seen;
    bool *block;
};

static void end_launch(const struct checked *c, struct launch *launch)
{
    if (launch->block && launch->seen < launch->blocks &&
        !json_object_get(c->metadata, "finding") &&
        number_of(c, c->metadata, "dropped") == 0)
        wrong(c, "%lld of %lld blocks", (long long)launch->seen,
              (long long)launch->blocks);
    free(launch->block);
    launch->block = NULL;
}

static void begin_launch(const struct checked *c, struct launch *launch,
                         const json_t *event, const json_t *args)
{
    const json_t *const grid = json_object_get(args, "grid");

    end_launch(c, launch);
    if (json_array_size(grid) != 3)
        wrong(c, "a launch without a grid");
    *launch = (struct launch){.begin = ns_of(event, "ts"), .blocks = 1};
    launch->end = launch->begin + ns_of(event, "dur");
    for (size_t i = 0; i < 3; i++)
        launch->blocks *= json_integer_value(json_array_get(grid, i));
    launch->block = calloc((size_t)launch->blocks + 1, sizeof(bool));
}

static void check_block(const struct checked *c, struct launch *launch,
                        const json_t *event, const json_t *args)
{
    const int64_t number = number_of(c, args, "block");
    const int64_t ts = ns_of(event, "ts");

    if (!launch->block || number < 0 || number >= launch->blocks)
        wrong(c, "block %lld is none of the launch", (long long)number);
    if (launch->block[number])
        wrong(c, "block %lld runs twice", (long long)number);
    if (ts < launch->begin || ts + ns_of(event, "dur") > launch->end)
        wrong(c, "block %lld runs outside of its launch", (long long)number);
    launch->block[number] = true;
    launch->seen++;
    if (json_object_get(args, "unfinished") &&
        !json_object_get(c->metadata, "finding"))
        wrong(c, "unfinished, and nothing is wrong");
}

static void check_blocks(struct checked *c)
{
    struct launch launch = {.block = NULL};
    int findings = 0;

    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const json_t *const args = json_object_get(event, "args");
        const char *const category = category_of(event);
        if (!strcmp(category, "launch"))
            begin_launch(c, &launch, event, args);
        else if (!strcmp(category, "block"))
            check_block(c, &launch, event, args);
        findings += !strcmp(category, "finding");
    }
    c->at = 0;
    end_launch(c, &launch);
    if (findings != (json_object_get(c->metadata, "finding") != NULL))
        wrong(c, "%d findings, the metadata says something else", findings);
}

/* ---------------------------------------------------------------- accesses */

/* Whoever accesses a word of a launch: it is shared or global, and the same
 * byte. What is read may have a value, what is written has none. */
static void check_access(const struct checked *c, json_t *places,
                         const json_t *args)
{
    const char *const word = text_of(c, args, "word");
    const json_t *const shared = json_object_get(args, "shared");
    const json_int_t place = shared ? number_of(c, args, "shared") : -1;
    const json_t *const before = json_object_get(places, word);

    number_of(c, args, "thread");
    if (number_of(c, args, "bytes") < 1)
        wrong(c, "an access to no bytes");
    if (shared && place < 0)
        wrong(c, "%s is at %lld of shared memory", word, (long long)place);
    if (before && json_integer_value(before) != place)
        wrong(c, "%s is at %lld of shared memory, and was at %lld", word,
              (long long)place, (long long)json_integer_value(before));
    json_object_set_new(places, word, json_integer(place));
    if (!json_is_boolean(json_object_get(args, "writes")))
        wrong(c, "an access that neither reads nor writes");
    if (json_is_true(json_object_get(args, "writes")) &&
        json_object_get(args, "value"))
        wrong(c, "a store has a value, which is not known before it is made");
}

static void check_accesses(struct checked *c)
{
    json_t *const places = json_object();

    for (c->at = 0; c->at < json_array_size(c->events); c->at++) {
        const json_t *const event = json_array_get(c->events, c->at);
        const char *const category = category_of(event);
        if (!strcmp(category, "launch"))
            json_object_clear(places);
        else if (!strcmp(category, "access"))
            check_access(c, places, json_object_get(event, "args"));
    }
    c->at = 0;
    json_decref(places);
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
        "schema", "scanlab", "command",     "algorithm", "title", "variant",
        "clock",  "monoid",  "clock_words", "kind",      NULL};
    static const char *const numbers[] = {
        "schema_version", "elem_bytes", "n",     "rows",
        "events",         "dropped",    "flows", "duration_us",
        "flows_left_out", NULL};

    check_names(c, texts, numbers);
    check_machine(c);
    if (strcmp(text_of(c, c->metadata, "schema"), "scanlab-trace") != 0)
        wrong(c, "the schema is another one");
    if (!json_is_object(json_object_get(c->metadata, "parameters")))
        wrong(c, "no parameters");
    const json_t *const finding = json_object_get(c->metadata, "finding");
    if (finding && !*text_of(c, finding, "sentence"))
        wrong(c, "a finding without a sentence");
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
    check_nesting(&c);
    check_blocks(&c);
    check_accesses(&c);
    all |= !json_object_get(c.metadata, "finding");
    if (all)
        check_network(&c);
    if (all && json_is_true(json_object_get(c.metadata, "told")) &&
        !strcmp(text_of(&c, c.metadata, "algorithm"), "lookback"))
        check_lookback(&c);
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
