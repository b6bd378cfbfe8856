# published.awk - the texts' tables, and their programs here, as ratios:
#
#     awk -f csv.awk -f published.awk published/*.csv h200/scan.csv ...
#
# Fractions are of a copy that moves as many bytes, on the same GPU. For a sort
# that is a copy of the keys.
{
    key = value("algorithm") "|" value("variant") "|" value("n")
    us[key] = value("median_ns") / 1000
    if (value("of_memcpy") != "")
        fraction[key] = value("of_memcpy")
    if (value("run_id") == "futhark-report" && value("algorithm") == "memcpy")
        copy[value("variant")] = us[key]
}

# "0.516"; "" if there is none.
function shown(algorithm, variant, n,    key, gpu) {
    key = algorithm "|" variant "|" n
    if (key in fraction && fraction[key] < 0.1)
        return sprintf("%.4f", fraction[key])
    if (key in fraction)
        return sprintf("%.3f", fraction[key])
    gpu = variant
    sub(/.*, /, "", gpu)
    return key in us && gpu in copy ? \
        sprintf("%.4f", copy[gpu] * n / 2 ^ 28 / us[key]) : ""
}

function row(what, code, algorithm, variant, n, here,    part) {
    split(here, part, ":")
    print "| " what " | " code " | " shown(algorithm, variant ", GTX 780Ti", n) " | " \
        shown(algorithm, variant ", RTX 2080Ti", n) " | " \
        (here == "" ? "" : "`" here "`") " | " \
        (here == "" ? "" : shown(part[1], part[2], here_n[n])) " |"
}

function difference(what, algorithm, usual, ours, n) {
    if (!((algorithm "|" ours "|" n) in us))
        return
    print "| " what " | " n " | " us[usual_name[algorithm] "|" usual "|" n] " | " \
        us[algorithm "|" ours "|" n] " | " \
        sprintf("%.1fx", us[algorithm "|" ours "|" n] / \
            us[usual_name[algorithm] "|" usual "|" n]) " |"
}

function here(what, usual, ours, n,    a, b) {
    split(usual ":", a, ":")
    split(ours ":", b, ":")
    print "| " what " | 2^" log(n) / log(2) " | `" usual "` | `" ours "` | " \
        sprintf("%.2fx", us[b[1] "|" b[2] "|" n] / us[a[1] "|" a[2] "|" n]) " |"
}

END {
    big = 268435456; small = 26214400
    here_n[big] = big; here_n[small] = small
    print "# The texts' tables, and their programs here\n"
    print "Written by `results/scripts/published.sh` from the files in this folder and in"
    print "[results/h200](../h200/README.md). (Terms: [glossary](../../algorithms/GLOSSARY.md).)\n"
    print "## The Futhark report, tables 3 and 4\n"
    print "Fractions of a copy that moves as many bytes, on the same GPU.\n"
    print "| program | code | GTX 780Ti | RTX 2080Ti | here | H200 |"
    print "| --- | --- | ---: | ---: | --- | ---: |"
    row("Simple, 1 GiB", "before", "scan_propagate", "Futhark", big, "scan_propagate")
    row("Simple, 1 GiB", "the report's look-back", "lookback", "Futhark", big, "lookback:report")
    row("Simple, 1 GiB", "the report's reference", "lookback", "reference", big, "lookback")
    row("Simple, 1 GiB", "", "", "", big, "lookahead")
    row("Advanced, 100 MiB", "before", "map_scan", "before", small, "")
    row("Advanced, 100 MiB", "the report's look-back", "map_scan", "Futhark", small, "map_scan")
    row("Radix, 100 MiB", "before", "radix_sort", "before", small, "")
    row("Radix, 100 MiB", "the report's look-back", "radix_sort", "Futhark", small, "radix_sort:report")
    row("Radix, 100 MiB", "", "", "", small, "radix_sort")
    print "\n## The blog's tables, with their differences\n"
    print "Microseconds on an RTX 2080 Ti, as the blog has them.\n"
    print "| table | n | built in | in Futhark | difference |"
    print "| --- | ---: | ---: | ---: | ---: |"
    usual_name["reduce"] = "reduce"
    usual_name["dotprod"] = "dotprod"
    usual_name["hillis_steele"] = "scan_propagate"
    for (n = 1000; n <= 100000000; n *= 10)
        difference("reduce, as a tree", "reduce", "builtin", "as a tree", n)
    for (n = 1000; n <= 100000000; n *= 10)
        difference("reduce, by 32768 threads", "reduce", "builtin", "by 32768 threads", n)
    for (n = 1000; n <= 100000000; n *= 10)
        difference("scan", "hillis_steele", "builtin", "in Futhark", n)
    for (n = 1000; n <= 100000000; n *= 10)
        difference("dotprod", "dotprod", "builtin", "in Futhark", n)
    print "\nHere, on an H200:\n"
    print "| table | n | the best form | the blog's form | difference |"
    print "| --- | ---: | --- | --- | ---: |"
    here("reduce, as a tree", "reduce", "reduce:tree", big)
    here("reduce, by a fixed number of threads", "reduce", "reduce:chunked", big)
    here("scan", "lookback", "hillis_steele", 2 ^ 20)
    here("dotprod, without fusion", "dotprod", "dotprod:unfused", big)
}
