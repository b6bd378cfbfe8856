#!/bin/bash
# What bounds the scans and the applications on a GPU: from the two bounds.csv that
# gpu.sh has made by ncu, into a bounds.md beside each. Needs no GPU.
#
#     results/scripts/bounds.sh results/h200
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}

table() { # FOLDER
    echo '| scan, monoid, n | kernel | us | DRAM, MB read + written | DRAM, % of peak | L2, % of peak | warps of a multiprocessor | issue slots in use, % | warps wait most for |'
    echo '| --- | --- | --- | --- | --- | --- | --- | --- | --- |'
    awk '
        function row(    k, name, most) {
            if (id == "")
                return
            most = 0
            for (k in value)
                if (k ~ /stalled/ && value[k] > most) {
                    most = value[k]
                    name = k
                }
            sub(/.*stalled_/, "", name)
            sub(/_per_issue.*/, "", name)
            gsub(/_/, " ", name)
            printf "| %s | %s | %.0f | %.0f + %.0f | %.1f | %.1f | %.1f | %.1f | %s (%.1f of %.1f cycles) |\n",
                scan, kernel, value["gpu__time_duration.sum"] / 1000,
                value["dram__bytes_read.sum"] / 1e6,
                value["dram__bytes_write.sum"] / 1e6,
                value["dram__throughput.avg.pct_of_peak_sustained_elapsed"],
                value["lts__throughput.avg.pct_of_peak_sustained_elapsed"],
                value["sm__warps_active.avg.per_cycle_active"],
                value["smsp__issue_active.avg.pct_of_peak_sustained_active"],
                name, most, stalled()
            delete value
            id = ""
        }
        function stalled(    k, sum) {
            for (k in value)
                if (k ~ /stalled/)
                    sum += value[k]
            return sum
        }
        /^#/ { row(); scan = substr($0, 3); next }
        {
            count = split($0, field, "\",\"")
            gsub(/"/, "", field[1])
            if (field[1] == "ID")
                next
            if (field[1] != id) {
                row()
                id = field[1]
                kernel = field[5]
                sub(/\(.*/, "", kernel)
            }
            number = field[count]
            gsub(/[",]/, "", number)
            value[field[count - 2]] = number + 0
        }
        END { row() }' "$1/bounds.csv"
    cat <<'END'

One launch of each kernel, counted by NVIDIA's profiler `ncu`, with the clocks as they
were. *% of peak*: how busy the unit is. *warps wait most for*: the longest of the nine
reasons to wait that were counted, per instruction issued, of all nine; a pause
(`__nanosleep`) is not among them.
END
}
for folder in "$out" "$out/applications"; do
    [ -e "$folder/bounds.csv" ] || continue
    table "$folder" >"$folder/bounds.md"
    cat "$folder/bounds.md"
done
