#!/bin/bash
# completion.t - what comes when Tab is pressed: in a bash of its own, and in zsh
# and fish where they are.
. "$(dirname "$0")/../end_to_end/tap.sh"

# The scripts call the scanlab of the line: this one.
mkdir "$work/bin"
ln -s "$scanlab" "$work/bin/scanlab"
PATH=$work/bin:$PATH

"$scanlab" completion bash >"$work/scanlab.bash" </dev/null
ok "the script is a script" bash -n "$work/scanlab.bash"
if command -v shellcheck >/dev/null; then
    ok "and shellcheck takes it" shellcheck "$work/scanlab.bash"
else
    skip "and shellcheck takes it" "no shellcheck"
fi
refuses "completion for no shell" 2 "scanlab completion bash" \
    "$scanlab" completion
refuses "completion for another" 2 "needs the name of a shell, bash, zsh or fish" \
    "$scanlab" completion tcsh

# complete WORD...: the answers for a line whose last word is being typed. The
# words are those that readline makes: it cuts at : and =.
complete() {
    bash --norc -c '
        source "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _scanlab
        printf "%s\n" "${COMPREPLY[@]}"' - "$work/scanlab.bash" "$@"
}
answers() {
    local name=$1 want=$2
    shift 2
    is "$name" "$(complete scanlab "$@" | sort | tr '\n' ' ' |
        sed 's/ $//')" "$want"
}

answers "commands" "--help --version bench example explore lab list measure plot run trace verify" ''
answers "a command" "verify" ve
answers "algorithms" "lookahead lookback" run look
is "all of them" "$(complete scanlab run '' | sort)" \
    "$({ "$scanlab" list --names --applications; echo all; } | sort)"
answers "what lab does" "check" lab che
answers "how a report is written" "json junit" lab check --format j
answers "levels" "seccomp" lab check --isolation s
answers "examples" "line_of_sight" example line_o
answers "by a scan, not by an application" "lookahead lookback" \
    example line_of_sight --by look
is "and an example's file" "$(cd "$work" && touch heights.txt &&
    complete scanlab example line_of_sight heigh)" "heights.txt"
answers "devices" "cpu cuda simt" run lookback -d ''
answers "devices of the long option" "simt" run lookback --device s
answers "with an equals sign" "simt" run lookback --device = s
answers "monoids" "add_f32 add_f64" bench -m add_f
answers "options" "--scanners --schedule" run --sc
answers "and parameters among them" "--window" run --win
answers "values of a parameter" "16384" run lookback --tile 163
answers "words of an option" "npy raw text" run --format ''
answers "modes of a bench" "cold graph warm" bench --mode ''
answers "kinds of charts" "throughput traffic" plot --kind t
answers "schedules" "adversary" verify --schedule a
answers "what can be required" "reproducible" verify --require r
answers "a variant" "plain" run lookback : pl
answers "a parameter after a colon" "tile=" run lookback : til
answers "its value" "65536" run lookback : tile = 65
answers "another one, after a comma" "64,overlap= 64,overlapped" run lookback : tile = 64,over
answers "nothing where nothing is known" "" run lookback -n 1
answers "nothing for what is no option" "" run --nosuch
cp "$work/scanlab.bash" "$work/one.csv"
is "files for plot" "$(cd "$work" && complete scanlab plot on)" "one.csv"
is "files for -i" "$(cd "$work" && complete scanlab run lookback -i on)" \
    "one.csv"
is "files and monoids for -m" "$(cd "$work" && touch add_mine.h &&
    complete scanlab run lookback -m add_ | sort | tr '\n' ' ')" \
    "add_f32 add_f64 add_i32 add_i64 add_mine.h "

# Every option that --help names is offered, and every word that is offered
# for an algorithm is one that run takes.
for command in list run verify measure trace bench plot example; do
    offered=$(complete scanlab $command --)
    missing=$("$scanlab" $command --help | grep -o -- '^ .*  *--[a-z-]*' |
        grep -o -- '--[a-z-]*' | sort -u | while read -r option; do
            grep -qx -- "$option" <<<"$offered" || echo "$option"
        done)
    is "$command: every option is offered" "$missing" ""
done
for variant in $(complete scanlab run kogge_stone : '' | grep -v '=$'); do
    ok "kogge_stone:$variant is a variant" sh -c '
        "$1" run "kogge_stone:$2" -n 8 -q || "$1" run "kogge_stone:$2" -n 8 \
            -d simt -q || "$1" verify "kogge_stone:$2" -n 8' - \
        "$scanlab" "$variant"
done

# ------------------------------------------------------------- zsh and fish

# answer WORD...: what all three shells read: what stays, then the answers.
answer() {
    "$scanlab" complete "$@" </dev/null | tr '\n\t' '|:'
}
is "what stays, an answer" "$(answer run lookback:tile=64,overlapp)" \
    "lookback:tile=64,|overlapped|"
is "a file" "$(answer run lookback -i da)" "|@file|"
is "what a command does" "$(answer ver)" \
    "|verify:$("$scanlab" --help | sed -n 's/^  verify  *//p')|"
is "what an algorithm is" "$(answer run lookb)" "|lookback:Decoupled look-back|"
is "what an option is for" "$(answer verify --sourc)" \
    "|--source:use this file instead of the algorithm's own|"
is "nothing after what is no command" "$(answer verfy look)" "|"
is "shells" "$(answer completion '')" "|bash|zsh|fish|"

for shell in zsh fish; do
    "$scanlab" completion $shell >"$work/scanlab.$shell" </dev/null
done
if command -v zsh >/dev/null; then
    ok "zsh takes it" zsh -n "$work/scanlab.zsh"
else
    skip "zsh takes it" "no zsh"
fi
if command -v fish >/dev/null; then
    in_fish() {
        HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
            "$work/scanlab.fish" "$1" 2>&1 | tr '\n\t' ' :'
    }
    is "fish: commands" "$(in_fish 'scanlab tr')" \
        "trace:record a run, to view in scanviz "
    is "fish: algorithms" "$(in_fish 'scanlab run lookb')" \
        "lookback:Decoupled look-back "
    is "fish: a value" "$(in_fish 'scanlab run lookback:tile=64,over')" \
        "lookback:tile=64,overlap= lookback:tile=64,overlapped "
    is "fish: devices" "$(in_fish 'scanlab run lookback --device=s')" \
        "--device=simt "
    is "fish: files" "$(cd "$work" && in_fish 'scanlab plot on')" "one.csv "
    is "fish: a file after =" \
        "$(cd "$work" && in_fish 'scanlab run lookback --input=on')" \
        "--input=one.csv "
else
    skip "Tab in fish" "no fish"
fi

# On a terminal, in a shell that reads keys: what Tab makes of the line.
# typed SHELL COMMAND LINES: the words that scanlab has got.
typed() {
    rm -f "$work/line"
    {
        printf '%s\n' "$3"
        # shellcheck disable=SC2016  # for that shell
        printf 'scanlab() { case $1 in complete) command scanlab "$@" ;; %s\n' \
            '*) echo "$@" >line ;; esac; }'
        printf 'scanlab run hillis\t-d si\t--trac\tx lookback:til\t64 -i on\t\n'
        printf 'exit\n'
    } >"$work/keys"
    RC=$work DIR=$work script -qec "$2" /dev/null \
        <"$work/keys" >/dev/null 2>&1
    is "$1: Tab, Tab, Tab" "$(cat "$work/line" 2>/dev/null)" \
        "run hillis_steele -d simt --trace x lookback:tile=64 -i one.csv"
}
# shellcheck disable=SC2016  # for those shells
if command -v script >/dev/null; then
    typed bash "bash --norc --noprofile -i" \
        'source "$RC/scanlab.bash"; cd "$DIR"; bind "set bell-style none"'
    if command -v zsh >/dev/null; then
        cp "$work/scanlab.zsh" "$work/_scanlab"
        typed zsh "zsh -f -i" \
            'fpath=($RC $fpath); autoload -Uz compinit; compinit -u -D; cd $DIR'
    else
        skip "Tab in zsh" "no zsh"
    fi
else
    skip "Tab on a terminal" "no script (util-linux)"
fi

done_testing
