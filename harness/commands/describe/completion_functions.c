/* completion_functions.c - how bash, zsh and fish look into the tables of words
 * of completion.c.
 *
 *     found    the words that may come here, of _scanlab_words
 *     kept     what of the typed word they come after: "lookback:", "--device="
 */
#include "completion.h"

#include <stddef.h>

/* bash and zsh have the same words for this part: from the typed word, the one
 * before it and the command, to `found` and `kept`. */
static const char find[] =
    "    kept=''\n"
    "    if [[ -z $command ]]; then\n"
    "        found=$(_scanlab_words ' ')\n"
    "    elif [[ $cur == --*=* ]]; then\n"
    "        found=$(_scanlab_words \"$command ${cur%%=*}\")\n"
    "        kept=${cur%%=*}=\n"
    "    elif [[ $before == -* && $before != *=* ]] &&\n"
    "        found=$(_scanlab_words \"$command $before\"); then\n"
    "        :\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        found=$(_scanlab_words \"$command \")\n"
    "    elif [[ $cur == *:* ]]; then\n"
    "        kept=${cur%%:*}:\n"
    "        found=$(_scanlab_words \"$kept\")\n"
    "        word=${cur#*:}\n"
    "        [[ $word != *,* ]] || kept+=${word%,*},\n"
    "        word=${word##*,}\n"
    "        if [[ $word == *=* ]]; then\n"
    "            kept+=${word%%=*}=\n"
    "            found=$(_scanlab_words \"${word%%=*}=\")\n"
    "        fi\n"
    "    else\n"
    "        found=$(_scanlab_words \"$command arguments\")\n"
    "    fi\n";

/* Readline cuts words at : and =, so they are put together again, and what it
 * has before the last of them is cut off the answers. */
static const char bash_begin[] =
    "_scanlab() {\n"
    "    local typed=() word i command='' cur before='' found kept\n"
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
    "    ((i < 2)) || command=${typed[0]} before=${typed[i - 2]}\n";

static const char bash_end[] =
    "    word=${cur#\"$kept\"}\n"
    "    COMPREPLY=()\n"
    "    if [[ $found == *@file* ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        while IFS= read -r i; do\n"
    "            COMPREPLY+=(\"$kept$i\")\n"
    "        done < <(compgen -f -- \"$word\")\n"
    "    fi\n"
    "    while IFS= read -r i; do\n"
    "        COMPREPLY+=(\"$kept$i\")\n"
    "    done < <(compgen -W \"${found/@file/}\" -- \"$word\" | sort -u)\n"
    "    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
    "    kept=''\n"
    "    [[ $COMP_WORDBREAKS != *:* || $cur != *:* ]] || kept=${cur%:*}:\n"
    "    [[ $COMP_WORDBREAKS != *=* || $cur != *=* ]] || kept=${cur%=*}=\n"
    "    for i in \"${!COMPREPLY[@]}\"; do\n"
    "        COMPREPLY[i]=${COMPREPLY[i]#\"$kept\"}\n"
    "    done\n"
    "}\n"
    "complete -F _scanlab scanlab ./scanlab\n";

/* A word that ends with = waits for its value: no blank comes after it. */
static const char zsh_begin[] =
    "_scanlab() {\n"
    "    local cur=$PREFIX command before found kept word\n"
    "    local -aU plain open\n"
    "    ((CURRENT < 3)) || command=$words[2] before=$words[CURRENT-1]\n";

static const char zsh_end[] =
    "    [[ $found != *@file* ]] || _files\n"
    "    compset -p ${#kept}\n"
    "    for word in ${=found/@file/}; do\n"
    "        if [[ $word == *= ]]; then\n"
    "            open+=($word)\n"
    "        else\n"
    "            before=$(_scanlab_meaning \"$command $word\")\n"
    "            plain+=(\"$word${before:+:$before}\")\n"
    "        fi\n"
    "    done\n"
    "    _describe -t words 'scanlab' plain\n"
    "    ((!${#open})) || compadd -S '' -a open\n"
    "}\n"
    "if [[ ${funcstack[1]} == _scanlab ]]; then\n"
    "    _scanlab \"$@\" # read from a folder of fpath\n"
    "else\n"
    "    compdef _scanlab scanlab\n"
    "fi\n";

/* Fish compares whole words: `kept` comes before each answer. */
static const char fish[] =
    "function __scanlab_complete\n"
    "    set -l typed (commandline -opc)\n"
    "    set -l cur (commandline -ct)\n"
    "    set -l command $typed[2]\n"
    "    set -l before $typed[-1]\n"
    "    set -l kept ''\n"
    "    set -l found\n"
    "    if test (count $typed) -lt 2\n"
    "        set command ''\n"
    "        set found (__scanlab_words ' ')\n"
    "    else if string match -qr '^--[^=]*=' -- $cur\n"
    "        set kept (string replace -r '=.*' '=' -- $cur)\n"
    "        set found (__scanlab_words \"$command \"(string replace -r '=.*' "
    "'' -- $cur))\n"
    "    else if string match -qr '^-[^=]*$' -- $before\n"
    "        and set found (__scanlab_words \"$command $before\")\n"
    "    else if string match -q -- '-*' $cur\n"
    "        set found (__scanlab_words \"$command \")\n"
    "    else if string match -q '*:*' -- $cur\n"
    "        set kept (string replace -r ':.*' ':' -- $cur)\n"
    "        set found (__scanlab_words $kept)\n"
    "        set kept (string replace -r '[^:,]*$' '' -- $cur)\n"
    "        if string match -qr '[:,][^:,=]*=[^,]*$' -- $cur\n"
    "            set kept (string replace -r '[^=]*$' '' -- $cur)\n"
    "            set found (__scanlab_words (string replace -r '.*[:,]' '' -- "
    "$kept))\n"
    "        end\n"
    "    else\n"
    "        set found (__scanlab_words \"$command arguments\")\n"
    "    end\n"
    "    for word in $found\n"
    "        if test \"$word\" = @file\n"
    "            __fish_complete_path (string replace -- \"$kept\" '' $cur) | "
    "string replace -r '^' -- \"$kept\"\n"
    "        else\n"
    "            printf '%s\\t%s\\n' \"$kept$word\" (__scanlab_meaning "
    "\"$command $word\"; or echo)\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c scanlab -f -a '(__scanlab_complete)'\n";

const struct completion_shell completion_shells[] = {
    {.name = "bash",
     .head =
         "# bash completion of scanlab; made by `scanlab completion bash`.\n"
         "# shellcheck shell=bash disable=SC2034,SC2207\n\n",
     .words_begin = "# Options of a command, or values of one of its options.\n"
                    "_scanlab_words() {\n    case $1 in\n",
     .entry_begin = "    ",
     .entry_or = " | ",
     .any = "*'",
     .entry_words = ") echo '",
     .entry_end = "' ;;\n",
     .table_end = "    *) return 1 ;;\n    esac\n}\n\n",
     .function = {bash_begin, find, bash_end}},
    {.name = "zsh",
     .head =
         "#compdef scanlab\n"
         "# zsh completion of scanlab; made by `scanlab completion zsh`.\n\n",
     .words_begin = "# Options of a command, or values of one of its options.\n"
                    "_scanlab_words() {\n    case $1 in\n",
     .meanings_begin = "# What a word means.\n"
                       "_scanlab_meaning() {\n    case $1 in\n",
     .entry_begin = "    ",
     .entry_or = " | ",
     .any = "*'",
     .entry_words = ") print -r -- '",
     .entry_text = ") print -r -- '",
     .entry_end = "' ;;\n",
     .table_end = "    *) return 1 ;;\n    esac\n}\n\n",
     .quote = "'\\''",
     .backslash = "\\",
     .function = {zsh_begin, find, zsh_end}},
    {.name = "fish",
     .head =
         "# fish completion of scanlab; made by `scanlab completion fish`.\n\n",
     .words_begin = "# Options of a command, or values of one of its options.\n"
                    "function __scanlab_words\n    switch $argv[1]\n",
     .meanings_begin = "# What a word means.\n"
                       "function __scanlab_meaning\n    switch $argv[1]\n",
     .entry_begin = "        case ",
     .entry_or = " ",
     .any = "'*",
     .entry_words = "\n            string split -n ' ' -- '",
     .entry_text = "\n            printf '%s\\n' '",
     .entry_end = "'\n",
     .table_end = "        case '*'\n            return 1\n    end\n    return "
                  "0\nend\n\n",
     .quote = "\\'",
     .backslash = "\\\\",
     .function = {fish}},
    {.name = NULL},
};
