/* lab.c - reads and checks lab.json. */
#include "lab.h"
#include "base/paths.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reports an error in lab.json with its file. */
static enum status refuse(const struct lab *lab, const char *what,
                          struct problem *why)
{
    return problem_set(why, WRONG_USE, "%s/lab.json: %s", lab->folder, what);
}

static int whole(const json_t *object, const char *key)
{
    return (int)json_integer_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static enum status read_limits(const struct lab *lab, const json_t *limits,
                               struct lab_check *out, struct problem *why)
{
    const char *column;
    json_t *list;

    json_object_foreach((json_t *)limits, column, list)
    {
        struct lab_range range = {.column = column};
        double *const to[] = {&range.ours, &range.most, &range.least};
        size_t count = json_array_size(list);
        range.why =
            count ? json_string_value(json_array_get(list, count - 1)) : NULL;
        count -= range.why != NULL;
        bool whole = out->ranges < LAB_MOST_RANGES && count >= 2 && count <= 3;
        for (size_t i = 0; whole && i < count; i++) {
            whole = json_is_number(json_array_get(list, i));
            *to[i] = json_number_value(json_array_get(list, i));
        }
        if (!whole || range.ours > range.most || range.ours < range.least)
            return refuse(lab,
                          "\"limits\" wants \"column\": [ours, most] or [ours, "
                          "most, least], with ours between them, and "
                          "optionally the reason as the last element",
                          why);
        out->range[out->ranges++] = range;
    }
    return out->ranges ? OK : refuse(lab, "\"measure\" wants \"limits\"", why);
}

/* The index of an earlier check; -1: there is none of that name. */
static int find_property(const struct lab *lab, const char *name)
{
    for (int i = 0; i < lab->checks; i++)
        if (!strcmp(lab->check[i].property, name))
            return i;
    return -1;
}

static enum status read_check(const struct lab *lab, const json_t *from,
                              struct lab_check *out, struct problem *why)
{
    static const char *const asks[] = {[LAB_ANSWER] = "answer",
                                       [LAB_VERIFY] = "verify",
                                       [LAB_RUN] = "run",
                                       [LAB_MEASURE] = "measure"};
    const json_t *const options = json_object_get(from, "options");

    *out = (struct lab_check){.property = text(from, "property"),
                              .points = whole(from, "points"),
                              .sizes = text(from, "sizes"),
                              .bytes = text(from, "bytes"),
                              .why = text(from, "why")};
    const char *const after = text(from, "after");
    out->after = after ? find_property(lab, after) : -1;
    for (int i = LAB_ANSWER; i <= LAB_MEASURE && !out->choice; i++) {
        out->choice = text(from, asks[i]);
        out->asks = (enum lab_asks)i;
    }
    if (!out->property || !out->choice || out->points < 0)
        return refuse(lab,
                      "a check wants \"property\", \"points\" and one of "
                      "\"answer\", \"verify\", \"run\" and \"measure\"",
                      why);
    if (after && out->after < 0)
        return refuse(lab, "\"after\" must name an earlier property", why);
    if (json_array_size(options) > LAB_MOST_OPTIONS)
        return refuse(lab, "too many \"options\"", why);
    for (size_t i = 0; i < json_array_size(options); i++)
        if ((out->option[out->options] =
                 json_string_value(json_array_get(options, i))))
            out->options++;
    return out->asks == LAB_MEASURE
               ? read_limits(lab, json_object_get(from, "limits"), out, why)
               : OK;
}

static enum status read_lists(struct lab *lab, struct problem *why)
{
    const json_t *const hints = json_object_get(lab->json, "hints"),
                        *const checks = json_object_get(lab->json, "checks");
    enum status status = OK;
    json_t *item;
    size_t i;

    if (json_array_size(hints) > LAB_MOST_HINTS ||
        json_array_size(checks) > LAB_MOST_CHECKS)
        return refuse(lab, "too many hints or checks", why);
    json_array_foreach(hints, i, item)
    {
        if (!json_is_string(item))
            return refuse(lab, "a hint must be a text", why);
        lab->hint[lab->hints++] = json_string_value(item);
    }
    json_array_foreach(json_object_get(lab->json, "hint_for"), i, item)
    {
        const char *const found = json_string_value(json_array_get(item, 0));
        const json_int_t which = json_integer_value(json_array_get(item, 1));
        if (lab->hints_for == LAB_MOST_HINT_FOR || !found || which < 1 ||
            which > lab->hints)
            return refuse(
                lab, "\"hint_for\" wants [TEXT, HINT] with an existing hint",
                why);
        lab->hint_for[lab->hints_for].text = found;
        lab->hint_for[lab->hints_for++].hint = (int)which;
    }
    json_array_foreach(checks, i, item)
    {
        struct lab_check *const check = &lab->check[i];
        if (status == OK)
            status = read_check(lab, item, check, why);
        if (status == OK && i > 0 && check[-1].asks > check->asks)
            status = refuse(
                lab,
                "checks must be in this order: answer, verify, run, measure",
                why);
        lab->checks = (int)i + 1;
    }
    if (status == OK && lab->checks == 0)
        status = refuse(lab, "\"checks\" is empty", why);
    return status;
}

/* Takes folder and names from the path of its lab.json. */
static bool take_names(const char *path, struct lab *out)
{
    char copy[PATH_MAX];
    char *part[4] = {NULL}; /* from the end: file, lab, "labs", lecture */

    if (!path_format(copy, sizeof copy, "%s", path))
        return false;
    for (int i = 0; i < 4; i++) {
        char *const slash = strrchr(copy, '/');
        if (!slash)
            return false;
        *slash = '\0';
        part[i] = slash + 1;
    }
    return path_format(out->folder, sizeof out->folder, "%.*s",
                       (int)(strlen(path) - strlen("/lab.json")), path) &&
           path_format(out->name, sizeof out->name, "%s", part[1]) &&
           path_format(out->lecture, sizeof out->lecture, "%s", part[3]);
}

static const char *const kinds[] = {[LAB_OF_KERNEL] = "kernel",
                                    [LAB_OF_C] = "c",
                                    [LAB_OF_ANSWERS] = "answers",
                                    [LAB_OF_SETTINGS] = "settings"};

static enum status read_lab(const char *path, struct lab *out,
                            struct problem *why)
{
    json_error_t error;

    *out = (struct lab){.json = NULL};
    if (!take_names(path, out))
        return problem_set(why, WRONG_USE, "%s: the path is too long", path);
    out->json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!out->json)
        return problem_set(why, WRONG_USE, "%s:%d: %s", path, error.line,
                           error.text);
    const char *const kind = text(out->json, "kind");
    out->title = text(out->json, "title");
    out->exercise = text(out->json, "exercise");
    out->order = whole(out->json, "order");
    out->minutes = whole(out->json, "minutes");
    out->lines = whole(out->json, "lines");
    if (!out->title || !kind)
        return refuse(out, "\"title\" and \"kind\" are required", why);
    for (out->kind = LAB_OF_KERNEL; out->kind <= LAB_OF_SETTINGS; out->kind++)
        if (!strcmp(kind, kinds[out->kind]))
            break;
    if (out->kind > LAB_OF_SETTINGS)
        return refuse(out,
                      "\"kind\" is \"kernel\", \"c\", \"answers\" or "
                      "\"settings\"",
                      why);
    return read_lists(out, why);
}

static int by_order(const void *left, const void *right)
{
    const struct lab *const a = left, *const b = right;

    return a->order != b->order ? (a->order > b->order) - (a->order < b->order)
                                : strcmp(a->name, b->name);
}

enum status labs_read(struct lab **out, int *count, struct problem *why)
{
    char home[PATH_MAX], pattern[PATH_MAX];
    glob_t found;
    enum status status = paths_home(home, sizeof home, why);

    *out = NULL;
    *count = 0;
    if (status != OK)
        return status;
    if (!path_format(pattern, sizeof pattern, "%s/lectures/*/labs/*/lab.json",
                     home))
        return problem_set(why, WRONG_USE, "%s: the path is too long", home);
    if (glob(pattern, 0, NULL, &found) != 0)
        return problem_set(why, MACHINE_LACKS,
                           "no labs found: %s/lectures is missing", home);
    *out = calloc(found.gl_pathc, sizeof **out);
    if (!*out)
        status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (size_t i = 0; i < found.gl_pathc && status == OK; i++) {
        status = read_lab(found.gl_pathv[i], &(*out)[i], why);
        *count = (int)i + 1;
    }
    globfree(&found);
    if (status != OK) {
        labs_free(*out, *count);
        *out = NULL;
        return status;
    }
    qsort(*out, (size_t)*count, sizeof **out, by_order);
    return OK;
}

void labs_free(struct lab *labs, int count)
{
    for (int i = 0; i < count; i++)
        lab_close(&labs[i]);
    free(labs);
}

enum status lab_open(const char *name, struct lab *out, struct problem *why)
{
    struct lab *labs;
    int count;
    enum status status = labs_read(&labs, &count, why);

    *out = (struct lab){.json = NULL};
    if (status != OK)
        return status;
    const char **const names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; i < count; i++) {
        if (names)
            names[i] = labs[i].name;
        if (strcmp(labs[i].name, name) != 0)
            continue;
        *out = labs[i];
        labs[i].json = NULL;
    }
    if (!out->json) {
        const char *const near = names ? nearest_name(name, names) : NULL;
        status = problem_set(why, WRONG_USE,
                             "no lab '%s'%s%s%s; 'scanlab lab list' shows them",
                             name, near ? ": did you mean '" : "",
                             near ? near : "", near ? "'?" : "");
    }
    free(names);
    labs_free(labs, count);
    return status;
}

void lab_close(struct lab *lab)
{
    json_decref(lab->json);
    lab->json = NULL;
}

int lab_points(const struct lab *lab)
{
    int points = 0;

    for (int i = 0; i < lab->checks; i++)
        points += lab->check[i].points;
    return points;
}

const char *lab_suffix(const struct lab *lab)
{
    static const char *const suffixes[] = {[LAB_OF_KERNEL] = ".cu",
                                           [LAB_OF_C] = ".c",
                                           [LAB_OF_ANSWERS] = ".txt",
                                           [LAB_OF_SETTINGS] = ".txt"};
    return suffixes[lab->kind];
}

enum status lab_path(const struct lab *lab, const char *file, char *out,
                     size_t size, struct problem *why)
{
    return path_format(out, size, "%s/%s", lab->folder, file)
               ? OK
               : problem_set(why, WRONG_USE, "%s: the path is too long",
                             lab->folder);
}
