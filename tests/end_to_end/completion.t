#!/bin/bash
# completion.t - what bash is told when Tab is pressed, in a bash of its own; that
# zsh and fish are told the same, without them, and in them where they are.
. "$(dirname "$0")/../end_to_end/tap.sh"

"$scanlab" completion bash >"$work/scanlab.bash" </dev/null
ok "the script is a script" bash -n "$work/scanlab.bash"
if command -v shellcheck >/dev/null; then
    ok "and shellcheck takes it" shellcheck "$work/scanlab.bash"
else
    skip "and shellcheck takes it" "no shellcheck"
fi
refuses "completion for no shell" 2 "scanlab completion bash" \
    "$scanlab" completion
refuses "completion for another" 2 "is for bash, zsh and fish" \
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
answers "kinds of charts" "throughput traffic" plot --kind t
answers "schedules" "adversary" verify --schedule a
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

for shell in zsh fish; do
    "$scanlab" completion $shell >"$work/scanlab.$shell" </dev/null
done

# words_of SHELL: its table of words, as lines of a key and its words.
words_of() {
    case $1 in
    fish) awk '/^function __scanlab_words/ { on = 1 }
        on && /^        case / { sub(/^ *case /, ""); keys = $0 }
        on && sub(/^            string split -n . . -- /, "") { print keys $0 }
        /^end/ { on = 0 }' "$work/scanlab.fish" ;;
    *) awk '/^_scanlab_words/ { on = 1 }
        on && /^    .*\47/ {
            sub(/\) (echo|print -r --) /, ""); sub(/ ;;$/, "")
            gsub(/\47 \| /, "\47 ")
            gsub(/\*\47/, "\47*"); sub(/^ */, ""); print }
        /^}/ { on = 0 }' "$work/scanlab.$1" ;;
    esac
}
words=$(words_of bash)
has "bash has a table" "$words" "'verify --device' 'verify -d'' cpu simt cuda'"
for shell in zsh fish; do
    is "$shell has the words of bash" "$(words_of $shell)" "$words"
    is "$shell: quotes come in pairs" "$(
        sed "s/'\\\\''//g; s/\\\\'//g; s/'[^']*'//g" "$work/scanlab.$shell" |
            grep "'")" ""
    # What was tried on a terminal: try it again after a change, then take it.
    is "$shell: its function is the one that was tried" \
        "$(sed -n '/^_scanlab()/,$p; /^function __scanlab_complete/,$p' \
            "$work/scanlab.$shell")" \
        "$(cat "tests/end_to_end/completion/function.$shell")"
done
for command in list run verify measure trace bench example; do
    has "zsh knows what $command means" "$(cat "$work/scanlab.zsh")" \
        "    ' $command') print -r -- '$(
            "$scanlab" --help | sed -n "s/^  $command  *//p")'"
done
has "a quote in fish" "$(cat "$work/scanlab.fish")" \
    "'use this file in place of the algorithm\\'s own'"
has "a quote in zsh" "$(cat "$work/scanlab.zsh")" \
    "'use this file in place of the algorithm'\\''s own'"
if command -v zsh >/dev/null; then
    ok "zsh takes it" zsh -n "$work/scanlab.zsh"
else
    skip "zsh takes it" "no zsh"
fi
if command -v fish >/dev/null; then
    in_fish() {
        HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
            "$work/scanlab.fish" "$1" 2>&1 | cut -f1 | tr '\n' ' '
    }
    is "fish: algorithms" "$(in_fish 'scanlab run look')" "lookahead lookback "
    is "fish: a value" "$(in_fish 'scanlab run lookback:tile=64,over')" \
        "lookback:tile=64,overlap= lookback:tile=64,overlapped "
    is "fish: devices" "$(in_fish 'scanlab run lookback --device=s')" \
        "--device=simt "
else
    skip "Tab in fish" "no fish"
fi

# On a terminal, in a bash that reads keys: what Tab makes of the line.
if command -v script >/dev/null; then
    {
        printf 'source "$RC"; cd "$DIR"; bind "set bell-style none"\n'
        printf 'scanlab() { echo "$@" >line; }\n'
        printf 'scanlab run hillis\t-d si\t--trac\tx lookback:til\t64\n'
        printf 'exit\n'
    } >"$work/keys"
    RC=$work/scanlab.bash DIR=$work script -qec "bash --norc --noprofile -i" \
        /dev/null <"$work/keys" >/dev/null 2>&1
    is "Tab, Tab, Tab" "$(cat "$work/line" 2>/dev/null)" \
        "run hillis_steele -d simt --trace x lookback:tile=64"
else
    skip "Tab on a terminal" "no script (util-linux)"
fi

done_testing
