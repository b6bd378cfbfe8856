/* explore_formats.c - see explore_formats.h. */
#include "explore_formats.h"
#include "base/host.h"
#include "base/output_file.h"
#include "cuda/driver.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* --------------------------------------------------------------- parameters */

/* The k-th parameter of a configuration: its name, and its index in values;
 * NULL: there are no more. */
static const char *parameter_of(const struct space *space, int k, int *index)
{
    const struct implementation *const code = space->base.implementation;

    if (code->notation) {
        *index = k;
        return code->notation->names[k];
    }
    if (k >= space->axes)
        return NULL;
    *index = space->axis[k].parameter;
    return code->parameters[*index].name;
}

/* Each state's word in the two formats. */
static const struct {
    const char *cache, *t4;
} words[] = {
    [POINT_WAITING] = {"", ""},
    [POINT_REFUSED] = {"InvalidConfig", "constraints"},
    [POINT_FAILED] = {"CompilationFailedConfig", "compile"},
    [POINT_WRONG] = {"RuntimeFailedConfig", "correctness"},
    [POINT_PROVED] = {"", ""},
    [POINT_TIMED] = {"", "correct"},
};

/* The incumbent may have values that the space does not have. */
static bool is_in_space(const struct space *space, const struct point *p)
{
    const struct settings_list *const list = &space->list;
    bool is = !list->values;

    for (size_t i = 0; i < list->count && !is; i++)
        is = !memcmp(list->values[i], p->choice.value, sizeof p->choice.value);
    for (int k = 0; k < space->axes && is; k++) {
        const struct axis *const axis = &space->axis[k];
        is = false;
        for (int v = 0; v < axis->count; v++)
            is |= axis->value[v] == p->choice.value[axis->parameter];
    }
    return is;
}

static bool is_written(const struct space *space, const struct point *p)
{
    return p->state != POINT_WAITING && p->state != POINT_PROVED &&
           (!p->incumbent || is_in_space(space, p));
}

static json_t *configuration_of(const struct space *space,
                                const struct point *p)
{
    json_t *const out = json_object();
    const char *name;
    int index;

    for (int k = 0; (name = parameter_of(space, k, &index)); k++)
        json_object_set_new(out, name, json_integer(p->choice.value[index]));
    return out;
}

/* "64,4": the key of a configuration in the cache. */
static const char *key_of(const struct space *space, const struct point *p,
                          char *text, size_t size)
{
    size_t used = 0;
    int index;

    *text = '\0';
    for (int k = 0; parameter_of(space, k, &index) && used < size; k++)
        used += (size_t)snprintf(text + used, size - used, "%s%ld",
                                 k ? "," : "", p->choice.value[index]);
    return text;
}

static bool holds(const json_t *list, long value)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_integer_value(json_array_get(list, i)) == value)
            return true;
    return false;
}

/* For each parameter the values that occur. */
static json_t *tune_params(const struct search_job *job,
                           const struct search *found)
{
    json_t *const out = json_object();
    const char *name;
    int index;

    for (int k = 0; (name = parameter_of(job->space, k, &index)); k++) {
        json_t *const values = json_array();
        for (size_t i = 0; i < found->points; i++)
            if (is_written(job->space, &found->point[i]) &&
                !holds(values, found->point[i].choice.value[index]))
                json_array_append_new(
                    values, json_integer(found->point[i].choice.value[index]));
        json_object_set_new(out, name, values);
    }
    return out;
}

static json_t *tune_params_keys(const struct space *space)
{
    json_t *const out = json_array();
    const char *name;
    int index;

    for (int k = 0; (name = parameter_of(space, k, &index)); k++)
        json_array_append_new(out, json_string(name));
    return out;
}

/* -------------------------------------------------------------------- times */

static const char *timestamp(void)
{
    static char text[40];
    const time_t now = time(NULL);
    struct tm parts;

    if (!*text && gmtime_r(&now, &parts))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S+00:00", &parts);
    return text;
}

static json_t *times_of(const struct point *p)
{
    json_t *const out = json_array();

    for (size_t i = 0; i < p->samples; i++)
        json_array_append_new(out, json_real(p->ns[i] * 1e-6));
    return out;
}

static json_t *time_or(const struct point *p, const char *failure)
{
    return p->state == POINT_TIMED ? json_real(p->times.median * 1e-6)
                                   : json_string(failure);
}

/* -------------------------------------------------------------------- files */

static enum status write_json(json_t *document, const char *path,
                              struct problem *why)
{
    struct output output;
    enum status status = output_open(path, &output, why);

    if (status == OK) {
        json_dumpf(document, output.file,
                   JSON_INDENT(1) | JSON_REAL_PRECISION(9));
        fputc('\n', output.file);
        status = output_commit(&output, why);
    }
    json_decref(document);
    return status;
}

static json_t *cache_entry(const struct search_job *job, const struct point *p)
{
    json_t *const entry = configuration_of(job->space, p);

    json_object_set_new(entry, "time", time_or(p, words[p->state].cache));
    json_object_set_new(entry, "times", times_of(p));
    /* Proof and compilation are one step here. */
    json_object_set_new(entry, "compile_time", json_real(0));
    json_object_set_new(entry, "verification_time",
                        json_real(p->proved_s * 1e3));
    json_object_set_new(entry, "benchmark_time", json_real(p->timed_s * 1e3));
    json_object_set_new(entry, "strategy_time", json_real(0));
    json_object_set_new(entry, "framework_time", json_real(0));
    json_object_set_new(entry, "timestamp", json_string(timestamp()));
    return entry;
}

enum status explore_write_cache(const struct search_job *job,
                                const struct search *found, const char *path,
                                struct problem *why)
{
    json_t *const cache = json_object();
    char key[256];

    for (size_t i = 0; i < found->points; i++)
        if (is_written(job->space, &found->point[i]))
            json_object_set_new(
                cache, key_of(job->space, &found->point[i], key, sizeof key),
                cache_entry(job, &found->point[i]));
    return write_json(
        json_pack("{s:s, s:s, s:s, s:I, s:o, s:o, s:s, s:o}", "schema_version",
                  "1.1.0", "device_name",
                  job->device->is_gpu ? gpu_facts()->name
                                      : host_facts()->processor,
                  "kernel_name", job->space->base.algorithm->name,
                  "problem_size", (json_int_t)job->n, "tune_params_keys",
                  tune_params_keys(job->space), "tune_params",
                  tune_params(job, found), "objective", "time", "cache", cache),
        path, why);
}

static json_t *t4_result(const struct search_job *job, const struct point *p)
{
    const bool timed = p->state == POINT_TIMED;
    json_t *const times =
        json_pack("{s:f, s:i, s:i, s:f, s:o}", "compilation_time", 0.0,
                  "framework", 0, "search_algorithm", 0, "validation",
                  p->proved_s * 1e3, "runtimes", times_of(p));
    json_t *const measurements =
        timed ? json_pack("[{s:s, s:f, s:s}]", "name", "time", "value",
                          p->times.median * 1e-6, "unit", "ms")
              : json_array();

    return json_pack(
        "{s:s, s:o, s:o, s:s, s:i, s:o, s:[s]}", "timestamp", timestamp(),
        "configuration", configuration_of(job->space, p), "times", times,
        "invalidity", words[p->state].t4, "correctness", timed ? 1 : 0,
        "measurements", measurements, "objectives", "time");
}

enum status explore_write_t4(const struct search_job *job,
                             const struct search *found, const char *path,
                             struct problem *why)
{
    json_t *const results = json_array();

    for (size_t i = 0; i < found->points; i++)
        if (is_written(job->space, &found->point[i]))
            json_array_append_new(results, t4_result(job, &found->point[i]));
    return write_json(
        json_pack("{s:o, s:s}", "results", results, "schema_version", "1.0.0"),
        path, why);
}
