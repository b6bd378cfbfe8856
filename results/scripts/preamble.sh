# shellcheck shell=bash
# preamble.sh - what each script here begins with, by sourcing it: it stands in
# the repository's root then.
#
#     run COMMAND...            says the command, and runs it
#     draw FOLDER ARGUMENT...   scanlab plot, where gnuplot is
#     profile                   what ncu counts, for cases on standard input
#     newest_cub FILE.csv       its newest CUB: 3.5.0; "" in old files
#     relative_names FOLDER     its records name no path of this machine
#     $scratch                  a folder that goes when the script ends
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
export SCANLAB_TUNING= # the settings that are shipped, not those of this machine
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

run() {
    echo
    echo "\$ $*"
    "$@"
}

draw() {
    local folder=$1
    shift
    [ -z "$(command -v gnuplot)" ] ||
        run ./scanlab plot "$@" -o "$folder" --format svg,png --table md
}

# A case is a line: NAME MONOID N [OPTION...]
profile() {
    local stalls=smsp__average_warps_issue_stalled metrics why name monoid n more
    metrics=gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum
    metrics+=,dram__throughput.avg.pct_of_peak_sustained_elapsed
    metrics+=,lts__throughput.avg.pct_of_peak_sustained_elapsed
    metrics+=,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum
    metrics+=,sm__warps_active.avg.per_cycle_active
    metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,smsp__inst_executed.sum
    metrics+=,smsp__issue_active.avg.pct_of_peak_sustained_active
    for why in long_scoreboard barrier short_scoreboard mio_throttle \
        lg_throttle math_pipe_throttle membar wait no_instruction; do
        metrics+=,${stalls}_${why}_per_issue_active.ratio
    done
    while read -r name monoid n more; do
        echo "# $name $monoid $n${more:+ $more}"
        # shellcheck disable=SC2086  # a list of options
        timeout 60 ncu --clock-control none --csv --metrics "$metrics" \
            ./scanlab run "$name" -d cuda -m "$monoid" -n "$n" $more \
            2>/dev/null </dev/null | grep '^"'
    done
}

newest_cub() {
    sed -n 's/^[^,]*,cub,"*\([0-9.]*\).*/\1/p' "$1" | sort -V | tail -1
}

# A run into an absolute folder, as into /tmp: the commands in its records name
# their outputs from there on. They will stand in results/MACHINE/.
relative_names() {
    [[ $1 == /* ]] || return 0
    find "$1" -maxdepth 1 \( -name '*.json' -o -name 'log*.txt' \) \
        -exec sed -i "s| -o $1/| -o |g" {} +
}
