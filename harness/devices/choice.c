/* choice.c - names, variants and parameters. */
#include "choice.h"
#include "base/paths.h"
#include "device.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 64 };

const char *const *choice_names(void)
{
    static const char *names[MAX_NAMES];

    for (int i = 0; algorithms[i]; i++) {
        assert(i < MAX_NAMES - 1);
        names[i] = algorithms[i]->name;
    }
    return names;
}

/* Adds the names that are missing; returns the new number. */
static int add_names(const char **names, int count,
                     const struct implementation *implementation)
{
    for (const struct parameter *p = implementation->parameters; p->name; p++) {
        bool known = false;
        for (int i = 0; i < count; i++)
            known |= !strcmp(names[i], p->name);
        assert(known || count < MAX_PARAMETER_NAMES - 1);
        if (!known)
            names[count++] = p->name;
    }
    return count;
}

const char *const *choice_parameter_names(void)
{
    static const char *names[MAX_PARAMETER_NAMES];
    int count = 0;

    if (names[0])
        return names;
    for (int a = 0; algorithms[a]; a++)
        for (int d = 0; devices[d]; d++) {
            const struct implementation *implementation =
                choice_implementation(algorithms[a], devices[d]);
            if (implementation)
                count = add_names(names, count, implementation);
        }
    return names;
}

const struct implementation *
choice_implementation(const struct algorithm *algorithm,
                      const struct device *device)
{
    const struct implementation *const cpu =
        algorithm->cpu.plan ? &algorithm->cpu : NULL;

    return device->runs_kernels ? algorithm->gpu : cpu;
}

const char *choice_folder(const struct algorithm *algorithm)
{
    return algorithm->task == &scan_task ? "" : "applications/";
}

bool choice_code_path(const struct choice *choice, const char *home, char *path,
                      size_t size)
{
    return path_format(path, size, "%s/algorithms/%s%s/%s", home,
                       choice_folder(choice->algorithm),
                       choice->algorithm->name, device_code(choice->device));
}

int choice_parameter(const struct implementation *implementation,
                     const char *name)
{
    for (int i = 0; implementation->parameters[i].name; i++)
        if (!strcmp(implementation->parameters[i].name, name))
            return i;
    return -1;
}

/* "32, 64 or 128", for messages. */
static void list_legal(const struct parameter *p, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0; parameter_has(p, i) && used < size; i++) {
        const char *between = i == 0                    ? ""
                              : parameter_has(p, i + 1) ? ", "
                                                        : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%ld", between,
                                 p->legal[i]);
        if (p->names[i] && used < size)
            used += (size_t)snprintf(text + used, size - used, " (%s)",
                                     p->names[i]);
    }
}

static enum status set_value(struct choice *choice, int index, const char *text,
                             struct problem *why)
{
    const struct parameter *p = &choice->implementation->parameters[index];
    char *end, legal[512];
    const long value = strtol(text, &end, 10);

    for (int i = 0; parameter_has(p, i); i++)
        if ((*text && !*end && p->legal[i] == value) ||
            (p->names[i] && !strcmp(p->names[i], text))) {
            choice->value[index] = p->legal[i];
            choice->given[index] = true;
            return OK;
        }
    list_legal(p, legal, sizeof legal);
    return problem_set(why, WRONG_USE, "%s: %s cannot be '%s'; it is %s",
                       choice->algorithm->name, p->name, text, legal);
}

static enum status set_by_name(struct choice *choice, const char *name,
                               const char *value, struct problem *why)
{
    const struct parameter *p = choice->implementation->parameters;
    const int index = choice_parameter(choice->implementation, name);
    char known[256] = "";

    if (index >= 0)
        return set_value(choice, index, value, why);
    for (int i = 0; p[i].name; i++) {
        strncat(known, i ? ", " : "", sizeof known - strlen(known) - 1);
        strncat(known, p[i].name, sizeof known - strlen(known) - 1);
    }
    return problem_set(why, WRONG_USE,
                       "%s has no parameter '%s' on %s; it has %s",
                       choice->algorithm->name, name, choice->device->name,
                       *known ? known : "none");
}

enum { MAX_WORDS = MAX_PARAMETERS * MAX_LEGAL + MAX_VARIANTS };

/* Lists the names of values and of variants; NULL ends the list. */
static void list_words(const struct implementation *code,
                       const char *names[MAX_WORDS + 1])
{
    int count = 0;

    for (const struct parameter *p = code->parameters; p->name; p++)
        for (int k = 0; parameter_has(p, k); k++)
            if (p->names[k])
                names[count++] = p->names[k];
    for (int v = 0; code->variants && code->variants[v].name; v++)
        names[count++] = code->variants[v].name;
    names[count] = NULL;
}

static bool is_listed(const char *word, const char *const *names)
{
    while (*names && strcmp(*names, word) != 0)
        names++;
    return *names;
}

static enum status lacks_variant(const struct choice *choice, const char *word,
                                 struct problem *why)
{
    const struct algorithm *const algorithm = choice->algorithm;
    const bool kernels = choice->device->runs_kernels;
    const struct implementation *const other =
        kernels ? &algorithm->cpu : algorithm->gpu;
    const char *names[MAX_WORDS + 1];

    if (other && other->plan) {
        list_words(other, names);
        if (is_listed(word, names))
            return problem_set(why, WRONG_USE,
                               "%s has no variant '%s' on %s: use -d %s",
                               algorithm->name, word, choice->device->name,
                               kernels ? "cpu" : "simt");
    }
    list_words(choice->implementation, names);
    const char *near = nearest_name(word, names);
    return problem_set(why, WRONG_USE,
                       "%s has no variant '%s'%s%s%s; a variant is a name that "
                       "'scanlab list --verbose' shows, or parameter=value",
                       choice->algorithm->name, word,
                       near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

/* A setting: "name=value", or the name of a value. */
static enum status set_word(struct choice *choice, char *word,
                            struct problem *why)
{
    const struct parameter *p = choice->implementation->parameters;
    char *equals = strchr(word, '=');

    if (equals) {
        *equals = '\0';
        return set_by_name(choice, word, equals + 1, why);
    }
    for (int i = 0; p[i].name; i++)
        for (int k = 0; parameter_has(&p[i], k); k++)
            if (p[i].names[k] && !strcmp(p[i].names[k], word))
                return set_value(choice, i, word, why);
    return lacks_variant(choice, word, why);
}

static const struct variant *find_variant(const struct choice *choice,
                                          const char *word)
{
    for (const struct variant *v = choice->implementation->variants;
         v && v->name; v++)
        if (!strcmp(v->name, word))
            return v;
    return NULL;
}

/* Settings with commas between them, or the name of a variant for several. */
static enum status set_words(struct choice *choice, const char *text,
                             struct problem *why)
{
    enum status status = OK;
    char *const words = strdup(text), *rest = words;

    if (!words)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (char *word; status == OK && (word = strsep(&rest, ","));) {
        const struct variant *const variant = find_variant(choice, word);
        if (variant)
            choice->named = variant;
        status = variant ? set_words(choice, variant->settings, why)
                         : set_word(choice, word, why);
    }
    free(words);
    return status;
}

/* The defaults, overridden by a row of the algorithm's own tables; `given`
 * marks those settings. */
static struct choice defaults_of(const struct choice *choice,
                                 const char *settings)
{
    struct choice own = {.algorithm = choice->algorithm,
                         .device = choice->device,
                         .implementation = choice->implementation};
    struct problem why;

    for (int i = 0; own.implementation->parameters[i].name; i++)
        own.value[i] = own.implementation->parameters[i].by_default;
    if (settings && set_words(&own, settings, &why) != OK)
        fprintf(stderr, "scanlab: %s\n", why.line); /* test_choice detects it */
    return own;
}

/* ----------------------------------------------------- defaults by element */

/* Does the default of parameter `index` depend on the element? */
static bool is_shaped(const struct choice *choice, int index)
{
    for (const struct shape *row = choice->implementation->shapes;
         row && row->settings; row++)
        if (!strcmp(row->device, choice->device->name) &&
            defaults_of(choice, row->settings).given[index])
            return true;
    return false;
}

static const struct shape *shape_of(const struct choice *choice,
                                    size_t elem_bytes, bool floating, size_t n)
{
    for (const struct shape *row = choice->implementation->shapes;
         row && row->settings; row++)
        if (!strcmp(row->device, choice->device->name) &&
            elem_bytes <= row->elem_bytes && (floating || !row->floating) &&
            (row->largest_n == 0 || (n > 0 && n <= row->largest_n)))
            return row;
    return NULL;
}

struct choice choice_for(const struct choice *choice, size_t elem_bytes,
                         bool floating, size_t n)
{
    const struct shape *const row = shape_of(choice, elem_bytes, floating, n);
    const struct choice usual = defaults_of(choice, row ? row->settings : NULL);
    struct choice out = *choice;

    for (int i = 0; choice->implementation->parameters[i].name; i++)
        if (!choice->given[i])
            out.value[i] = usual.value[i];
    return out;
}

/* ------------------------------------------------------------------- names */

/* "lockstep", or "block=64". */
static void name_setting(const struct parameter *p, long value, char *text,
                         size_t size)
{
    snprintf(text, size, "%s=%ld", p->name, value);
    for (int k = 0; parameter_has(p, k); k++)
        if (p->legal[k] == value && p->names[k])
            snprintf(text, size, "%s", p->names[k]);
}

void choice_print(const struct choice *choice, const bool *also, char *text,
                  size_t size)
{
    const struct parameter *const p = choice->implementation->parameters;
    const struct variant *const named = choice->named;
    const struct notation *const notation = choice->implementation->notation;
    if (notation) {
        notation->print(choice->value, true, text, size);
        return;
    }
    const struct choice base =
        defaults_of(choice, named ? named->settings : NULL);
    size_t used = (size_t)snprintf(text, size, "%s", named ? named->name : "");

    for (int i = 0; p[i].name && used < size; i++) {
        const bool is_usual = choice->value[i] == base.value[i];
        const bool is_named = is_usual && base.given[i];
        const bool is_default =
            is_usual && !is_shaped(choice, i) && !(also && also[i]);
        char setting[64];
        if (!choice->given[i] || is_named || is_default ||
            !choice_uses(choice, i))
            continue;
        name_setting(&p[i], choice->value[i], setting, sizeof setting);
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 used ? "," : "", setting);
    }
}

static void name_variant(struct choice *choice)
{
    choice_print(choice, NULL, choice->variant, sizeof choice->variant);
}

/* ----------------------------------------------------------------- choices */

enum status choice_set(struct choice *choice, const char *name,
                       const char *value, struct problem *why)
{
    const enum status status = set_by_name(choice, name, value, why);

    if (status == OK)
        name_variant(choice);
    return status;
}

void choice_copy(const struct choice *from, struct choice *to)
{
    memcpy(to->value, from->value, sizeof to->value);
    name_variant(to);
}

static enum status find_algorithm(const char *name,
                                  const struct algorithm **out,
                                  struct problem *why)
{
    for (int i = 0; algorithms[i]; i++)
        if (!strcmp(algorithms[i]->name, name)) {
            *out = algorithms[i];
            return OK;
        }
    for (int i = 0; spaces[i]; i++)
        if (!strcmp(spaces[i]->name, name)) {
            *out = spaces[i];
            return OK;
        }
    const char *near = nearest_name(name, choice_names());
    return problem_set(why, WRONG_USE,
                       "no algorithm '%s'%s%s%s; 'scanlab list' shows them",
                       name, near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
}

/* "naive has no kernel.cu: it runs on cpu only". */
static enum status lacks_code(const struct choice *choice, struct problem *why)
{
    char others[256] = "";
    size_t used = 0;

    for (int d = 0; devices[d] && used < sizeof others; d++)
        if (choice_implementation(choice->algorithm, devices[d]))
            used +=
                (size_t)snprintf(others + used, sizeof others - used, "%s%s",
                                 used ? " and " : "", devices[d]->name);
    return problem_set(why, WRONG_USE, "%s has no %s: it runs on %s only",
                       choice->algorithm->name, device_code(choice->device),
                       others);
}

enum status choice_has_forms(const struct choice *choice, struct problem *why)
{
    if (choice->implementation->forms)
        return OK;
    return problem_set(
        why, WRONG_USE,
        "%s has no closed forms for -d %s: add a .forms function to its plan.c "
        "(see algorithms/contract/algorithm.h)",
        choice->algorithm->name, choice->device->name);
}

/* The settings of a space; NULL: its default. */
static enum status read_notation(struct choice *choice, const char *text,
                                 struct problem *why)
{
    const struct notation *const notation = choice->implementation->notation;
    char line[256];

    if (!notation->read(text ? text : notation->usual, choice->value, line,
                        sizeof line))
        return problem_set(why, WRONG_USE, "%s: %s", choice->algorithm->name,
                           line);
    name_variant(choice);
    return OK;
}

enum status choice_parse(const char *text, const struct device *device,
                         struct choice *out, struct problem *why)
{
    const size_t length = strcspn(text, ":");
    char name[128];

    *out = (struct choice){.device = device};
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    const enum status found = find_algorithm(name, &out->algorithm, why);
    if (found != OK)
        return found;
    out->implementation = choice_implementation(out->algorithm, device);
    if (!out->implementation)
        return lacks_code(out, why);
    if (out->implementation->notation)
        return read_notation(out, text[length] ? text + length + 1 : NULL, why);
    *out = defaults_of(out, NULL);
    if (!text[length])
        return OK;
    const enum status status = set_words(out, text + length + 1, why);
    if (status == OK)
        name_variant(out);
    return status;
}

double choice_value(const struct choice *choice, const char *name)
{
    const int index = choice_parameter(choice->implementation, name);
    return index < 0 ? NAN : (double)choice->value[index];
}

struct choice choice_small(const struct choice *choice)
{
    struct choice small = *choice;

    for (int i = 0; small.implementation->parameters[i].name; i++)
        if (!small.given[i]) {
            small.value[i] = small.implementation->parameters[i].small;
            small.given[i] = true; /* whatever the element */
        }
    name_variant(&small);
    return small;
}
