#!/bin/bash
# Whether a change of the harness has made anything slower on a GPU: all scans
# and applications in their usual forms, each in three processes, in turn with
# memcpy. From the repository's root, with the GPU to itself:
#
#     make && results/scripts/guard.sh FOLDER          three minutes
#     results/scripts/guard.sh compare BEFORE AFTER    needs no GPU
#
# `compare` prints a table of the share of memcpy's speed that each row had, with
# its spread between processes, and fails where two spreads do not touch.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"

if [ "${1-}" = compare ]; then
    before=${2:?which folder is older?} after=${3:?which folder is newer?}
    # shellcheck disable=SC2016  # a program of awk
    awk "$(cat results/scripts/csv.awk)"'
        {
            row = value("algorithm") " " value("n")
            file = FILENAME
            sub(".*/", "", file)
            newer = FILENAME == second "/" file
            if (value("algorithm") == "memcpy")
                next
            if (!newer)
                order[++rows] = row
            middle[newer, row] = value("runs_of_memcpy")
            low[newer, row] = value("runs_of_memcpy_low")
            high[newer, row] = value("runs_of_memcpy_high")
        }
        END {
            print "| row, n | before | after | |"
            print "| --- | --- | --- | --- |"
            for (i = 1; i <= rows; i++) {
                row = order[i]
                if (!((1, row) in middle)) {
                    printf "| %s | | | was not run |\n", row
                    failed = 1
                    continue
                }
                moved = low[1, row] > high[0, row] ? "faster" : high[1, row] < low[0, row] ? "slower" : ""
                failed = failed || moved == "slower"
                printf "| %s | %.3f (%.3f..%.3f) | %.3f (%.3f..%.3f) | %s |\n", row,
                       middle[0, row], low[0, row], high[0, row],
                       middle[1, row], low[1, row], high[1, row], moved
            }
            exit failed
        }' second="$after" "$before"/*.csv "$after"/*.csv
    exit
fi

out=${1:?into which folder?}
mkdir -p "$out"

rows() { # FILE ARGUMENT...
    run ./scanlab bench -d cuda --runs 3 --no-libraries "${@:2}" -o "$out/$1.csv"
}

{
    rows scans -n 2^26 --time-limit 9s lookahead lookback three_kernel \
        scan_propagate hierarchical kogge_stone blelloch brent_kung
    rows slow -n 2^16 --time-limit 4s sequential naive hillis_steele
    for name in $(./scanlab list --applications); do
        monoid=() n=2^26
        case $name in
        mssp) monoid=(-m mss_i32) ;;
        map_scan) monoid=(-m add2_i32) ;;
        spmv) monoid=(-m add_f32) ;;
        esac
        rows "$name" -n $n --time-limit 2s "${monoid[@]}" "$name"
    done
} 2>&1 | tee "$out/log.txt"
relative_names "$out"
