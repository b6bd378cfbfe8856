# counters.awk - what ncu counted for whole scans, by element: a row for each case, all
# its launches together. (bounds.sh has the single launches.)
#
#     awk -f counters.awk counters.csv
#
# An instruction is that of a thread: a warp's counts 32 times. Issue slots: the share
# in which a warp issued, in the longest launch.
function print_row() {
    if (n)
        printf "| %s | %.0f | %.1f | %.1f | %.0f |\n", name, 32 * instructions / n,
            wavefronts / n, bytes / n, slots
    instructions = wavefronts = bytes = longest = 0
}

BEGIN {
    print "| scan | instructions | wavefronts of shared memory | DRAM bytes | issue slots in use, % |"
    print "| :--- | ---: | ---: | ---: | ---: |"
    FS = "\",\""
}
/^#/ {
    print_row()
    split(substr($0, 3), word, " ")
    name = word[1]
    n = word[3]
    next
}
{
    metric = $(NF - 2)
    count = $NF
    gsub(/[",]/, "", count)
    count += 0
}
metric == "smsp__inst_executed.sum" { instructions += count }
metric ~ /wavefronts_mem_shared/ { wavefronts += 32 * count }
metric ~ /^dram__bytes_/ { bytes += count }
metric == "gpu__time_duration.sum" {
    is_longest = count > longest
    if (is_longest)
        longest = count
}
metric ~ /^smsp__issue_active/ && is_longest { slots = count }
END { print_row() }
