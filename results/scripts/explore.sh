#!/bin/bash
# The design spaces of the trees and of derived scans, searched on an NVIDIA GPU; every
# point is proved and counted on the SIMT machine before it is timed. From the
# repository's root, with the GPU to itself:
#
#     make && results/scripts/explore.sh results/MACHINE [PART...]
#
# Parts, all without any: trees (five minutes: the parameters of brent_kung and
# blelloch), figure3 (three: the Euro-Par text's figure 3, 25.6 million float32),
# search (twelve: derived scans of two rules), figure4 (one: the text's figure 4, with the
# best that figure3 and search have found), large (2^28 int32), count (what ncu counts for these), draw.
# With -d cpu as the first word: figures 3 and 4 of the scans that have a cpu.c.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
device=cuda
[ "${1:-}" != -d ] || { device=$2; shift 2; }
out=${1:-results/$(hostname)}/explore
[ $# -eq 0 ] || shift
parts=" ${*:-trees figure3 search figure4 large count draw} "
mkdir -p "$out"
text=(-m add_f32 -n 25600000) # the text's problem

wanted() {
    [[ $parts == *" $1 "* ]]
}

search() { # NAME BUDGET ARGUMENT...
    local name=$1 budget=$2
    shift 2
    run ./scanlab explore "$@" -d $device --budget "$budget" -o "$out/$name.csv" \
        2>&1 | tee "$out/log-$name.txt"
}

# best NAME [WITHOUT]: a search's best scan, as an argument of bench. The scan that the
# others are compared with is left out, and settings that match WITHOUT.
best() {
    awk -v without="${2:-^$}" -f results/scripts/csv.awk -f <(echo '
        value("state") == "timed" && value("variant") !~ without &&
        !(value("faster_low") == 1 && value("faster_high") == 1) {
            print value("stage"), value("median_ns"),
                value("algorithm") ":" value("variant")
        }') "$out/$1.csv" | sort -k1,1rn -k2,2g | awk 'NR == 1 { print $3 }'
}

# speedups FILE.csv BASELINE HAND: a table of the rows, with their speed over two of
# them: the tree to the root, and the hand-written form in two phases.
speedups() {
    awk -v baseline="$2" -v hand="$3" -f results/scripts/csv.awk -f <(echo '
        value("algorithm") != "memcpy" {
            name[++rows] = value("algorithm") (value("variant") == "" ? "" : ":") value("variant")
            ns[name[rows]] = value("runs_median_ns")
            gbps[rows] = value("bytes") / ns[name[rows]]
            of[rows] = value("runs_of_memcpy")
        }
        END {
            print "| scan | us | GB/s | of memcpy | over the tree to the root | over the hand-written |"
            print "| :--- | ---: | ---: | ---: | ---: | ---: |"
            for (i = 1; i <= rows; i++)
                printf "| %s | %.1f | %.0f | %.3f | %.2f | %.2f |\n", name[i], ns[name[i]] / 1000,
                    gbps[i], of[i], ns[baseline] / ns[name[i]], ns[hand] / ns[name[i]]
        }') "$1" | (sed -u 2q && sort -t'|' -k3,3g)
}

if [ $device = cpu ]; then
    ! wanted figure3 || search figure-3-cpu 100s brent_kung "${text[@]}" --once \
        --space block=32..512,factor=2,sequential=1..16
    ! wanted figure4 || run ./scanlab bench -d cpu "${text[@]}" --runs 3 \
        --time-limit 60s "$(best figure-3-cpu sequential)" "$(best figure-3-cpu)" \
        brent_kung brent_kung:block=512 \
        blelloch scan_propagate lookback tbb -o "$out/figure-4-cpu.csv"
    ! wanted draw || {
        draw "$out/figure-3-cpu" "$out/figure-3-cpu.csv" --kind explore
        draw "$out/figure-4-cpu" "$out/figure-4-cpu.csv" --kind fraction
        speedups "$out/figure-4-cpu.csv" "$(best figure-3-cpu sequential)" blelloch \
            >"$out/figure-4-cpu.md"
    }
    relative_names "$out"
    exit
fi

if wanted trees; then
    search brent_kung 250s brent_kung -n 2^28
    search blelloch 40s blelloch -n 2^28
fi

# Both kinds of tree (the text's is that of blelloch); and with runs in registers.
if wanted figure3; then
    for tree in blelloch brent_kung; do
        search figure-3-$tree 70s "${text[@]}" --once \
            --derive "scan_then_reduce(32..512); $tree(2); sequential(1..512)"
    done
    search figure-3-runs 50s "${text[@]}" --once \
        --derive 'scan_then_reduce(32..512); sequential(2..16); brent_kung(2)'
fi

# The whole space for the text's problem and for 2^28 int32; a part of it for larger
# elements.
if wanted search; then
    space=rules=2,run=32,factor=4,device=reduce_then_scan,totals=block
    search search-add_f32 300s derived "${text[@]}" --space $space,section=1024..8192
    search search-add_i32 300s derived -n 2^28 --space $space,section=1024..8192
    search search-add_i64 60s derived -m add_i64 -n 2^27 --space $space,section=1024..4096
    search search-mat2_u32 60s derived -m mat2_u32 -n 2^26 --space $space,section=512..2048
fi

figure4_scans() {
    echo "$(best figure-3-blelloch 'depth|sequential')" "$(best figure-3-blelloch)" \
        "$(best figure-3-brent_kung)" "$(best figure-3-runs)" \
        "$(best search-add_f32)" blelloch
}
if wanted figure4; then
    # shellcheck disable=SC2046  # a list of names
    run ./scanlab bench -d cuda "${text[@]}" --runs 3 --time-limit 60s \
        $(figure4_scans) three_kernel lookback lookahead cub -o "$out/figure-4.csv"
fi

if wanted large; then
    # shellcheck disable=SC2046  # a list of names
    run ./scanlab bench -d cuda -n 2^28 --no-libraries --time-limit 20s \
        $(best search-add_i32) derived:reduce_then_scan=4096,sequential=16,brent_kung=2 \
        derived:reduce_then_scan=2048,sequential=16,blelloch=2 derived brent_kung \
        blelloch three_kernel \
        -o "$out/large.csv"
fi

if wanted count && command -v ncu >/dev/null; then
    for scan in $(figure4_scans) lookahead; do
        echo "$scan ${text[1]} ${text[3]}"
    done | profile >"$out/counters.csv"
fi

if wanted draw; then
    for name in figure-3-blelloch figure-3-brent_kung \
        figure-3-runs search-add_f32 search-add_i32; do
        [ ! -e "$out/$name.csv" ] ||
            draw "$out/$name" "$out/$name.csv" --kind explore
    done
    draw "$out/figure-4" "$out/figure-4.csv" --kind fraction
    speedups "$out/figure-4.csv" "$(best figure-3-blelloch 'depth|sequential')" \
        blelloch >"$out/figure-4.md"
    awk -f results/scripts/counters.awk "$out/counters.csv" >"$out/counters.md"
fi
relative_names "$out"
