#!/bin/bash
# colours.t - green for right and red for WRONG on a terminal, and no colour
# anywhere else.
. "$(dirname "$0")/../end_to_end/tap.sh"

if ! command -v script >/dev/null; then
    echo "1..0 # Skip no script (util-linux), so no terminal"
    exit 0
fi
green=$'\e[32m' red=$'\e[1;31m' off=$'\e[0m'
sed 's/^.*__syncthreads.*\[2\].*$//' algorithms/kogge_stone/kernel.cu \
    >"$work/broken.cu"
right="'$scanlab' run sequential -n 4"
proved="'$scanlab' verify sequential -n 4 --bytes 4"
wrong="'$scanlab' verify kogge_stone -n 3 --bytes 4 --source '$work/broken.cu'"

# shown [NAME=VALUE] COMMAND: what it writes on a terminal.
shown() {
    local setting=TERM=xterm
    [ $# -eq 1 ] || { setting=$1; shift; }
    env TERM=xterm "$setting" script -qec "$1" /dev/null </dev/null 2>/dev/null
}

has "right is green" "$(shown "$right")" "${green}right$off"
has "proved is green" "$(shown "$proved")" "${green}proved$off for every"
has "WRONG is red" "$(shown "$wrong")" "${red}WRONG$off. race on"
has "right of a trace" \
    "$(shown "'$scanlab' trace sequential -n 4 -o '$work/t.json'")" \
    "${green}right$off, recorded"
has "the laws of a monoid" "$(shown "'$scanlab' verify -m add_i32")" \
    "${green}obeys the laws$off"
for setting in NO_COLOR=1 TERM=dumb; do
    for command in "$right" "$proved" "$wrong"; do
        lacks "$setting: $(cut -d' ' -f2,3 <<<"${command#*\' }")" \
            "$(shown $setting "$command" | sed 's/\x1b\[K//g')" $'\e['
    done
done
has "NO_COLOR that is empty is not set" "$(shown NO_COLOR= "$right")" "$green"
for command in "$right" "$proved" "$wrong"; do
    run sh -c "$command"
    lacks "a pipe: $(cut -d' ' -f2,3 <<<"${command#*\' }")" "$out$err" $'\e['
done
has "with the same words" "$out" "kogge_stone     WRONG. race on"

done_testing
