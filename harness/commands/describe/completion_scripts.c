/* completion_scripts.c - the scripts that bash, zsh and fish read once, to call
 * `scanlab complete` with the words of the line at each Tab.
 *
 * Its first line is the part of the last word that stays ("lookback:",
 * "--device="); a line for each answer follows, with its meaning after a tab.
 * "@file" stands for file names. An answer that ends with = needs a value, so
 * no space is added after it.
 */
#include "describe.h"

#include <string.h>

/* Readline cuts words at : and =. They are put together again, and what it has
 * before the last of them is cut off the answers. */
static const char bash[] =
    "# bash completion of scanlab; made by `scanlab completion bash`.\n"
    "# shellcheck shell=bash\n"
    "_scanlab() {\n"
    "    local typed=() word i last kept=''\n"
    "    for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((${#typed[@]})) && [[ $word == [:=]* ||\n"
    "            ${typed[${#typed[@]} - 1]} == *[:=] ]]; then\n"
    "            typed[${#typed[@]} - 1]+=$word\n"
    "        else\n"
    "            typed+=(\"$word\")\n"
    "        fi\n"
    "    done\n"
    "    last=${typed[${#typed[@]} - 1]}\n"
    "    COMPREPLY=()\n"
    "    {\n"
    "        IFS= read -r kept\n"
    "        while IFS=$'\\t' read -r word _; do\n"
    "            if [[ $word == @file ]]; then\n"
    "                compopt -o filenames 2>/dev/null\n"
    "                while IFS= read -r word; do\n"
    "                    COMPREPLY+=(\"$kept$word\")\n"
    "                done < <(compgen -f -- \"${last#\"$kept\"}\")\n"
    "            else\n"
    "                [[ $word != *= ]] || compopt -o nospace 2>/dev/null\n"
    "                COMPREPLY+=(\"$kept$word\")\n"
    "            fi\n"
    "        done\n"
    "    } < <(\"${COMP_WORDS[0]/#~/$HOME}\" complete \"${typed[@]}\" "
    "2>/dev/null)\n"
    "    kept=''\n"
    "    [[ $COMP_WORDBREAKS != *:* || $last != *:* ]] || kept=${last%:*}:\n"
    "    [[ $COMP_WORDBREAKS != *=* || $last != *=* ]] || kept=${last%=*}=\n"
    "    for i in \"${!COMPREPLY[@]}\"; do\n"
    "        COMPREPLY[i]=${COMPREPLY[i]#\"$kept\"}\n"
    "    done\n"
    "}\n"
    "complete -F _scanlab scanlab ./scanlab\n";

static const char zsh[] =
    "#compdef scanlab\n"
    "# zsh completion of scanlab; made by `scanlab completion zsh`.\n"
    "_scanlab() {\n"
    "    local -a lines plain open\n"
    "    local kept word files=''\n"
    "    lines=(\"${(@f)$(${~words[1]} complete \"${(@Q)words[2,CURRENT-1]}\" "
    "\\\n"
    "        \"$PREFIX\" 2>/dev/null)}\")\n"
    "    kept=$lines[1]\n"
    "    for word in $lines[2,-1]; do\n"
    "        case $word in\n"
    "        @file) files=1 ;;\n"
    "        *=) open+=($word) ;;\n"
    "        *) plain+=(\"${word/$'\\t'/:}\") ;;\n"
    "        esac\n"
    "    done\n"
    "    compset -p ${#kept}\n"
    "    [[ -z $files ]] || _files\n"
    "    _describe -t words 'scanlab' plain\n"
    "    ((!${#open})) || compadd -S '' -a open\n"
    "}\n"
    "if [[ ${funcstack[1]} == _scanlab ]]; then\n"
    "    _scanlab \"$@\" # read from a folder of fpath\n"
    "else\n"
    "    compdef _scanlab scanlab\n"
    "fi\n";

/* Fish compares whole words: what stays comes before each answer. */
static const char fish[] =
    "# fish completion of scanlab; made by `scanlab completion fish`.\n"
    "function __scanlab_complete\n"
    "    set -l typed (commandline -opc)\n"
    "    set -l last (commandline -ct)\n"
    "    set -l lines ($typed[1] complete $typed[2..-1] \"$last\" "
    "2>/dev/null)\n"
    "    set -l kept $lines[1]\n"
    "    for line in $lines[2..-1]\n"
    "        if test \"$line\" = @file\n"
    "            __fish_complete_path (string replace -- \"$kept\" '' $last) "
    "|\n"
    "                string replace -r '^' -- \"$kept\"\n"
    "        else\n"
    "            echo $kept$line\n"
    "        end\n"
    "    end\n"
    "end\n"
    "complete -c scanlab -f -a '(__scanlab_complete)'\n";

bool completion_write(FILE *to, const char *shell)
{
    const char *const script = !strcmp(shell, "bash")   ? bash
                               : !strcmp(shell, "zsh")  ? zsh
                               : !strcmp(shell, "fish") ? fish
                                                        : NULL;

    if (script)
        fputs(script, to);
    return script != NULL;
}
