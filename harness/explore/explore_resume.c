/* explore_resume.c - see explore_resume.h. */
#include "explore_resume.h"
#include "base/host.h"
#include "cuda/driver.h"
#include "monoids/patterns.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The counts that explore shows and writes. */
#define COUNTS(line)                                                           \
    line(launches) line(barriers) line(read_sectors) line(write_sectors)       \
        line(shared_wavefronts) line(shared_conflicts) line(cycles)

json_t *search_identity(const struct search_job *job)
{
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:i}", "algorithm",
        job->space->base.algorithm->name, "device", job->device->name,
        "machine",
        job->device->is_gpu ? gpu_facts()->name : host_facts()->processor,
        "monoid",
        job->device->has_model_time ? job->interval->name : job->monoid->name,
        "kind", job->exclusive ? "exclusive" : "inclusive", "mode",
        bench_mode_name(job->mode), "pattern", pattern_name(job->pattern), "n",
        (json_int_t)job->n, "threads", job->pool ? pool_threads(job->pool) : 0);
}

static json_t *number(double x)
{
    return isnan(x) ? json_null() : json_real(x);
}

static json_t *counts_to_json(const struct point *p)
{
    const struct device_counts *const d = &p->counts.device;
    json_t *const out = json_object();

    if (!p->counted)
        return out;
    json_object_set_new(out, "work", json_real(p->counts.work));
    json_object_set_new(out, "depth", json_real(p->counts.depth));
#define WRITE(name)                                                            \
    if (d->known)                                                              \
        json_object_set_new(out, #name, json_real(d->name));
    COUNTS(WRITE)
    return out;
}

json_t *search_keep_point(const struct point *p)
{
    json_t *const samples = json_array();

    for (size_t i = 0; i < p->samples; i++)
        json_array_append_new(samples, json_real(round(p->ns[i] * 10) / 10));
    return json_pack(
        "{s:s, s:s, s:b, s:s, s:i, s:s, s:f, s:f, s:o, s:o, s:o, s:o}",
        "algorithm", p->choice.algorithm->name, "variant", p->choice.variant,
        "incumbent", p->incumbent, "state", point_state_name(p->state), "stage",
        p->stage, "why", p->why, "proved_s", p->proved_s, "timed_s", p->timed_s,
        "of_copy", number(p->ratio.median), "faster", number(p->gain.median),
        "counted", counts_to_json(p), "samples_ns", samples);
}

/* ------------------------------------------------------------------- resume */

static double value_of(const json_t *object, const char *name)
{
    const json_t *const value = json_object_get(object, name);

    return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *const text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

static void take_counts(const json_t *counted, struct point *p)
{
    struct device_counts *const d = &p->counts.device;

    p->counts.work = value_of(counted, "work");
    p->counts.depth = value_of(counted, "depth");
    p->counted = !isnan(p->counts.work) && !isnan(p->counts.depth);
    d->known = json_is_number(json_object_get(counted, "barriers"));
#define READ(name)                                                             \
    if (d->known)                                                              \
        d->name = value_of(counted, #name);
    COUNTS(READ)
}

static void take_samples(const json_t *samples, struct point *p)
{
    const size_t count = json_array_size(samples);

    p->samples = count < MAX_ROUNDS ? count : MAX_ROUNDS;
    for (size_t i = 0; i < p->samples; i++)
        p->ns[i] = json_number_value(json_array_get(samples, i));
    p->times = sample_summarise(p->ns, p->samples);
}

static void take_point(const json_t *kept, struct point *p, bool model)
{
    const char *const state = text_of(kept, "state");
    double ratio = value_of(kept, "of_copy"), gain = value_of(kept, "faster");

    if (!strcmp(state, "wrong") || !strcmp(state, "failed")) {
        p->state = *state == 'w' ? POINT_WRONG : POINT_FAILED;
        snprintf(p->why, sizeof p->why, "%s", text_of(kept, "why"));
        return;
    }
    if (strcmp(state, "timed") != 0)
        return;
    take_counts(json_object_get(kept, "counted"), p);
    if (model) { /* its cycles are its time */
        if (p->counted && p->counts.device.cycles > 0)
            p->state = POINT_PROVED;
        return;
    }
    take_samples(json_object_get(kept, "samples_ns"), p);
    if (p->samples == 0 || isnan(ratio))
        return;
    p->state = POINT_TIMED;
    p->stage = 1;
    p->ratio = sample_summarise(&ratio, 1);
    p->gain = sample_summarise(&gain, 1);
    p->score = ratio;
}

static const json_t *find_kept(const json_t *points, const struct point *p)
{
    for (size_t i = 0; i < json_array_size(points); i++) {
        const json_t *const kept = json_array_get(points, i);
        if (!strcmp(text_of(kept, "variant"), p->choice.variant) &&
            !json_is_true(json_object_get(kept, "incumbent")))
            return kept;
    }
    return NULL;
}

enum status search_resume(const struct search_job *job, struct search *found,
                          struct problem *why)
{
    json_t *const document = json_load_file(job->resume, 0, NULL);
    json_t *const identity = search_identity(job);
    const json_t *const search = json_object_get(document, "search");
    const json_t *const points = json_object_get(document, "points");
    enum status status = OK;

    if (access(job->resume, R_OK) != 0)
        status = problem_set(why, WRONG_USE, "--resume %s: %s", job->resume,
                             strerror(errno));
    else if (!search || !json_is_array(points))
        status = problem_set(why, WRONG_USE,
                             "--resume %s: want a JSON that explore -o has "
                             "written",
                             job->resume);
    else if (!json_equal(search, identity))
        status = problem_set(why, WRONG_USE,
                             "--resume %s: it is of another search (machine, "
                             "algorithm, elements, n, threads or mode)",
                             job->resume);
    for (size_t i = 1; i < found->points && status == OK; i++) {
        struct point *const p = &found->point[i];
        const json_t *const kept = find_kept(points, p);
        if (kept && p->state == POINT_WAITING)
            take_point(kept, p, job->device->has_model_time);
        found->resumed += kept && p->state != POINT_WAITING;
    }
    json_decref(identity);
    json_decref(document);
    return status;
}
