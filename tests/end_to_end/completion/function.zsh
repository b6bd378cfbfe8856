_scanlab() {
    local cur=$PREFIX command before found kept word
    local -aU plain open
    ((CURRENT < 3)) || command=$words[2] before=$words[CURRENT-1]
    kept=''
    if [[ -z $command ]]; then
        found=$(_scanlab_words ' ')
    elif [[ $cur == --*=* ]]; then
        found=$(_scanlab_words "$command ${cur%%=*}")
        kept=${cur%%=*}=
    elif [[ $before == -* && $before != *=* ]] &&
        found=$(_scanlab_words "$command $before"); then
        :
    elif [[ $cur == -* ]]; then
        found=$(_scanlab_words "$command ")
    elif [[ $cur == *:* ]]; then
        kept=${cur%%:*}:
        found=$(_scanlab_words "$kept")
        word=${cur#*:}
        [[ $word != *,* ]] || kept+=${word%,*},
        word=${word##*,}
        if [[ $word == *=* ]]; then
            kept+=${word%%=*}=
            found=$(_scanlab_words "${word%%=*}=")
        fi
    else
        found=$(_scanlab_words "$command arguments")
    fi
    [[ $found != *@file* ]] || _files
    compset -p ${#kept}
    for word in ${=found/@file/}; do
        if [[ $word == *= ]]; then
            open+=($word)
        else
            before=$(_scanlab_meaning "$command $word")
            plain+=("$word${before:+:$before}")
        fi
    done
    _describe -t words 'scanlab' plain
    ((!${#open})) || compadd -S '' -a open
}
if [[ ${funcstack[1]} == _scanlab ]]; then
    _scanlab "$@" # read from a folder of fpath
else
    compdef _scanlab scanlab
fi
