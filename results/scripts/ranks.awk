# ranks.awk - rows of a table for ranks.sh: the medians of `rounds` processes with
# `ranks` ranks, beside as many threads. After csv.awk.
value("algorithm") == "lookback" {
    name = value("variant")
    sub(/^ranks=[0-9]*,/, ranks " ranks, ", name)
    if (name == "")
        name = ranks " threads"
    if (!(name in count))
        order[++names] = name
    time[name, ++count[name]] = value("median_ns") / 1000
}
function sorted(name,    i, j, kept) {
    for (i = 2; i <= count[name]; i++)
        for (j = i; j > 1 && time[name, j - 1] > time[name, j]; j--) {
            kept = time[name, j]
            time[name, j] = time[name, j - 1]
            time[name, j - 1] = kept
        }
}
END {
    for (k = 1; k <= names; k++)
        sorted(order[k])
    middle = int((rounds + 1) / 2)
    base = time[ranks " threads", middle]
    for (k = 1; k <= names; k++) {
        name = order[k]
        printf "| %s | %.0f | %.0f..%.0f | %.3f |\n", name,
            time[name, middle], time[name, 1], time[name, count[name]],
            base / time[name, middle]
    }
}
