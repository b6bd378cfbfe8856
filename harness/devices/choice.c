/* choice.c - names, variants and parameters. */
#include "choice.h"
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

/* Adds the names that are not there yet; returns how many there are then. */
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

int choice_parameter(const struct implementation *implementation,
                     const char *name)
{
    for (int i = 0; implementation->parameters[i].name; i++)
        if (!strcmp(implementation->parameters[i].name, name))
            return i;
    return -1;
}

static bool legal_at(const struct parameter *p, int i)
{
    return i < MAX_LEGAL && (i == 0 || p->legal[i].value != 0);
}

/* "32, 64 or 128", for messages. */
static void list_legal(const struct parameter *p, char *text, size_t size)
{
    size_t used = 0;

    for (int i = 0; legal_at(p, i) && used < size; i++) {
        const char *between = i == 0 ? "" : legal_at(p, i + 1) ? ", " : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%ld", between,
                                 p->legal[i].value);
        if (p->legal[i].name && used < size)
            used += (size_t)snprintf(text + used, size - used, " (%s)",
                                     p->legal[i].name);
    }
}

/* Writes what differs from the presets: "block=64,plain". */
static void name_variant(struct choice *choice)
{
    const struct parameter *p = choice->implementation->parameters;
    size_t used = 0;

    choice->variant[0] = '\0';
    for (int i = 0; p[i].name; i++) {
        const char *name = NULL;
        if (choice->value[i] == p[i].preset)
            continue;
        for (int k = 0; legal_at(&p[i], k); k++)
            if (p[i].legal[k].value == choice->value[i])
                name = p[i].legal[k].name;
        char *at = choice->variant + used;
        const size_t room = sizeof choice->variant - used;
        const char *between = used ? "," : "";
        const int wrote = name ? snprintf(at, room, "%s%s", between, name)
                               : snprintf(at, room, "%s%s=%ld", between,
                                          p[i].name, choice->value[i]);
        if (wrote < 0 || (size_t)wrote >= room)
            return;
        used += (size_t)wrote;
    }
}

static enum status set_value(struct choice *choice, int index, const char *text,
                             struct problem *why)
{
    const struct parameter *p = &choice->implementation->parameters[index];
    char *end, legal[512];
    const long value = strtol(text, &end, 10);

    for (int i = 0; legal_at(p, i); i++)
        if ((*text && !*end && p->legal[i].value == value) ||
            (p->legal[i].name && !strcmp(p->legal[i].name, text))) {
            choice->value[index] = p->legal[i].value;
            name_variant(choice);
            return OK;
        }
    list_legal(p, legal, sizeof legal);
    return problem_set(why, WRONG_USE, "%s: %s cannot be '%s'; it is %s",
                       choice->algorithm->name, p->name, text, legal);
}

enum status choice_set(struct choice *choice, const char *name,
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

/* A word after the colon: "name=value", or the name of a named value. */
static enum status set_word(struct choice *choice, char *word,
                            struct problem *why)
{
    const struct parameter *p = choice->implementation->parameters;
    const char *variants[MAX_PARAMETERS * MAX_LEGAL + 1];
    int count = 0;
    char *equals = strchr(word, '=');

    if (equals) {
        *equals = '\0';
        return choice_set(choice, word, equals + 1, why);
    }
    for (int i = 0; p[i].name; i++)
        for (int k = 0; legal_at(&p[i], k); k++) {
            if (!p[i].legal[k].name)
                continue;
            variants[count++] = p[i].legal[k].name;
            if (!strcmp(p[i].legal[k].name, word))
                return set_value(choice, i, word, why);
        }
    variants[count] = NULL;
    const char *near = nearest_name(word, variants);
    return problem_set(why, WRONG_USE,
                       "%s has no variant '%s'%s%s%s; a variant is a name that "
                       "'scanlab list --verbose' shows, or parameter=value",
                       choice->algorithm->name, word,
                       near ? ": did you mean '" : "", near ? near : "",
                       near ? "'?" : "");
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
    const char *near = nearest_name(name, choice_names());
    return problem_set(why, WRONG_USE,
                       "no algorithm '%s'%s%s%s; 'scanlab list' names them",
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
    for (int i = 0; out->implementation->parameters[i].name; i++)
        out->value[i] = out->implementation->parameters[i].preset;
    if (!text[length])
        return OK;

    enum status status = OK;
    char *const words = strdup(text + length + 1), *rest = words;
    if (!words)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (char *word; status == OK && (word = strsep(&rest, ","));)
        status = set_word(out, word, why);
    free(words);
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
        if (small.value[i] == small.implementation->parameters[i].preset)
            small.value[i] = small.implementation->parameters[i].small;
    name_variant(&small);
    return small;
}
