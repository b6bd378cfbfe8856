/* rank_trace.c - see rank_trace.h.
 *
 * Rank 0 gets the logs of all ranks, finds for each message that came the rank
 * that sent it, and writes slices, messages and arrows in the order of time.
 */
#include "rank_trace.h"
#include "base/host.h"
#include "base/output_file.h"
#include "ranks.h"

#include <argp.h>
#include <jansson.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 3, FIRST_PID = 1, FIRST_TID = 2, COMPARISONS = 40 };

/* ------------------------------------------------------------------- clocks */

/* Rank 0 sends a question, and the other rank answers with its time, which lies
 * between the sending and the receipt. The fastest of many answers says most. */
static void compare_with(int rank, struct rank_clock *clock)
{
    const struct mpi_calls *const mpi = ranks_mpi();
    int64_t theirs = 0, least = INT64_MAX;

    for (int k = 0; k < COMPARISONS; k++) {
        const int64_t asked = (int64_t)host_now();
        mpi->exchange(&theirs, rank, NULL, -1, sizeof theirs);
        mpi->exchange(NULL, -1, &theirs, rank, sizeof theirs);
        const int64_t took = (int64_t)host_now() - asked;
        if (took >= least)
            continue;
        least = took;
        *clock = (struct rank_clock){.offset = theirs - asked - took / 2,
                                     .uncertainty = (took + 1) / 2};
    }
}

static void answer(void)
{
    const struct mpi_calls *const mpi = ranks_mpi();

    for (int k = 0; k < COMPARISONS; k++) {
        int64_t now = 0;
        mpi->exchange(NULL, -1, &now, 0, sizeof now);
        now = (int64_t)host_now();
        mpi->exchange(&now, 0, NULL, -1, sizeof now);
    }
}

/* The ranks of one host share a clock: what is not more than the uncertainty is
 * taken for 0. */
void rank_clock_compare(struct rank_clock *clock)
{
    clock[0] = (struct rank_clock){.offset = 0};
    for (int r = 1; r < ranks_count(); r++) {
        ranks_mpi()->barrier();
        if (ranks_me() == r)
            answer();
        if (ranks_me() != 0)
            continue;
        compare_with(r, &clock[r]);
        if (llabs(clock[r].offset) <= clock[r].uncertainty)
            clock[r].offset = 0;
    }
}

/* ------------------------------------------------------------------ writing */

struct line {
    int64_t at;
    size_t order;
    json_t *event;
};

struct message {
    int from, to;
    const struct rank_event *sent, *got;
};

struct writer {
    const struct rank_trace *trace;
    const struct layout *layout;
    int ranks;
    char *logs; /* of all ranks, `bytes` each */
    size_t bytes;
    int64_t origin; /* on rank 0's clock */
    struct line *line;
    size_t lines, room;
    struct message *message;
    size_t messages, message_room;
    size_t counted; /* slices and instants */
    int64_t end;
    bool failed; /* no memory */
};

static const struct rank_log *log_of(const struct writer *w, int rank)
{
    return (const struct rank_log *)(w->logs + (size_t)rank * w->bytes);
}

/* A rank's time, in nanoseconds of the trace. */
static int64_t time_of(const struct writer *w, int rank, uint64_t at)
{
    return (int64_t)at - w->trace->clock[rank].offset - w->origin;
}

static void *grown(struct writer *w, void *items, size_t size, size_t used,
                   size_t *room)
{
    const size_t more = *room ? 2 * *room : 256;
    void *const all = used < *room ? items : realloc(items, more * size);

    w->failed |= !all;
    if (all && used == *room)
        *room = more;
    return all ? all : items;
}

/* Takes over the event. */
static void add_line(struct writer *w, int64_t at, json_t *event)
{
    w->line = grown(w, w->line, sizeof *w->line, w->lines, &w->room);
    if (w->failed || !event) {
        w->failed = true;
        json_decref(event);
        return;
    }
    w->line[w->lines] = (struct line){at, w->lines, event};
    w->lines++;
}

static json_t *time_json(int64_t ns)
{
    return json_real((double)ns / 1000);
}

static json_t *head(const struct writer *w, int rank, const char *phase,
                    const char *category, uint64_t at)
{
    return json_pack("{s:s, s:o, s:i, s:i, s:s}", "ph", phase, "ts",
                     time_json(time_of(w, rank, at)), "pid", rank + FIRST_PID,
                     "tid", rank + FIRST_TID, "cat", category);
}

/* A slice, with args that this takes over. */
static void add_slice(struct writer *w, int rank, const char *category,
                      const char *name, uint64_t begin, uint64_t end,
                      json_t *args)
{
    json_t *const event = head(w, rank, "X", category, begin);
    const int64_t until = time_of(w, rank, end);

    json_object_set_new(event, "dur", time_json((int64_t)(end - begin)));
    json_object_set_new(event, "name", json_string(name));
    json_object_set_new(event, "args", args);
    w->end = until > w->end ? until : w->end;
    w->counted++;
    add_line(w, time_of(w, rank, begin), event);
}

/* ----------------------------------------------------------------- elements */

struct span {
    long long low, high; /* high < low: no element */
};

/* The elements of a range of ranks: of slices, or of one generation. */
static struct span span_of(const struct writer *w, struct rank_range range,
                           size_t generation)
{
    if (range.first >= range.end)
        return (struct span){0, -1};
    const struct piece first =
        layout_piece(w->layout, (int)range.first, generation);
    const struct piece last =
        layout_piece(w->layout, (int)range.end - 1, generation);
    return (struct span){(long long)first.begin,
                         (long long)(last.begin + last.n) - 1};
}

/* "the fold of elements 0 to 665" */
static void say_fold(struct span span, char *text, size_t bytes)
{
    if (span.high < span.low)
        snprintf(text, bytes, "nothing, as no element is before it");
    else if (span.high == span.low)
        snprintf(text, bytes, "element %lld", span.low);
    else
        snprintf(text, bytes, "the fold of elements %lld to %lld", span.low,
                 span.high);
}

/* ----------------------------------------------------------------- messages */

static const struct rank_event *sender_of(const struct writer *w, int from,
                                          int to, const struct rank_event *got)
{
    const struct rank_log *const log = log_of(w, from);

    for (uint32_t k = 0; k < log->events; k++) {
        const struct rank_event *const e = &log->event[k];
        if (e->phase == got->phase && e->round == got->round &&
            (e->to == to || e->phase == RANK_GATHERS))
            return e;
    }
    return NULL;
}

static void add_message(struct writer *w, int from, int to,
                        const struct rank_event *got)
{
    const struct rank_event *const sent = sender_of(w, from, to, got);

    w->message =
        grown(w, w->message, sizeof *w->message, w->messages, &w->message_room);
    if (sent && !w->failed)
        w->message[w->messages++] = (struct message){from, to, sent, got};
}

/* Of the totals that all ranks get, those that the rank needs for its chunk. */
static void find_messages(struct writer *w, int rank,
                          const struct rank_event *got)
{
    if (got->phase == RANK_EXCHANGES && got->from >= 0)
        add_message(w, got->from, rank, got);
    if (got->phase == RANK_GATHERS &&
        layout_piece(w->layout, rank, got->round).n > 0)
        for (int from = 0; from < rank; from++)
            add_message(w, from, rank, got);
}

static json_t *message_args(const struct message *m, size_t id,
                            struct span span)
{
    return json_pack("{s:I, s:i, s:i, s:i, s:I, s:I}", "message",
                     (json_int_t)id, "round", (int)m->got->round, "from",
                     m->from, "to", m->to, "low", (json_int_t)span.low, "high",
                     (json_int_t)span.high);
}

/* An instant, and the end of an arrow at it. */
static void add_end(struct writer *w, int rank, const char *what, uint64_t at,
                    const char *name, json_t *args, size_t id)
{
    const bool sends = !strcmp(what, "send");
    json_t *const event = head(w, rank, "i", what, at);
    json_t *const arrow = head(w, rank, sends ? "s" : "f", "message", at);

    json_object_set_new(event, "name", json_string(name));
    json_object_set_new(event, "s", json_string("t"));
    json_object_set_new(event, "args", args);
    json_object_set_new(arrow, "name", json_string("message"));
    json_object_set_new(arrow, "id", json_integer((json_int_t)id));
    if (!sends)
        json_object_set_new(arrow, "bp", json_string("e"));
    w->counted++;
    add_line(w, time_of(w, rank, at), event);
    add_line(w, time_of(w, rank, at), arrow);
}

static void put_sent(struct writer *w, const struct message *m, size_t id)
{
    const bool all = m->sent->phase == RANK_GATHERS;
    const struct span span =
        span_of(w, m->sent->sent, all ? m->sent->round : 0);
    char fold[80], name[160];

    say_fold(span, fold, sizeof fold);
    if (all)
        snprintf(name, sizeof name, "sends every rank %s", fold);
    else
        snprintf(name, sizeof name, "sends rank %d %s", m->to, fold);
    add_end(w, m->from, "send", m->sent->sent_at, name,
            message_args(m, id, span), id);
}

/* What the rank has of its carry afterwards. */
static struct span carry_of(const struct writer *w, const struct message *m)
{
    if (m->got->phase != RANK_GATHERS)
        return span_of(w, m->got->carry, 0);
    const struct piece own = layout_piece(w->layout, m->to, m->got->round);
    return (struct span){0, (long long)own.begin - 1};
}

static void put_got(struct writer *w, const struct message *m, size_t id)
{
    const bool all = m->got->phase == RANK_GATHERS;
    const struct span span = all ? span_of(w, m->sent->sent, m->got->round)
                                 : span_of(w, m->got->got, 0);
    const struct span carry = carry_of(w, m);
    json_t *const args = message_args(m, id, span);
    char fold[80], name[160];

    say_fold(span, fold, sizeof fold);
    snprintf(name, sizeof name, "receives %s from rank %d", fold, m->from);
    json_object_set_new(args, "carry_low", json_integer(carry.low));
    json_object_set_new(args, "carry_high", json_integer(carry.high));
    add_end(w, m->to, "receive", m->got->got_at, name, args, id);
}

/* ------------------------------------------------------------------- phases */

static const char *phase_name(const struct rank_event *e)
{
    static const char *const names[] = {
        [RANK_REDUCES] = "reduce",      [RANK_SCANS] = "scan",
        [RANK_APPLIES] = "apply carry", [RANK_EXCHANGES] = "exchange",
        [RANK_EXSCANS] = "MPI_Exscan",  [RANK_GATHERS] = "wait"};

    return names[e->phase];
}

/* The elements of a phase: a slice, or a chunk. */
static void put_phase(struct writer *w, int rank, const struct rank_event *e)
{
    const bool is_chunk = w->layout->chunk > 0;
    const struct piece own =
        layout_piece(w->layout, rank, is_chunk ? e->round : 0);
    json_t *const args = json_pack(
        "{s:i, s:i, s:I, s:I}", "rank", rank, "round", (int)e->round, "low",
        (json_int_t)own.begin, "high", (json_int_t)(own.begin + own.n) - 1);

    add_slice(w, rank, "work", phase_name(e), e->begin, e->end, args);
}

static void put_rank(struct writer *w, int rank)
{
    const struct rank_log *const log = log_of(w, rank);
    const struct piece first = layout_piece(w->layout, rank, 0);
    char name[80];

    snprintf(name, sizeof name, "rank %d: %zu elements", rank,
             layout_own(w->layout, rank));
    add_slice(w, rank, "rank", name, log->begin, log->end,
              json_pack("{s:i, s:I, s:I}", "rank", rank, "begin",
                        (json_int_t)first.begin, "count",
                        (json_int_t)layout_own(w->layout, rank)));
    for (uint32_t k = 0; k < log->events; k++)
        put_phase(w, rank, &log->event[k]);
}

static void collect(struct writer *w)
{
    for (int r = 0; r < w->ranks; r++) {
        const int64_t begin =
            (int64_t)log_of(w, r)->begin - w->trace->clock[r].offset;
        w->origin = r == 0 || begin < w->origin ? begin : w->origin;
    }
    for (int r = 0; r < w->ranks; r++)
        put_rank(w, r);
    for (int r = 0; r < w->ranks; r++)
        for (uint32_t k = 0; k < log_of(w, r)->events; k++)
            find_messages(w, r, &log_of(w, r)->event[k]);
    for (size_t i = 0; i < w->messages && !w->failed; i++) {
        put_sent(w, &w->message[i], i + 1);
        put_got(w, &w->message[i], i + 1);
    }
}

/* ----------------------------------------------------------------- metadata */

static void set(json_t *m, const char *key, const char *text)
{
    json_t *const json = json_string(text);

    json_object_set_new(m, key, json ? json : json_string("?"));
}

static void set_number(json_t *m, const char *key, size_t number)
{
    json_object_set_new(m, key, json_integer((json_int_t)number));
}

static json_t *port(const char *name, size_t n)
{
    return json_pack("{s:s, s:s, s:s, s:I}", "name", name, "direction", name,
                     "type", "T", "length", (json_int_t)n);
}

static json_t *parameters_of(const struct choice *choice)
{
    const struct parameter *const p = choice->implementation->parameters;
    json_t *const all = json_object();

    for (int i = 0; p[i].name; i++)
        set_number(all, p[i].name, (size_t)choice->value[i]);
    return all;
}

static void set_clock(const struct writer *w, json_t *m)
{
    const struct rank_trace *const t = w->trace;
    json_t *const clocks = json_array();

    set(m, "clock", "monotonic");
    set(m, "clock_words",
        "nanoseconds of each rank's CLOCK_MONOTONIC, less its offset from that "
        "of rank 0");
    json_object_set_new(m, "clock_step_ns", json_real(0));
    json_object_set_new(m, "traced_us", json_real(t->traced_us));
    json_object_set_new(m, "untraced_us", json_real(t->untraced_us));
    set_number(m, "runs", (size_t)t->runs);
    set_number(m, "moved", 0);
    json_object_set_new(m, "moved_ns", json_real(0));
    for (int r = 0; r < w->ranks; r++)
        json_array_append_new(
            clocks,
            json_pack("{s:I, s:I}", "offset_ns", (json_int_t)t->clock[r].offset,
                      "uncertainty_ns", (json_int_t)t->clock[r].uncertainty));
    json_object_set_new(m, "rank_clocks", clocks);
}

static void set_input(const struct writer *w, json_t *m)
{
    const struct rank_trace *const t = w->trace;
    const struct across_scan *const scan = t->scan;

    set(m, "monoid", scan->monoid->name);
    set_number(m, "elem_bytes", scan->monoid->table.bytes);
    set(m, "kind", scan->exclusive ? "exclusive" : "inclusive");
    json_object_set_new(m, "in_place", json_false());
    json_object_set_new(m, "carry", json_false());
    set_number(m, "n", w->layout->n);
    if (t->seeded)
        set_number(m, "seed", (size_t)t->seed);
    json_object_set_new(m, "ports",
                        json_pack("[o, o]", port("in", w->layout->n),
                                  port("out", w->layout->n)));
}

static void set_ranks(const struct writer *w, json_t *m)
{
    const struct across_scan *const scan = w->trace->scan;

    set_number(m, "ranks", (size_t)w->ranks);
    set(m, "across", across_name(scan->across));
    if (scan->across != ACROSS_OVERLAP)
        set(m, "join", join_name(scan->join));
    set_number(m, "chunk", w->layout->chunk);
    set_number(m, "messages", w->messages);
    set(m, "mpi", ranks_mpi()->version());
    set_number(m, "rows", (size_t)w->ranks);
    json_object_set_new(m, "told", json_false());
    json_object_set_new(m, "duration_us", json_real((double)w->end / 1000));
    set_number(m, "events", w->counted);
    set_number(m, "dropped", 0);
    set_number(m, "flows", w->messages);
    set_number(m, "flows_left_out", 0);
}

static json_t *metadata_of(const struct writer *w)
{
    const struct choice *const choice = w->trace->setup->choice;
    json_t *const m = json_object();

    set(m, "schema", "scanlab-trace");
    set_number(m, "schema_version", SCHEMA);
    set(m, "scanlab", argp_program_version);
    set(m, "command", w->trace->command);
    set(m, "algorithm", choice->algorithm->name);
    set(m, "title", choice->algorithm->title);
    set(m, "variant", choice->variant);
    json_object_set_new(m, "parameters", parameters_of(choice));
    set(m, "device", w->trace->setup->device->name);
    set(m, "device_name", host_facts()->processor);
    set_clock(w, m);
    set_input(w, m);
    set_ranks(w, m);
    return m;
}

/* --------------------------------------------------------------------- file */

static int by_time(const void *a, const void *b)
{
    const struct line *const x = a, *const y = b;

    return x->at != y->at ? (x->at > y->at) - (x->at < y->at)
                          : (x->order > y->order) - (x->order < y->order);
}

static void put_names(const struct writer *w, FILE *to)
{
    for (int r = 0; r < w->ranks; r++)
        for (int k = 0; k < 4; k++)
            fprintf(to,
                    "{\"ph\":\"M\",\"ts\":0,\"pid\":%d,\"tid\":%d,\"name\":"
                    "\"%s_%s\",\"args\":{%s%d%s}},\n",
                    r + FIRST_PID, r + FIRST_TID, k < 2 ? "process" : "thread",
                    k % 2 ? "sort_index" : "name",
                    k % 2 ? "\"sort_index\":" : "\"name\":\"rank ", r,
                    k % 2 ? "" : "\"");
}

static void put_all(struct writer *w, FILE *to)
{
    json_t *const metadata = metadata_of(w);

    qsort(w->line, w->lines, sizeof *w->line, by_time);
    fputs("{\"traceEvents\":[\n", to);
    put_names(w, to);
    for (size_t i = 0; i < w->lines; i++) {
        json_dumpf(w->line[i].event, to,
                   JSON_COMPACT | JSON_REAL_PRECISION(15));
        fputs(i + 1 < w->lines ? ",\n" : "", to);
    }
    fputs("\n],\n\"metadata\":", to);
    json_dumpf(metadata, to, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
    fputs("}\n", to);
    json_decref(metadata);
}

static enum status write_file(struct writer *w, const char *path,
                              struct problem *why)
{
    struct output output;
    enum status status;

    collect(w);
    if (w->failed)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    status = output_open(path, &output, why);
    if (status != OK)
        return status;
    put_all(w, output.file);
    return output_commit(&output, why);
}

static void close_writer(struct writer *w)
{
    for (size_t i = 0; i < w->lines; i++)
        json_decref(w->line[i].event);
    free(w->line);
    free(w->message);
    free(w->logs);
}

enum status rank_trace_write(const struct rank_trace *trace, const char *path,
                             struct problem *why)
{
    const int64_t mine[] = {trace->log->events, trace->log->dropped};
    struct writer w = {
        .trace = trace, .layout = &trace->scan->layout, .ranks = ranks_count()};
    int64_t most[2];
    enum status status = OK;

    ranks_mpi()->largest(mine, most, 2);
    if (most[1] > 0)
        return problem_set(why, WRONG_USE,
                           "a trace shows at most %d phases of a rank: use "
                           "fewer elements",
                           RANK_LOG_EVENTS);
    w.bytes = offsetof(struct rank_log, event) +
              (size_t)most[0] * sizeof *trace->log->event;
    w.logs = malloc((size_t)w.ranks * w.bytes);
    if (!w.logs)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    status = ranks_agree(status, why);
    if (status == OK) {
        ranks_mpi()->gather(trace->log, w.bytes, w.logs);
        if (ranks_me() == 0)
            status = write_file(&w, path, why);
        status = ranks_follow(status, why);
    }
    close_writer(&w);
    return status;
}
