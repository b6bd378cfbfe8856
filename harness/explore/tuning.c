/* tuning.c - see tuning.h. */
#include "tuning.h"
#include "base/host.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "cuda/nvrtc.h"
#include "devices/device.h"

#include <jansson.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CLASS_BITS = 4 }; /* a class spans a factor of 16 */

static char file_name[PATH_MAX], found_settings[192];

/* -------------------------------------------------------------------- file */

/* False: there is to be no file. */
static bool find_path(char *out, size_t size)
{
    const char *const named = getenv("SCANLAB_TUNING");
    const char *const config = getenv("XDG_CONFIG_HOME");
    const char *const home = getenv("HOME");

    if (named)
        return *named && path_format(out, size, "%s", named);
    if (config && *config)
        return path_format(out, size, "%s/scanlab/tuning.json", config);
    return home && *home &&
           path_format(out, size, "%s/.config/scanlab/tuning.json", home);
}

/* The folder of the file, created if missing. */
static void make_folder(const char *path)
{
    char folder[PATH_MAX];

    snprintf(folder, sizeof folder, "%s", path);
    paths_make_folders(dirname(folder));
}

/* NULL: there is no file; *damaged: there is one that is none of ours. */
static json_t *load(const char *path, bool *damaged)
{
    json_t *document = NULL;

    *damaged = false;
    if (access(path, F_OK) != 0)
        return NULL;
    document = json_load_file(path, 0, NULL);
    if (json_is_array(json_object_get(document, "tuned")))
        return document;
    json_decref(document);
    *damaged = true;
    return NULL;
}

/* -------------------------------------------------------------------- case */

static const char *machine_of(const struct device *device)
{
    return device->is_gpu ? gpu_facts()->name : host_facts()->processor;
}

static int class_of(size_t n)
{
    int bits = 0;

    while (n >>= 1)
        bits++;
    return bits / CLASS_BITS * CLASS_BITS;
}

static json_t *case_to_json(const struct tuning_case *c)
{
    const struct monoid_table *const t = &c->monoid->table;
    char sizes[48];

    snprintf(sizes, sizeof sizes, "2^%d up to 2^%d - 1", class_of(c->n),
             class_of(c->n) + CLASS_BITS);
    return json_pack("{s:s, s:s, s:i, s:s, s:i, s:s, s:s}", "machine",
                     machine_of(c->choice->device), "device",
                     c->choice->device->name, "threads", c->threads,
                     "algorithm", c->choice->algorithm->name, "elem_bytes",
                     (int)t->bytes, "elements",
                     t->kind == FLOATING ? "floats" : "integers", "n", sizes);
}

/* True: the entry has all values of the case. */
static bool is_of(const json_t *entry, json_t *case_values)
{
    const char *key;
    json_t *value;

    json_object_foreach(case_values, key, value)
    {
        if (!json_equal(value, json_object_get(entry, key)))
            return false;
    }
    return true;
}

/* -------------------------------------------------------------------- find */

__attribute__((format(printf, 1, 2))) static void report(const char *format,
                                                         ...)
{
    static bool reported;
    va_list list;

    if (reported)
        return;
    reported = true;
    va_start(list, format);
    fputs("scanlab: ", stderr);
    vfprintf(stderr, format, list);
    fputs(": it is ignored\n", stderr);
    va_end(list);
}

/* Settings that the user has not typed; false: they cannot be read. */
static bool apply(const char *settings, struct choice *out)
{
    const struct parameter *const p = out->implementation->parameters;
    char text[256], value[32];
    struct choice tuned;
    struct problem why;

    snprintf(text, sizeof text, "%s:%s", out->algorithm->name, settings);
    if (choice_parse(text, out->device, &tuned, &why) != OK) {
        report("%s: %s", file_name, why.line);
        return false;
    }
    if (out->implementation->notation)
        choice_copy(&tuned, out);
    for (int i = 0; p[i].name; i++)
        if (tuned.given[i] && !out->given[i]) {
            snprintf(value, sizeof value, "%ld", tuned.value[i]);
            choice_set(out, p[i].name, value, &why);
        }
    return true;
}

/* A derivation is one setting: it is the user's unless it is the default. */
static bool is_settled(const struct choice *choice)
{
    struct choice usual;
    struct problem ignored;

    return choice->implementation->notation &&
           choice_parse(choice->algorithm->name, choice->device, &usual,
                        &ignored) == OK &&
           strcmp(usual.variant, choice->variant) != 0;
}

bool tuning_find(const struct tuning_case *for_case, struct choice *out)
{
    bool damaged, found = false;
    size_t index;
    json_t *entry;

    *out = *for_case->choice;
    *found_settings = '\0';
    if (!find_path(file_name, sizeof file_name) || is_settled(out))
        return false;
    json_t *const document = load(file_name, &damaged);
    if (damaged)
        report("%s is damaged", file_name);
    json_t *const values = document ? case_to_json(for_case) : NULL;
    json_array_foreach(json_object_get(document, "tuned"), index, entry)
    {
        const char *const settings =
            json_string_value(json_object_get(entry, "settings"));
        if (found || !settings || !is_of(entry, values))
            continue;
        found = apply(settings, out) &&
                strcmp(out->variant, for_case->choice->variant) != 0;
        if (found)
            snprintf(found_settings, sizeof found_settings, "%s", settings);
    }
    json_decref(values);
    json_decref(document);
    return found;
}

const char *tuning_settings(void)
{
    return found_settings;
}

const char *tuning_file(void)
{
    return file_name;
}

/* -------------------------------------------------------------------- save */

static void drop_entry(json_t *entries, json_t *values)
{
    for (size_t i = json_array_size(entries); i-- > 0;)
        if (is_of(json_array_get(entries, i), values))
            json_array_remove(entries, i);
}

static double rounded(double x)
{
    return (double)(long)(x * 1000 + 0.5) / 1000;
}

static json_t *new_entry(json_t *values, const char *settings,
                         const struct tuning_gain *gain)
{
    json_t *const entry = json_copy(values);
    const time_t now = time(NULL);
    char day[32] = "";
    struct tm parts;

    if (gmtime_r(&now, &parts))
        strftime(day, sizeof day, "%Y-%m-%d", &parts);
    json_object_set_new(entry, "settings", json_string(settings));
    json_object_set_new(entry, "faster", json_real(rounded(gain->faster)));
    json_object_set_new(entry, "faster_low", json_real(rounded(gain->low)));
    json_object_set_new(entry, "faster_high", json_real(rounded(gain->high)));
    json_object_set_new(entry, "scanlab", json_string(VERSION));
    json_object_set_new(entry, "day", json_string(day));
    return entry;
}

enum status tuning_check(struct problem *why)
{
    bool damaged;

    if (!find_path(file_name, sizeof file_name))
        return problem_set(why, WRONG_USE,
                           "--save: SCANLAB_TUNING is empty, so there is no "
                           "tuning file");
    json_decref(load(file_name, &damaged));
    return damaged ? problem_set(why, WRONG_USE,
                                 "--save: %s is damaged: repair or remove it",
                                 file_name)
                   : OK;
}

enum status tuning_save(const struct tuning_case *for_case,
                        const char *settings, const struct tuning_gain *gain,
                        struct problem *why)
{
    struct output output;
    bool damaged;
    enum status status = tuning_check(why);

    if (status != OK)
        return status;
    json_t *document = load(file_name, &damaged);
    if (!document)
        document = json_pack("{s:[]}", "tuned");
    json_t *const entries = json_object_get(document, "tuned");
    json_t *const values = case_to_json(for_case);
    drop_entry(entries, values);
    if (settings)
        json_array_append_new(entries, new_entry(values, settings, gain));
    json_decref(values);
    make_folder(file_name);
    status = output_open(file_name, &output, why);
    if (status == OK) {
        json_dumpf(document, output.file,
                   JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        fputc('\n', output.file);
        status = output_commit(&output, why);
    }
    json_decref(document);
    return status;
}
