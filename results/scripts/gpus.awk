# gpus.awk - rows of a table for gpus.sh: a scan over `gpus` GPUs beside the copy of
# one GPU's share, in the same file. After csv.awk.
value("algorithm") == "memcpy" { copy[value("n")] = value("runs_median_ns") }
value("variant") == "gpus=" gpus {
    n = value("n")
    scan[++rows] = n
    monoid[rows] = value("monoid")
    time[rows] = value("runs_median_ns")
    low[rows] = value("runs_low_ns")
    high[rows] = value("runs_high_ns")
}
END {
    for (i = 1; i <= rows; i++) {
        each = scan[i] / gpus
        if (each in copy)
            printf "| %s | 2^%d | %.1f | %.1f | %.3f | %.3f | %.3f |\n",
                monoid[i], log(each) / log(2) + 0.5, time[i] / 1000,
                copy[each] / 1000, copy[each] / time[i],
                copy[each] / high[i], copy[each] / low[i]
    }
}
