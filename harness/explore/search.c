/* search.c - the stages of a search. */
#include "search.h"
#include "base/host.h"
#include "bench/enter_field.h"
#include "calls/call_fill.h"
#include "explore_resume.h"
#include "halving.h"
#include "monoids/patterns.h"
#include "point_proof.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Points timed in one field, besides the incumbent and the copies. */
enum { GROUP = 12 };

struct stages {
    const struct search_job *job;
    struct search *found;
    uint64_t began;
    double until; /* of the first stage now: in seconds, as elapsed() */
    size_t next;  /* the first point that it has not tried */
    uint64_t random;
    struct contestant *contestant; /* MAX_CONTESTANTS */
};

static double elapsed(const struct stages *s)
{
    return (double)(host_now() - s->began) * 1e-9;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* --------------------------------------------------------------- to begin */

static bool same_values(const struct search_job *job, const struct choice *a,
                        const struct choice *b)
{
    const struct monoid_table *const t = &job->monoid->table;
    const struct choice x = choice_for(a, t->bytes, t->kind == FLOATING, 0);
    const struct choice y = choice_for(b, t->bytes, t->kind == FLOATING, 0);

    if (x.implementation->notation)
        return !memcmp(x.value, y.value, sizeof x.value);
    for (int i = 0; x.implementation->parameters[i].name; i++)
        if (x.value[i] != y.value[i])
            return false;
    return true;
}

/* An earlier point differs only in parameters that have no effect. */
static bool is_twin(const struct search *found, const struct point *p)
{
    for (size_t i = 1; i < found->points; i++)
        if (!strcmp(found->point[i].choice.variant, p->choice.variant))
            return true;
    return false;
}

static void shuffle(struct stages *s, size_t *order, size_t begin, size_t end)
{
    for (size_t i = end; i > begin + 1; i--) {
        const size_t j = begin + next_random(&s->random) % (i - begin);
        const size_t kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* Chooses `room` of a space's points: the front, and of the others all or, in
 * a large space, one in each part. */
static void choose(struct stages *s, size_t *order, size_t room)
{
    const struct settings_list *const list = &s->job->space->list;
    const size_t front = list->front < room ? list->front : room;
    const size_t others = space_points(s->job->space) - front;
    const size_t part = room > front ? others / (room - front) : 0;
    size_t distinct = front;

    for (size_t i = 0; i < room; i++) {
        order[i] = i;
        if (i >= front)
            order[i] = front + (i - front) * others / (room - front) +
                       next_random(&s->random) % part;
        if (order[i] >= front && order[i] < list->distinct)
            distinct = i + 1;
    }
    shuffle(s, order, 0, front);
    shuffle(s, order, front, distinct);
    shuffle(s, order, distinct, room);
}

/* Fills in the points to try, in their order. */
static enum status draw_points(struct stages *s, struct problem *why)
{
    const struct space *const space = s->job->space;
    struct search *const found = s->found;
    const size_t all = found->in_space = space_points(space);
    const size_t room = all < MAX_SEARCH ? all : MAX_SEARCH;
    size_t *const order = calloc(room, sizeof *order);

    found->point = calloc(room + 1, sizeof *found->point);
    if (!order || !found->point) {
        free(order);
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    found->point[0] = (struct point){
        .choice = space->base, .index = (size_t)-1, .incumbent = true};
    found->points = 1;
    choose(s, order, room);
    for (size_t i = 0; i < room; i++) {
        struct point *const p = &found->point[found->points];
        *p = (struct point){.choice = space_point(space, order[i]),
                            .index = order[i]};
        if (!same_values(s->job, &p->choice, &space->base) &&
            !is_twin(found, p))
            found->points++;
    }
    free(order);
    return OK;
}

static struct field field_of(const struct stages *s)
{
    const struct search_job *const job = s->job;
    const struct drawing drawing = pattern_draw(job->pattern, job->seed);

    return (struct field){
        .device = job->device,
        .choice = &job->space->base,
        .monoid = job->monoid,
        .pattern = job->pattern,
        .sizes = call_sizes(job->space->base.algorithm, job->n, &drawing),
        .exclusive = job->exclusive,
        .n = job->n,
        .pool = job->pool,
        .mode = job->mode,
        .seed = job->seed,
        .contestant = s->contestant};
}

static void refuse_points(const struct stages *s)
{
    const struct field field = field_of(s);

    for (size_t i = 0; i < s->found->points; i++) {
        struct point *const p = &s->found->point[i];
        const char *const refusal = field_refuses(&field, &p->choice);
        if (!refusal)
            continue;
        p->state = POINT_REFUSED;
        snprintf(p->why, sizeof p->why, "%s", refusal);
    }
}

/* ----------------------------------------------------------------- to time */

/* The speedup over the incumbent, round by round. */
static struct summary gain_of(const struct contestant *incumbent,
                              const struct contestant *c)
{
    double ratio[MAX_ROUNDS];
    const bool known = incumbent && !incumbent->wrong;

    for (size_t i = 0; i < c->samples; i++)
        ratio[i] = known ? incumbent->ns[i] / c->ns[i] : NAN;
    return sample_summarise(ratio, c->samples);
}

static void keep_times(const struct field *field,
                       const struct contestant *incumbent,
                       const struct contestant *c, struct point *p, int stage)
{
    if (c->wrong) {
        p->state = c->unjudged ? POINT_FAILED : POINT_WRONG;
        snprintf(p->why, sizeof p->why, "%s", c->fault);
        return;
    }
    p->state = POINT_TIMED;
    p->contends |= stage == 1;
    p->stage = stage > p->stage ? stage : p->stage; /* the incumbent's */
    p->samples = c->samples;
    p->calls = c->calls;
    p->gain = gain_of(incumbent, c);
    memcpy(p->ns, c->ns, c->samples * sizeof *p->ns);
    p->times = bench_times(c);
    p->ratio = bench_of_memcpy(field, c);
    p->score = p->ratio.median;
}

static void no_progress(const struct field *field)
{
    (void)field;
}

/* Compiles and loads the correct points; those that do not fit are left out. */
static enum status enter(struct field *field, struct point *const *group,
                         int count, struct point **in, struct problem *why)
{
    for (int i = 0; i < count; i++) {
        struct point *const p = group[i];
        if (p->state != POINT_PROVED && p->state != POINT_TIMED)
            continue;
        in[field->count] = p;
        const enum status status = field_add(field, &p->choice, why);
        if (status == WRONG_USE)
            return status;
        if (status != OK) {
            p->state = POINT_FAILED;
            snprintf(p->why, sizeof p->why, "%.511s", why->line);
        }
    }
    field_add_copies(field);
    return OK;
}

static int index_of(const struct field *field, const struct point *p)
{
    for (int i = 0; i < field->count; i++)
        if (field->contestant[i].kind == CONTEST_ALGORITHM &&
            field->contestant[i].variant == p->choice.variant)
            return i;
    return -1;
}

/* Times a group together with the incumbent. */
static enum status time_group(struct stages *s, struct point *const *group,
                              int count, int stage, double seconds,
                              struct problem *why)
{
    struct point *in[MAX_CONTESTANTS] = {NULL};
    struct field field = field_of(s);
    const uint64_t start = host_now();
    enum status status = enter(&field, group, count, in, why);
    const int entered = field.count;

    field.seconds = seconds > 0.05 ? seconds : 0.05;
    if (status == OK)
        status = bench_field(&field, no_progress, why);
    const int first_at = index_of(&field, group[0]);
    const struct contestant *const first =
        first_at < 0 ? NULL : &field.contestant[first_at];
    if (status == OK)
        s->found->copy = field.contestant[field.best_copy];
    s->found->moved = field.moved;
    for (int i = 0; i < entered && status == OK && in[i]; i++) {
        const int at = index_of(&field, in[i]);
        if (at < 0) { /* not enough device memory */
            in[i]->state = POINT_FAILED;
            snprintf(in[i]->why, sizeof in[i]->why,
                     "it does not fit in the remaining memory");
            continue;
        }
        in[i]->timed_s = (double)(host_now() - start) * 1e-9;
        keep_times(&field, first, &field.contestant[at], in[i], stage);
    }
    for (int i = 0; i < field.count; i++)
        contestant_close(&field.contestant[i]);
    return status;
}

/* ------------------------------------------------------------------ stages */

static bool has_more(const struct stages *s)
{
    return s->next < s->found->points && !bench_interrupted &&
           (s->next == 0 || elapsed(s) < s->until);
}

/* The first stage: proofs, and the first times. The incumbent is in every
 * group, so it is timed at the end of each. */
static enum status first_stage(struct stages *s, struct problem *why)
{
    struct search *const found = s->found;
    const struct search_job *const job = s->job;
    struct point *group[GROUP + 1] = {&found->point[0]};
    enum status status = OK;

    while (status == OK && has_more(s)) {
        int count = s->next == 0 ? 0 : 1;
        while (count <= GROUP && status == OK && has_more(s)) {
            struct point *const p = &found->point[s->next++];
            if (p->state == POINT_WAITING)
                status = point_judge(job, p, why);
            if (p->state == POINT_PROVED)
                group[count++] = p;
            job->progress(job, "proving", s->next, found->points);
        }
        if (status == OK && !bench_interrupted && job->device->has_model_time)
            continue;
        if (status == OK && !bench_interrupted)
            status = time_group(s, group, count, 1, 0, why);
    }
    return status;
}

/* Model cycles: the same in every run, so there is nothing to repeat. */
static void score_cycles(struct search *found)
{
    for (size_t i = 0; i < found->points; i++) {
        struct point *const p = &found->point[i];
        double gain =
            found->point[0].counts.device.cycles / p->counts.device.cycles;
        if (p->state != POINT_PROVED || !(p->counts.device.cycles > 0))
            continue;
        p->state = POINT_TIMED;
        p->stage = 1;
        p->score = 1 / p->counts.device.cycles;
        p->gain = sample_summarise(&gain, 1);
    }
}

/* The timed points that stay, as a list that the caller frees. */
static struct point **survivors(struct search *found, size_t *count)
{
    struct entrant *const entrant = calloc(found->points, sizeof *entrant);
    struct point **const list = calloc(found->points, sizeof *list);
    size_t timed = 0;

    *count = 0;
    for (size_t i = 0; i < found->points && list && entrant; i++) {
        struct point *const p = &found->point[i];
        const bool known = !isnan(p->ratio.ci_low);
        if (!p->contends || p->state != POINT_TIMED)
            continue;
        list[timed] = p;
        entrant[timed++] =
            (struct entrant){.score = p->score,
                             .low = known ? p->ratio.ci_low : p->score,
                             .high = known ? p->ratio.ci_high : p->score,
                             .incumbent = p->incumbent};
    }
    if (list && entrant)
        halving(entrant, timed, FINALISTS, timed / 2 + FINALISTS);
    for (size_t i = 0; i < timed; i++) {
        list[i]->contends = entrant[i].stays;
        if (entrant[i].stays)
            list[(*count)++] = list[i];
    }
    free(entrant);
    return list;
}

static enum status one_stage(struct stages *s, double seconds, size_t *left,
                             struct problem *why)
{
    size_t count, done = 0;
    struct point **const list = survivors(s->found, &count);
    struct point *const incumbent = &s->found->point[0];
    enum status status =
        list ? OK : problem_set(why, MACHINE_LACKS, "out of memory");

    *left = count;
    if (status == OK && count > 1)
        s->found->stages++;
    while (done < count && count > 1 && status == OK && !bench_interrupted) {
        struct point *group[GROUP + 1] = {incumbent};
        int size = 1;
        while (done < count && size <= GROUP)
            if (list[done++] != incumbent)
                group[size++] = list[done - 1];
        s->job->progress(s->job, "timing", done, count);
        status = time_group(s, group, size, s->found->stages,
                            seconds * size / (double)count, why);
    }
    free(list);
    return status;
}

static int stages_from(size_t points)
{
    int stages = 1;

    for (; points > FINALISTS + 1; points = (points + 1) / 2)
        stages++;
    return stages;
}

static size_t contenders(const struct search *found)
{
    size_t count = 0;

    for (size_t i = 0; i < found->points; i++)
        count +=
            found->point[i].contends && found->point[i].state == POINT_TIMED;
    return count;
}

/* Each later stage gets the same share of the remaining time. */
static enum status later_stages(struct stages *s, struct problem *why)
{
    size_t left = contenders(s->found), before;
    int stages = stages_from(left);
    enum status status = OK;

    do {
        before = left;
        const double rest = s->job->seconds - elapsed(s);
        if (rest <= 0 && s->found->stages > 1)
            break;
        status = one_stage(s, rest / stages, &left, why);
        stages = stages > 1 ? stages - 1 : 1;
    } while (status == OK && !bench_interrupted &&
             (left > FINALISTS + 1 && left < before));
    return status;
}

/* The first stage gets half of the time that is left. What the later ones do not
 * need goes to further points: they join the finalists, and the stages go on. */
static enum status run_stages(struct stages *s, struct problem *why)
{
    const double seconds = s->job->seconds;
    enum status status = OK;

    for (size_t i = 0; i < s->found->points; i++) /* those of --resume */
        s->found->point[i].contends = s->found->point[i].state == POINT_TIMED;
    do {
        s->until = elapsed(s) + (seconds - elapsed(s)) / 2;
        status = first_stage(s, why);
        if (status == OK && !bench_interrupted)
            status = later_stages(s, why);
    } while (status == OK && s->next < s->found->points && !bench_interrupted &&
             elapsed(s) < 0.9 * seconds);
    return status;
}

enum status search_run(const struct search_job *job, struct search *out,
                       struct problem *why)
{
    struct stages s = {.job = job,
                       .found = out,
                       .began = host_now(),
                       .random = job->seed * 0x9e3779b97f4a7c15u + 1,
                       .contestant =
                           calloc(MAX_CONTESTANTS, sizeof *s.contestant)};

    *out = (struct search){.stages = 1};
    enum status status = s.contestant
                             ? draw_points(&s, why)
                             : problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK) {
        refuse_points(&s);
        if (job->resume)
            status = search_resume(job, out, why);
    }
    if (status == OK && job->device->has_model_time) {
        s.until = job->seconds;
        status = first_stage(&s, why);
        if (status == OK)
            score_cycles(out);
    } else if (status == OK) {
        status = run_stages(&s, why);
    }
    free(s.contestant);
    return status;
}

void search_free(struct search *search)
{
    free(search->point);
    *search = (struct search){.point = NULL};
}

/* ------------------------------------------------------------------ results */

const struct point *search_best(const struct search *search)
{
    const struct point *best = NULL;

    for (size_t i = 0; i < search->points; i++) {
        const struct point *const p = &search->point[i];
        if (p->state != POINT_TIMED)
            continue;
        if (!best || p->stage > best->stage ||
            (p->stage == best->stage && p->score > best->score))
            best = p;
    }
    return best;
}
