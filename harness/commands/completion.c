/* completion.c - what bash offers when Tab is pressed.
 *
 *     scanlab run look<Tab>                 lookback  lookahead
 *     scanlab run lookback:<Tab>            report  plain  tile=  block= ...
 *     scanlab run lookback:tile=<Tab>       64  1024 ...
 *     scanlab verify all --device <Tab>     cpu  simt  cuda
 *
 * The script is a table of words, made here, and a function that looks into it.
 */
#include "describe.h"
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
    } else if (!strcmp(option->name, "schedule"))
        put_names(to, schedule_names());
    else if (is_alternatives(arg))
        put_alternatives(to, arg);
    else if (!strncmp(arg, "FILE", 4) || !strcmp(arg, "DIR"))
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

static void put_options(FILE *to, const struct command *command)
{
    static struct option_list room;
    const struct argp *const argp = describe_argp(command, &room);

    fprintf(to, "    '%s ') echo '", command->name);
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++)
        if (o->name && !(o->flags & OPTION_HIDDEN))
            fprintf(to, "--%s ", o->name);
    for (const char *const *p = choice_parameter_names();
         command->line && command->line->takes & TAKES_CHOICES && *p; p++)
        fprintf(to, "--%s ", *p);
    fputs("' ;;\n", to);
    for (const struct argp_option *o = argp->options; o->name || o->doc; o++) {
        if (!o->name || !o->arg || o->flags & OPTION_HIDDEN)
            continue;
        fprintf(to, "    '%s --%s'", command->name, o->name);
        if (o->key < 128 && isprint(o->key))
            fprintf(to, " | '%s -%c'", command->name, o->key);
        fputs(") echo '", to);
        put_values(to, o);
        fputs("' ;;\n", to);
    }
}

static void put_tables(FILE *to)
{
    fputs("# Options of a command, or values of one of its options.\n"
          "_scanlab_words() {\n    case $1 in\n    ' ') echo '",
          to);
    for (const struct command *c = commands; c->name; c++)
        if (c->what)
            fprintf(to, "%s ", c->name);
    fputs("--help --version' ;;\n", to);
    for (const struct command *c = commands; c->name; c++)
        if (c->what)
            put_options(to, c);
    for (const char *const *p = choice_parameter_names(); *p; p++) {
        fprintf(to, "    *' --%s' | '%s=') echo '", *p, *p);
        put_parameter(to, *p);
        fputs("' ;;\n", to);
    }
    for (int a = 0; algorithms[a]; a++) {
        fprintf(to, "    '%s:') echo '", algorithms[a]->name);
        put_variants(to, algorithms[a]);
        fputs("' ;;\n", to);
    }
    fputs("    'plot arguments') echo @file ;;\n"
          "    'list arguments') ;;\n    *' arguments') echo '",
          to);
    put_names(to, choice_names());
    fputs(" all' ;;\n    *) return 1 ;;\n    esac\n}\n\n", to);
}

/* ------------------------------------------------------------- the function */

/* Readline cuts words at : and =, so they are put together again, and what it
 * has before the last of them is cut off the answers. */
static const char function[] =
    "_scanlab() {\n"
    "    local typed=() word i command='' cur before='' words kept\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((${#typed[@]})) && [[ $word == [:=]* ||\n"
    "            ${typed[${#typed[@]} - 1]} == *[:=] ]]; then\n"
    "            typed[${#typed[@]} - 1]+=$word\n"
    "        else\n"
    "            typed+=(\"$word\")\n"
    "        fi\n"
    "    done\n"
    "    i=${#typed[@]}\n"
    "    cur=${typed[i - 1]}\n"
    "    ((i < 2)) || command=${typed[0]} before=${typed[i - 2]}\n"
    "    kept=''\n"
    "    if [[ -z $command ]]; then\n"
    "        words=$(_scanlab_words ' ')\n"
    "    elif [[ $cur == --*=* ]]; then\n"
    "        words=$(_scanlab_words \"$command ${cur%%=*}\")\n"
    "        kept=${cur%%=*}=\n"
    "    elif [[ $before == -* && $before != *=* ]] &&\n"
    "        words=$(_scanlab_words \"$command $before\"); then\n"
    "        :\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        words=$(_scanlab_words \"$command \")\n"
    "    elif [[ $cur == *:* ]]; then\n"
    "        kept=${cur%%:*}:\n"
    "        words=$(_scanlab_words \"$kept\")\n"
    "        word=${cur#*:}\n"
    "        [[ $word != *,* ]] || kept+=${word%,*},\n"
    "        word=${word##*,}\n"
    "        if [[ $word == *=* ]]; then\n"
    "            kept+=${word%%=*}=\n"
    "            words=$(_scanlab_words \"${word%%=*}=\")\n"
    "        fi\n"
    "    else\n"
    "        words=$(_scanlab_words \"$command arguments\")\n"
    "    fi\n"
    "    word=${cur#\"$kept\"}\n"
    "    COMPREPLY=()\n"
    "    if [[ $words == *@file* ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        while IFS= read -r i; do\n"
    "            COMPREPLY+=(\"$kept$i\")\n"
    "        done < <(compgen -f -- \"$word\")\n"
    "    fi\n"
    "    while IFS= read -r i; do\n"
    "        COMPREPLY+=(\"$kept$i\")\n"
    "    done < <(compgen -W \"${words/@file/}\" -- \"$word\" | sort -u)\n"
    "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "    kept=''\n"
    "    [[ $COMP_WORDBREAKS != *:* || $cur != *:* ]] || kept=${cur%:*}:\n"
    "    [[ $COMP_WORDBREAKS != *=* || $cur != *=* ]] || kept=${cur%=*}=\n"
    "    for i in \"${!COMPREPLY[@]}\"; do\n"
    "        COMPREPLY[i]=${COMPREPLY[i]#\"$kept\"}\n"
    "    done\n"
    "}\n"
    "complete -F _scanlab scanlab ./scanlab\n";

void completion_bash(FILE *to)
{
    fputs("# bash completion of scanlab; made by `scanlab completion bash`.\n"
          "# shellcheck shell=bash disable=SC2034,SC2207\n\n",
          to);
    put_tables(to);
    fputs(function, to);
}
