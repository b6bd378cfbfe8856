/* completion.c - what bash, zsh and fish offer when Tab is pressed.
 *
 *     scanlab run look<Tab>                 lookback  lookahead
 *     scanlab run lookback:<Tab>            report  plain  tile=  block= ...
 *     scanlab run lookback:tile=<Tab>       64  1024 ...
 *     scanlab verify all --device <Tab>     cpu  simt  cuda
 *
 * A script is a table of words and one of what they mean, made here from the
 * commands' own lists, and a function that looks into them
 * (completion_functions.c).
 */
#include "completion.h"
#include "algorithms/examples/example.h"
#include "describe.h"
#include "lab/lab.h"
#include "plot/plot.h"
#include "simt/simt.h"

#include <ctype.h>
#include <string.h>

/* ---------------------------------------------------------------- the words */

static void put_names(FILE *to, const char *const *names)
{
    for (; *names; names++)
        fprintf(to, " %s", *names);
}

static void put_devices(FILE *to)
{
    for (int i = 0; devices[i]; i++)
        fprintf(to, " %s", devices[i]->name);
}

/* "npy|text|raw" -> " npy text raw". */
static void put_alternatives(FILE *to, const char *text)
{
    putc(' ', to);
    for (; *text && *text != ','; text++)
        putc(*text == '|' ? ' ' : *text, to);
}

static bool is_alternatives(const char *text)
{
    return strchr(text, '|') && islower((unsigned char)*text);
}

/* The element functions whose option has this name. */
static bool put_functions(FILE *to, const char *name)
{
    for (int i = FUNCTION_NONE + 1; i < ELEMENT_FUNCTIONS; i++)
        if (!strcmp(name, element_functions[i].name)) {
            put_names(to, element_function_names(i));
            return true;
        }
    return false;
}

static void put_scans(FILE *to)
{
    for (int i = 0; algorithms[i]; i++)
        if (algorithms[i]->task == &scan_task)
            fprintf(to, " %s", algorithms[i]->name);
}

/* What comes after an option: words, "@file", or nothing that is known. */
static void put_values(FILE *to, const struct argp_option *option)
{
    const char *const arg = option->arg;

    if (!strcmp(option->name, "kind"))
        put_names(to, chart_kind_names);
    else if (!strcmp(arg, "DEVICE"))
        put_devices(to);
    else if (!strcmp(arg, "MONOID")) {
        put_names(to, monoid_names());
        fputs(" @file", to);
    } else if (!strcmp(arg, "ALGORITHM"))
        put_scans(to);
    else if (!strcmp(option->name, "schedule"))
        put_names(to, schedule_names());
    else if (is_alternatives(arg))
        put_alternatives(to, arg);
    else if (put_functions(to, option->name))
        fputs(" @file", to);
    else if (strstr(arg, "FILE") || !strcmp(arg, "DIR"))
        fputs(" @file", to);
}

/* The values of a parameter of that name, wherever it has them. */
static void put_parameter(FILE *to, const char *name)
{
    for (int a = 0; algorithms[a]; a++)
        for (int d = 0; devices[d]; d++) {
            const struct implementation *code =
                choice_implementation(algorithms[a], devices[d]);
            const int at = code ? choice_parameter(code, name) : -1;
            if (at < 0)
                continue;
            const struct parameter *const p = &code->parameters[at];
            for (int k = 0; parameter_has(p, k); k++)
                if (p->names[k])
                    fprintf(to, " %s", p->names[k]);
                else
                    fprintf(to, " %ld", p->legal[k]);
        }
}

/* What may stand after an algorithm's colon: variants, and "block=". */
static void put_variants(FILE *to, const struct algorithm *algorithm)
{
    for (int d = 0; devices[d]; d++) {
        const struct implementation *code =
            choice_implementation(algorithm, devices[d]);
        for (const struct parameter *p = code ? code->parameters : NULL;
             p && p->name; p++) {
            fprintf(to, " %s=", p->name);
            for (int k = 0; parameter_has(p, k); k++)
                if (p->names[k])
                    fprintf(to, " %s", p->names[k]);
        }
        for (const struct variant *v = code ? code->variants : NULL;
             v && v->name; v++)
            fprintf(to, " %s", v->name);
    }
}

/* --------------------------------------------------------------- the tables */

/* One script being written. */
struct script {
    FILE *to;
    const struct completion_shell *shell;
    int keys; /* of the entry that is begun */
};

/* An entry of a table: its keys, entry_words() or entry_text(), what it says,
 * and entry_end(). A key is two texts, one after the other; a * at its
 * beginning stands for anything. */
static void entry_key(struct script *s, const char *before, const char *name)
{
    const bool first = s->keys++ == 0, any = *before == '*';

    fprintf(s->to, "%s%s%s%s'",
            first ? s->shell->entry_begin : s->shell->entry_or,
            any ? s->shell->any : "'", before + any, name);
}

static void entry_words(struct script *s)
{
    fputs(s->shell->entry_words, s->to);
    s->keys = 0;
}

static void entry_text(struct script *s)
{
    fputs(s->shell->entry_text, s->to);
    s->keys = 0;
}

static void entry_end(struct script *s)
{
    fputs(s->shell->entry_end, s->to);
}

static void put_option_names(struct script *s, const struct command *command,
                             const struct argp *argp)
{
    entry_key(s, command->name, " ");
    entry_words(s);
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (o->name && !(o->flags & OPTION_HIDDEN))
            fprintf(s->to, " --%s", o->name);
    for (const char *const *p = choice_parameter_names();
         command->line && command->line->takes & TAKES_CHOICES && *p; p++)
        fprintf(s->to, " --%s", *p);
    entry_end(s);
}

static void put_option_values(struct script *s, const struct command *command,
                              const struct argp_option *option)
{
    char key[64];

    snprintf(key, sizeof key, "%s --", command->name);
    entry_key(s, key, option->name);
    if (option->key < 128 && isprint(option->key)) {
        key[strlen(key) - 1] = '\0';
        entry_key(s, key, (char[]){(char)option->key, '\0'});
    }
    entry_words(s);
    put_values(s->to, option);
    entry_end(s);
}

static void put_options(struct script *s, const struct command *command)
{
    static struct option_list room;
    const struct argp *const argp = describe_argp(command, &room);

    put_option_names(s, command, argp);
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (o->name && o->arg && !(o->flags & OPTION_HIDDEN))
            put_option_values(s, command, o);
}

/* What lab does, and the labs that are here now. */
static void put_lab_arguments(struct script *s)
{
    struct lab *labs;
    int count;

    entry_key(s, "lab", " arguments");
    entry_words(s);
    fputs(" list start check hint grade", s->to);
    if (labs_read(&labs, &count, NULL) == OK) {
        for (int i = 0; i < count; i++)
            fprintf(s->to, " %s", labs[i].name);
        labs_free(labs, count);
    }
    fputs(" @file", s->to);
    entry_end(s);
}

static void put_arguments(struct script *s)
{
    entry_key(s, "plot", " arguments");
    entry_words(s);
    fputs(" @file", s->to);
    entry_end(s);
    entry_key(s, "list", " arguments");
    entry_words(s);
    entry_end(s);
    entry_key(s, "example", " arguments");
    entry_words(s);
    for (int i = 0; examples[i]; i++)
        fprintf(s->to, " %s", examples[i]->name);
    fputs(" @file", s->to);
    entry_end(s);
    put_lab_arguments(s);
    entry_key(s, "*", " arguments");
    entry_words(s);
    put_names(s->to, choice_names());
    fputs(" all", s->to);
    entry_end(s);
}

/* Options of a command, or values of one of its options. */
static void put_table_of_words(struct script *s)
{
    fputs(s->shell->words_begin, s->to);
    entry_key(s, "", " ");
    entry_words(s);
    for (const struct command *c = commands; c->name; c++)
        if (c->what)
            fprintf(s->to, " %s", c->name);
    fputs(" --help --version", s->to);
    entry_end(s);
    for (const struct command *c = commands; c->name; c++)
        if (c->what)
            put_options(s, c);
    for (const char *const *p = choice_parameter_names(); *p; p++) {
        entry_key(s, "* --", *p);
        entry_key(s, *p, "=");
        entry_words(s);
        put_parameter(s->to, *p);
        entry_end(s);
    }
    for (int a = 0; algorithms[a]; a++) {
        entry_key(s, algorithms[a]->name, ":");
        entry_words(s);
        put_variants(s->to, algorithms[a]);
        entry_end(s);
    }
    put_arguments(s);
    fputs(s->shell->table_end, s->to);
}

/* ------------------------------------------------------ what the words mean */

/* In single quotes, in all three shells. */
static void put_text(struct script *s, const char *text)
{
    for (; *text; text++)
        fputs(*text == '\''   ? s->shell->quote
              : *text == '\\' ? s->shell->backslash
                              : (char[]){*text, '\0'},
              s->to);
}

static void put_meaning(struct script *s, const char *before, const char *name,
                        const char *text)
{
    entry_key(s, before, name);
    entry_text(s);
    put_text(s, text);
    entry_end(s);
}

static void put_meanings_of_options(struct script *s,
                                    const struct command *command)
{
    static struct option_list room;
    const struct argp *const argp = describe_argp(command, &room);
    char before[64];

    snprintf(before, sizeof before, "%s --", command->name);
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (o->name && o->doc && !(o->flags & OPTION_HIDDEN))
            put_meaning(s, before, o->name, o->doc);
}

static void put_table_of_meanings(struct script *s)
{
    fputs(s->shell->meanings_begin, s->to);
    for (const struct command *c = commands; c->name; c++)
        if (c->what) {
            put_meaning(s, " ", c->name, c->what);
            put_meanings_of_options(s, c);
        }
    for (int a = 0; algorithms[a]; a++)
        put_meaning(s, "* ", algorithms[a]->name, algorithms[a]->title);
    for (int i = 0; examples[i]; i++)
        put_meaning(s, "example ", examples[i]->name, examples[i]->idea);
    fputs(s->shell->table_end, s->to);
}

/* --------------------------------------------------------------- the script */

bool completion_write(FILE *to, const char *shell)
{
    struct script s = {.to = to, .shell = completion_shells};

    while (s.shell->name && strcmp(s.shell->name, shell) != 0)
        s.shell++;
    if (!s.shell->name)
        return false;
    fputs(s.shell->head, to);
    put_table_of_words(&s);
    if (s.shell->meanings_begin)
        put_table_of_meanings(&s);
    for (int i = 0; s.shell->function[i]; i++)
        fputs(s.shell->function[i], to);
    return true;
}
