# applications.awk - tables of the applications, after csv.awk: for
# applications.sh, which gives it the CSVs of one folder in the order in which
# they are to stand.

# "filter.csv" of ".../applications/filter.csv".
function base(path) {
    sub(/.*\//, "", path)
    return path
}

function row_name(algorithm, variant) {
    return variant == "" ? algorithm : algorithm ":" variant
}

# Rows that were measured side by side.
function group_now() {
    return base(FILENAME) SUBSEP value("n") SUBSEP value("pattern") SUBSEP value("monoid")
}

{
    group = group_now()
    name = row_name(value("algorithm"), value("variant"))
    if (!(group in rows)) {
        order[++groups] = group
        rows[group] = 0
    }
    if (value("verified") != 1)
        next
    if (value("algorithm") == "memcpy") {
        copy[group] = value("gbps")
        next
    }
    is_ours = (value("algorithm") ".csv") == base(FILENAME) ||
        index(base(FILENAME), value("algorithm") "-") == 1
    rows[group]++
    at = group SUBSEP rows[group]
    row[at] = name
    ours[at] = is_ours
    us[at] = value("median_ns") / 1000
    gbps[at] = value("gbps")
    if (is_ours && (!(group in best) || us[at] < us[best[group]]))
        best[group] = at
    if (!is_ours && (!(group in library) || us[at] < us[library[group]]))
        library[group] = at
}

function of_bound(at, group) {
    return gbps[at] / copy[group]
}

function size(n,    k) {
    for (k = 10; k < 40; k++)
        if (n == 2 ^ k)
            return "2^" k
    return n
}

function print_group(group,    part, i, at, shown) {
    split(group, part, SUBSEP)
    for (i = 1; i <= rows[group]; i++) {
        at = group SUBSEP i
        if (!ours[at])
            continue
        printf "| [%s](%s) | %s | %s | %s | %.1f | %.3f |", row[at], part[1],
            part[4], size(part[2]), part[3], us[at], of_bound(at, group)
        if (group in library)
            printf " %s | %.1f | %.2f |\n", row[library[group]],
                us[library[group]], us[library[group]] / us[at]
        else
            print " | | |"
    }
}

# The fastest form of a file's groups of that n and pattern.
function find(file, n, pattern,    g, part) {
    for (g = 1; g <= groups; g++) {
        split(order[g], part, SUBSEP)
        if (part[1] == file && part[2] == n && (pattern == "" || part[3] == pattern))
            return order[g]
    }
    return ""
}

function verdict(got, floor, aim) {
    return aim != "" && got >= aim ? "the aim" : floor != "" && got >= floor ? "the floor" \
        : floor == "" ? "no floor" : "**neither**"
}

function case_line(what, measure, got, floor, aim, name) {
    printf "| %s | %s | %s | %s | %.3f | %s | %s |\n", what, measure, floor, aim, got,
        verdict(got, floor, aim), name
}

# Of the bound: bytes that must move, at the speed of the copy in the same run.
# `times`: as often as that, where an input has to be read twice.
function bound_case(what, file, n, pattern, floor, aim, times,    g) {
    g = find(file, n, pattern)
    if (g in best)
        case_line(what, "of the bound", of_bound(best[g], g) * (times ? times : 1), floor, aim,
            row[best[g]])
}

# The fastest library's time over ours.
function library_case(what, file, n, pattern, floor, aim,    g) {
    g = find(file, n, pattern)
    if (g in best && g in library)
        case_line(what, "times as fast as " row[library[g]],
            us[library[g]] / us[best[g]], floor, aim, row[best[g]])
}

# The time of the row of that name over ours.
function row_case(what, file, n, pattern, name, floor, aim,    g, i, at) {
    g = find(file, n, pattern)
    for (i = 1; i <= rows[g]; i++) {
        at = g SUBSEP i
        if (row[at] == name)
            case_line(what, "times as fast as " name, us[at] / us[best[g]], floor, aim,
                row[best[g]])
    }
}

# Over all patterns, a form's longest time over its shortest; or, where the inputs have
# different bounds, its largest fraction of the bound over the smallest.
function spread_case(what, file, n, form, floor, aim, by_bound,    g, i, part, at, x, low, high, name) {
    for (g = 1; g <= groups; g++) {
        split(order[g], part, SUBSEP)
        if (part[1] != file || part[2] != n)
            continue
        for (i = 1; i <= rows[order[g]]; i++) {
            at = order[g] SUBSEP i
            if (row[at] != form)
                continue
            name = name (name == "" ? "" : ", ") part[3]
            x = by_bound ? of_bound(at, order[g]) : us[at]
            if (low == "" || x < low)
                low = x
            if (x > high)
                high = x
        }
    }
    if (low != "")
        printf "| %s | %s: %s | %s | %s | %.2f | %s | %s |\n", what,
            by_bound ? "most over least of the bound" : "slowest over fastest", name,
            floor, aim, high / low, aim != "" && high / low <= aim ? "the aim" \
            : floor != "" && high / low <= floor ? "the floor" \
            : floor != "" ? "**neither**" : "**not the aim**", form
}

END {
    n = 2 ^ 28
    print "| case | measure | floor | aim | got | keeps | form |"
    print "| --- | --- | ---: | ---: | ---: | --- | --- |"
    bound_case("filter, 2^28 int32, half kept", "filter.csv", n, "", 0.93, 0.97)
    bound_case("partition, 2^28, second half from the end", "partition_reversed.csv", n,
        "", 0.92, 0.96)
    bound_case("partition, 2^28, stable, of 3n", "partition2.csv", n, "", "", 0.95, 1.5)
    other = find("partition_reversed.csv", n, "")
    own = find("partition2.csv", n, "")
    if (own in best && other in library)
        case_line("the same, beside an unstable one", "times as fast as " row[library[other]],
            us[library[other]] / us[best[own]], 1, "", row[best[own]])
    row_case("segmented scan by flags, 2^28", "segmented_scan.csv", n, "half",
        "cub:3.5.0,by_key", 1.538, "")
    library_case("segmented scan by flags, 2^28", "segmented_scan.csv", n, "half", "", "")
    bound_case("segmented scan by flags, 2^28", "segmented_scan.csv", n, "half", "", 0.9)
    spread_case("segmented scan by flags, shapes", "segmented_scan.csv", n, "segmented_scan", "", 1.3)
    spread_case("segmented scan by flags, shapes", "segmented_scan.csv", n, "segmented_scan:one_pass", "", 1.3)
    bound_case("segmented scan by offsets, 2^28", "segmented_scan_csr.csv", n, "half", "", 0.9)
    spread_case("segmented scan by offsets, shapes", "segmented_scan_csr.csv", n, "segmented_scan_csr", 1.25, "", 1)
    spread_case("segmented scan by offsets, shapes", "segmented_scan_csr.csv", n, "segmented_scan_csr:one_pass", 1.25, "", 1)
    bound_case("segmented scan of one length, 2^28", "segmented_scan_regular.csv", n, "half", "", "")
    spread_case("segmented scan of one length, shapes", "segmented_scan_regular.csv", n, "segmented_scan_regular", "", 1.3)
    bound_case("Advanced-100MiB", "map_scan.csv", 26214400, "", 0.92, 0.96)
    library_case("radix sort of keys, 2^28", "radix_sort.csv", n, "", 0.8, 1)
    library_case("radix sort of keys, 100 MiB", "radix_sort.csv", 26214400, "", 0.8, 1)
    library_case("reduce, 2^28, in order", "reduce.csv", n, "", 0.95, 1)
    for (g = 1; g <= groups; g++) {
        split(order[g], part, SUBSEP)
        if (part[1] !~ /^spmv/)
            continue
        if (part[3] == "stencil")
            bound_case("spmv, stencil", part[1], part[2], "stencil", 0.82, "")
        library_case("spmv, " part[3] ", " size(part[2]), part[1], part[2], part[3], 1, "")
    }
    library_case("run-length encoding, 2^28, runs of one", "rle.csv", n, "all", 1, 1.3)
    print ""
    print "| form | monoid | n | inputs | us | of the bound | fastest library | its us | times as fast |"
    print "| --- | --- | ---: | --- | ---: | ---: | --- | ---: | ---: |"
    for (g = 1; g <= groups; g++)
        print_group(order[g])
}
