/* completion.c - the possible next words: the answers of `scanlab complete`.
 *
 *     scanlab run look<Tab>                 lookback  lookahead
 *     scanlab run lookback:<Tab>            report  plain  tile=  block= ...
 *     scanlab run lookback:tile=<Tab>       64  1024 ...
 *     scanlab verify all --device <Tab>     cpu  simt  cuda
 *
 * The words come from the commands' own lists. The scripts that a shell reads
 * (completion_scripts.c) call this at each Tab and print its output.
 */
#include "algorithms/examples/example.h"
#include "describe.h"
#include "lab/lab.h"
#include "plot/plot.h"
#include "simt/simt.h"

#include <ctype.h>
#include <string.h>

enum { MAX_ANSWERS = 512, MAX_WORD = 64 };

/* The words that may complete what is typed. */
struct answers {
    int kept;          /* so much of the last word comes before each of them */
    const char *typed; /* the rest of it: each of them begins with this */
    bool files;        /* the name of a file may come, too */
    int count;
    struct {
        char word[MAX_WORD];
        const char *meaning; /* or NULL */
    } answer[MAX_ANSWERS];
};

/* `word` and `after`, a text such as "=", if it begins as typed and is new. */
static void offer_joined(struct answers *a, const char *word, const char *after,
                         const char *meaning)
{
    char joined[MAX_WORD];

    snprintf(joined, sizeof joined, "%s%s", word, after);
    if (strncmp(joined, a->typed, strlen(a->typed)) != 0 ||
        a->count == MAX_ANSWERS)
        return;
    for (int i = 0; i < a->count; i++)
        if (!strcmp(a->answer[i].word, joined))
            return;
    strcpy(a->answer[a->count].word, joined);
    a->answer[a->count++].meaning = meaning;
}

static void offer(struct answers *a, const char *word, const char *meaning)
{
    offer_joined(a, word, "", meaning);
}

static void offer_names(struct answers *a, const char *const *names)
{
    for (; *names; names++)
        offer(a, *names, NULL);
}

/* From so many characters of the last word on: "lookback:", "--device=". */
static void keep(struct answers *a, const char *word, size_t characters)
{
    a->kept = (int)characters;
    a->typed = word + characters;
}

/* ----------------------------------------------------- options, their values */

static bool is_shown(const struct argp_option *option)
{
    return option->name && !(option->flags & OPTION_HIDDEN);
}

static bool has_parameters(const struct command *command)
{
    return command->line && command->line->takes & TAKES_CHOICES;
}

static void offer_options(struct answers *a, const struct command *command)
{
    static struct option_list room;
    const struct argp *const argp = describe_argp(command, &room);
    char name[MAX_WORD];

    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (is_shown(o)) {
            snprintf(name, sizeof name, "--%s", o->name);
            offer(a, name, o->doc);
        }
    for (const char *const *p = choice_parameter_names();
         has_parameters(command) && *p; p++) {
        snprintf(name, sizeof name, "--%s", *p);
        offer(a, name, NULL);
    }
}

/* "npy|text|raw" */
static void offer_alternatives(struct answers *a, const char *text)
{
    char word[MAX_WORD];

    for (size_t length; length = strcspn(text, "|,"), length > 0;
         text += length + 1) {
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        offer(a, word, NULL);
        if (text[length] != '|')
            return;
    }
}

static bool is_alternatives(const char *text)
{
    return islower((unsigned char)*text);
}

/* The element functions whose option has this name. */
static bool offer_functions(struct answers *a, const char *name)
{
    for (int i = FUNCTION_NONE + 1; i < ELEMENT_FUNCTIONS; i++)
        if (!strcmp(name, element_functions[i].name)) {
            offer_names(a, element_function_names(i));
            return true;
        }
    return false;
}

static void offer_algorithms(struct answers *a, bool applications)
{
    for (int i = 0; algorithms[i]; i++)
        if (applications || algorithms[i]->task == &scan_task)
            offer(a, algorithms[i]->name, algorithms[i]->title);
}

static void offer_option_values(struct answers *a,
                                const struct argp_option *option)
{
    const char *const arg = option->arg;

    if (!strcmp(option->name, "kind"))
        offer_names(a, chart_kind_names);
    else if (!strcmp(arg, "DEVICE"))
        for (int i = 0; devices[i]; i++)
            offer(a, devices[i]->name, NULL);
    else if (!strcmp(arg, "MONOID")) {
        offer_names(a, monoid_names());
        a->files = true;
    } else if (!strcmp(arg, "ALGORITHM"))
        offer_algorithms(a, false);
    else if (!strcmp(option->name, "schedule"))
        offer_names(a, schedule_names());
    else if (is_alternatives(arg))
        offer_alternatives(a, arg);
    else if (offer_functions(a, option->name) || strstr(arg, "FILE") ||
             !strcmp(arg, "DIR"))
        a->files = true;
}

/* The values of a parameter of that name, wherever it has them. */
static void offer_parameter(struct answers *a, const char *name)
{
    char number[MAX_WORD];

    for (int i = 0; algorithms[i]; i++)
        for (int d = 0; devices[d]; d++) {
            const struct implementation *code =
                choice_implementation(algorithms[i], devices[d]);
            const int at = code ? choice_parameter(code, name) : -1;
            if (at < 0)
                continue;
            const struct parameter *const p = &code->parameters[at];
            for (int k = 0; parameter_has(p, k); k++) {
                snprintf(number, sizeof number, "%ld", p->legal[k]);
                offer(a, p->names[k] ? p->names[k] : number, NULL);
            }
        }
}

static bool is_parameter(const char *name)
{
    for (const char *const *p = choice_parameter_names(); *p; p++)
        if (!strcmp(*p, name))
            return true;
    return false;
}

/* "--device", "-d": what comes after it. False: no value does. */
static bool offer_values(struct answers *a, const struct command *command,
                         const char *typed)
{
    static struct option_list room;
    const struct argp *const argp = describe_argp(command, &room);
    const bool is_long = !strncmp(typed, "--", 2);

    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (is_shown(o) && o->arg &&
            (is_long ? !strcmp(typed + 2, o->name)
                     : o->key == typed[1] && !typed[2])) {
            offer_option_values(a, o);
            return true;
        }
    if (!is_long || !is_parameter(typed + 2))
        return false;
    offer_parameter(a, typed + 2);
    return true;
}

/* ------------------------------------------------------------------ arguments */

/* What may stand after an algorithm's colon: variants, and "block=". */
static void offer_variants(struct answers *a, const struct algorithm *algorithm)
{
    for (int d = 0; devices[d]; d++) {
        const struct implementation *code =
            choice_implementation(algorithm, devices[d]);
        for (const struct parameter *p = code ? code->parameters : NULL;
             p && p->name; p++) {
            offer_joined(a, p->name, "=", NULL);
            for (int k = 0; parameter_has(p, k); k++)
                if (p->names[k])
                    offer(a, p->names[k], NULL);
        }
        for (const struct variant *v = code ? code->variants : NULL;
             v && v->name; v++)
            offer(a, v->name, NULL);
    }
}

/* "lookback:tile=64,over": its last setting is being typed. */
static void offer_settings(struct answers *a, const char *choice)
{
    const size_t name = strcspn(choice, ":");
    const char *const comma = strrchr(choice + name, ',');
    const char *const setting = comma ? comma + 1 : choice + name + 1;
    const size_t parameter = strcspn(setting, "=");

    keep(a, choice, (size_t)(setting - choice));
    if (setting[parameter]) {
        char typed[MAX_WORD];
        snprintf(typed, sizeof typed, "%.*s", (int)parameter, setting);
        keep(a, choice, (size_t)(setting + parameter + 1 - choice));
        offer_parameter(a, typed);
        return;
    }
    for (int i = 0; algorithms[i]; i++)
        if (strlen(algorithms[i]->name) == name &&
            !strncmp(choice, algorithms[i]->name, name))
            offer_variants(a, algorithms[i]);
}

/* What lab does, and the labs that are here now. */
static void offer_labs(struct answers *a)
{
    struct lab *labs;
    int count;

    offer_alternatives(a, "list|start|check|hint|grade");
    if (labs_read(&labs, &count, NULL) == OK) {
        for (int i = 0; i < count; i++)
            offer(a, labs[i].name, NULL);
        labs_free(labs, count);
    }
    a->files = true;
}

static void offer_arguments(struct answers *a, const struct command *command)
{
    if (!strcmp(command->name, "lab"))
        offer_labs(a);
    else if (!strcmp(command->name, "plot"))
        a->files = true;
    else if (!strcmp(command->name, "example")) {
        for (int i = 0; examples[i]; i++)
            offer(a, examples[i]->name, examples[i]->idea);
        a->files = true;
    } else if (has_parameters(command)) {
        offer_algorithms(a, true);
        offer(a, "all", NULL);
    } else if (command->line && is_alternatives(command->line->usage))
        offer_alternatives(a, command->line->usage);
}

static void offer_commands(struct answers *a)
{
    for (const struct command *c = commands; c->name; c++)
        if (c->what)
            offer(a, c->name, c->what);
    offer(a, "--help", NULL);
    offer(a, "--version", NULL);
}

/* `before` is the word before the last one. */
static void offer_for(struct answers *a, const struct command *command,
                      const char *before, const char *last)
{
    const size_t name = strcspn(last, "=");
    char option[MAX_WORD];

    if (!strncmp(last, "--", 2) && last[name]) {
        snprintf(option, sizeof option, "%.*s", (int)name, last);
        keep(a, last, name + 1);
        offer_values(a, command, option);
    } else if (*before == '-' && !strchr(before, '=') &&
               offer_values(a, command, before))
        return;
    else if (*last == '-')
        offer_options(a, command);
    else if (strchr(last, ':') && has_parameters(command))
        offer_settings(a, last);
    else
        offer_arguments(a, command);
}

void completion_answer(FILE *to, int words, char *const *word)
{
    static struct answers a;
    const char *const last = words > 0 ? word[words - 1] : "";
    const struct command *const command =
        words > 1 ? describe_find(word[0]) : NULL;

    keep(&a, last, 0);
    if (words < 2)
        offer_commands(&a);
    else if (command)
        offer_for(&a, command, word[words - 2], last);
    fprintf(to, "%.*s\n", a.kept, last);
    if (a.files)
        fputs("@file\n", to);
    for (int i = 0; i < a.count; i++)
        fprintf(to, "%s%s%s\n", a.answer[i].word,
                a.answer[i].meaning ? "\t" : "",
                a.answer[i].meaning ? a.answer[i].meaning : "");
}
