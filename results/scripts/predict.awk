# predict.awk - fits a small model of a tree scan's time to the points of searches,
# and says how far it is off on points that it has not seen.
#
#     awk -f csv.awk -f predict.awk points.csv...
#
#     time = traffic + shared + barriers + depth + starts
#
# Each term is a count times a constant that is not below 0. The counts are those of
# the SIMT machine, per element or per section. A multiprocessor has room for so many
# blocks of so many threads and bytes of shared memory (occupancy), and a wave is that
# many blocks on each multiprocessor. The blocks of a wave wait at the same time: for
# their first loads (starts), at a barrier, for an operation of the longest chain
# (depth). All scans here have the same launches: they scan sections, then join them.
# Of the points, in the order of their names, every second one is fitted.
#
# Prints name,seen,measured_ms,predicted_ms,traffic,shared,barriers,depth,starts (the
# last five in ms), the fitted points first; then lines that begin with #.
BEGIN {
    SMS = 132; THREADS = 2048; BLOCKS = 32; SHARED = 227 * 1024 # of an H200
    TERMS = split("traffic shared barriers depth starts", term, " ")
}

# The value of a parameter in the settings, "block=64,factor=2".
function setting(name, usual,    at) {
    at = match("," value("variant") ",", "," name "=[0-9]+,")
    return at ? substr("," value("variant") ",", at + length(name) + 2,
        RLENGTH - length(name) - 3) + 0 : usual
}

# The section, threads and places in shared memory of a block.
function read_shape(    run) {
    block = value("block") + 0
    places = section = value("algorithm") == "blelloch" ? 2 * block : block
    threads = value("algorithm") == "brent_kung" ? block / setting("factor", 2) : block
    if (value("algorithm") != "derived")
        return
    section = setting("scan_then_reduce", 0)
    # Runs come first; another sequential=SE is a loop over what is left.
    run = 1
    if ("," value("variant") ~ /,scan_then_reduce=[0-9]+,sequential=[0-9]+,/)
        run = setting("sequential", 1)
    threads = run > 1 ? section / run : section / 2
    places = run > 1 ? section + section / 32 + section / run : section
}

function smaller(a, b) { return a < b ? a : b }

{
    if (value("state") != "timed" || value("variant") == "")
        next
    if (names[value("algorithm") ":" value("variant")]++)
        next # searches overlap
    read_shape()
    rooms = smaller(smaller(int(THREADS / (threads < 32 ? 32 : threads)), BLOCKS),
        int(SHARED / (4 * places + 1024))) # 1 KiB of each block is the driver's
    n = value("n") + 0
    counted = value("counted_n") + 0
    waves = n / section / (SMS * rooms)
    name[++points] = value("algorithm") ":" value("variant")
    time[points] = value("median_ns") / 1e6
    size[points] = value("algorithm") == "derived" ? section : value("algorithm") section
    # The first two in 2^30 sectors and wavefronts, the others in 1000.
    x[points, 1] = value("sectors") / counted * n / 2 ^ 30
    x[points, 2] = value("shared") / counted * n / 2 ^ 30
    x[points, 3] = value("barriers") / (2 * counted / section) * waves / 1000
    x[points, 4] = value("counted_depth") * waves / 1000
    x[points, 5] = waves / 1000
    twin = n SUBSEP x[points, 1] SUBSEP x[points, 2] SUBSEP x[points, 3] SUBSEP x[points, 4]
    if (twins[twin]++)
        points-- # the same counts as an earlier point: nothing unseen
}

# Least squares of the relative error, no constant below 0: one constant after
# another, until nothing changes any more.
function fit(    sweep, j, i, up, down, rest) {
    for (sweep = 0; sweep < 5000; sweep++)
        for (j = 1; j <= TERMS; j++) {
            up = down = 0
            for (i = 1; i <= points; i++) {
                if (!seen[i])
                    continue
                rest = time[i] - predicted(i) + x[i, j] * constant[j]
                up += x[i, j] * rest / time[i] ^ 2
                down += (x[i, j] / time[i]) ^ 2
            }
            constant[j] = up > 0 ? up / down : 0
        }
}

function predicted(i,    j, sum) {
    for (j = 1; j <= TERMS; j++)
        sum += x[i, j] * constant[j]
    return sum
}

function sort_names(    i, k) {
    for (i = 1; i <= points; i++) {
        for (k = i; k > 1 && name[order[k - 1]] > name[i]; k--)
            order[k] = order[k - 1]
        order[k] = i
    }
}

function print_points(which,    k, i, j) {
    for (k = 1; k <= points; k++) {
        i = order[k]
        if (seen[i] != which)
            continue
        printf "\"%s\",%d,%.4f,%.4f", name[i], which, time[i], predicted(i)
        for (j = 1; j <= TERMS; j++)
            printf ",%.4f", x[i, j] * constant[j]
        printf "\n"
    }
}

function print_fastest(algorithm,    i, j, best) {
    for (i = 1; i <= points; i++)
        if (index(name[i], algorithm) == 1 && (!best || time[i] < time[best]))
            best = i
    if (!best)
        return
    printf "# fastest: %s: measured %.3g ms, predicted %.3g ms:", name[best],
        time[best], predicted(best)
    for (j = 1; j <= TERMS; j++)
        printf " %s %.3g ms", term[j], x[best, j] * constant[j]
    print ""
}

function median(list, count,    i, k, kept) {
    for (i = 2; i <= count; i++)
        for (k = i; k > 1 && list[k - 1] > list[k]; k--) {
            kept = list[k]; list[k] = list[k - 1]; list[k - 1] = kept
        }
    return count % 2 ? list[(count + 1) / 2] : (list[count / 2] + list[count / 2 + 1]) / 2
}

# What a guess without counts would say: the median of the fitted points in sections of
# the same size.
function guess(i,    j, count, list) {
    for (j = 1; j <= points; j++)
        if (seen[j] && size[j] == size[i])
            list[++count] = time[j]
    return count ? median(list, count) : 0
}

# Sorts and prints.
function print_errors(what, error, count,    middle) {
    middle = median(error, count)
    printf "# %s: median %.1f %%, nine tenths below %.1f %%, largest %.1f %%\n", what,
        100 * middle, 100 * error[int(0.9 * count + 0.5)], 100 * error[count]
}

END {
    sort_names()
    for (i = 1; i <= points; i++)
        seen[order[i]] = i % 2
    fit()
    print "name,seen,measured_ms,predicted_ms,traffic,shared,barriers,depth,starts"
    print_points(1)
    print_points(0)
    for (i = 1; i <= points; i++) {
        if (seen[i])
            continue
        off = predicted(i) / time[i] - 1
        error[++unseen] = off < 0 ? -off : off
        off = guess(i) / time[i] - 1
        guessed[unseen] = off < 0 ? -off : off
    }
    printf "# points %d fitted %d unseen %d\n", points, points - unseen, unseen
    print_errors("error of the unseen", error, unseen)
    print_errors("error of the median of fitted points in sections of that size", guessed, unseen)
    unit[1] = "ms for 2^30 sectors"; unit[2] = "ms for 2^30 wavefronts"
    unit[3] = "us for a barrier of a wave"; unit[4] = "us for an op of the longest chain of a wave"
    unit[5] = "us for the start of a wave"
    for (j = 1; j <= TERMS; j++)
        printf "# %s: %.4g %s\n", term[j], constant[j], unit[j]
    print_fastest("brent_kung")
    print_fastest("blelloch")
    print_fastest("derived")
}
