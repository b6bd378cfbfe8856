# csv.awk - the columns of a bench by their names, for scripts here:
#
#     awk -f results/scripts/csv.awk -e '{ print value("n") }' scan.csv
#
# A variant stands in quotes where it has commas. The first line of each file
# names its columns; it is not seen by the rules after this file.
function split_row(line,    i, c, quoted, count) {
    split("", field)
    count = 1
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"")
            quoted = !quoted
        else if (c == "," && !quoted)
            count++
        else
            field[count] = field[count] c
    }
    return count
}

# "" where the file has no such column.
function value(name) {
    return name in column ? field[column[name]] : ""
}

{ fields = split_row($0) }
FNR == 1 {
    split("", column)
    for (i = 1; i <= fields; i++)
        column[field[i]] = i
    next
}
