# counters.awk - what ncu counted, by element of the input: a row for each kernel of each
# case, all its launches together. (bounds.sh has the single launches.)
#
#     awk -f counters.awk counters.csv
#
# An instruction is that of a thread: a warp's counts 32 times, also if lanes are idle. A
# wavefront is an access of a warp to shared memory, without bank conflicts. Issue
# slots: the share in which a warp issued, in the kernel's longest launch.
function print_case(    k) {
    for (k = 1; k <= kernels; k++)
        printf "| %s | %s | %.0f | %.0f | %.1f | %.1f | %.0f |\n", name, kernel[k],
            ns[k] / 1000, 32 * instructions[k] / n, 32 * wavefronts[k] / n,
            bytes[k] / n, slots[k]
    kernels = 0
}

# Its number in this case.
function find(wanted,    k) {
    for (k = 1; k <= kernels; k++)
        if (kernel[k] == wanted)
            return k
    kernel[++kernels] = wanted
    ns[k] = instructions[k] = wavefronts[k] = bytes[k] = longest[k] = slots[k] = 0
    return k
}

BEGIN {
    print "| scan | kernel | us | instructions | wavefronts for 32 elements | DRAM bytes | issue slots in use, % |"
    print "| :--- | :--- | ---: | ---: | ---: | ---: | ---: |"
    FS = "\",\""
}
/^#/ {
    print_case()
    split(substr($0, 3), word, " ")
    name = word[1]
    n = word[3]
    next
}
$5 == "Kernel Name" { next }
{
    k = find($5)
    metric = $(NF - 2)
    count = $NF
    gsub(/[",]/, "", count)
    count += 0
}
metric == "smsp__inst_executed.sum" { instructions[k] += count }
metric ~ /wavefronts_mem_shared/ { wavefronts[k] += count }
metric ~ /^dram__bytes_/ { bytes[k] += count }
metric == "gpu__time_duration.sum" {
    ns[k] += count
    is_longest = count > longest[k]
    if (is_longest)
        longest[k] = count
}
metric ~ /^smsp__issue_active/ && is_longest { slots[k] = count }
END { print_case() }
