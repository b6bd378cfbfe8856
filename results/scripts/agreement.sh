#!/bin/bash
# What the SIMT machine counts beside what a GPU's hardware counts: from the
# counters.csv that gpu.sh has made, into agreement.md beside it. Needs no GPU.
#
#     make && results/scripts/agreement.sh results/h200
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}

# The scan with the settings that its plain name has on a GPU, for 4-byte elements.
on_gpu() { # SCAN N
    ./scanlab list --verbose | awk -v scan="$1" -v n="$2" '
        /^  [a-z]/ { here = $1 == scan }
        here && /default on cuda/ && !found {
            most = match($0, /n up to [0-9]+/) ? substr($0, RSTART + 8) + 0 : n
            if (n <= most) {
                sub(/.*: /, ":")
                found = $0
            }
        }
        END { print scan found }'
}

grep '^#' "$out/counters.csv" | while read -r _ scan n; do
    ./scanlab measure "$(on_gpu "$scan" "$n")" -d simt -n "$n" \
        -o "$scratch/$scan.csv" >/dev/null
done

{
    echo '| scan | n | load sectors | store sectors | load requests | store requests | shared wavefronts | bank conflicts | atomics |'
    echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
    awk -v folder="$scratch" '
        function counted(scan, name,    file, line, names, values, i, k) {
            file = folder "/" scan ".csv"
            getline line < file
            k = split(line, names, ",")
            getline line < file
            gsub(/"[^"]*"/, "settings", line)
            split(line, values, ",")
            close(file)
            for (i = 1; i <= k; i++)
                if (names[i] == name)
                    return values[i] + 0
        }
        function pair(metric, name) {
            return " " counted(scan, name) " / " sum[metric] + 0 " |"
        }
        function row() {
            if (scan == "")
                return
            print "| " scan " | " n " |" \
                pair("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "read_sectors") \
                pair("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "write_sectors") \
                pair("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "read_requests") \
                pair("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "write_requests") \
                pair("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "shared_wavefronts") \
                pair("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "shared_conflicts") \
                pair("l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "atomics")
        }
        /^#/ { row(); scan = $2; n = $3; delete sum; next }
        {
            k = split($0, field, "\",\"")
            value = field[k]
            gsub(/[",]/, "", value)
            sum[field[k - 2]] += value
        }
        END { row() }' "$out/counters.csv"
} >"$out/agreement.md"
cat "$out/agreement.md"
