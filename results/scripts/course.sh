#!/bin/bash
# The tables of the course and of the blog, on this machine: reduce in the
# course's forms at its two sizes, and reduce, dotprod and scan at the blog's, 10^3
# to 10^8. From the repository's root:
#
#     make && results/scripts/course.sh results/MACHINE [cuda|cpu|draw]...
#
# It writes results/MACHINE/course/*.csv and, from their rows and those of
# results/published, course/README.md. A minute on a GPU, and one on a CPU; plain
# "course.sh results/MACHINE" does what this machine has; "draw" is the tables
# alone.
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
folder=${1:?which folder of results/}
shift
out=$folder/course
mkdir -p "$out"
[ $# -gt 0 ] || {
    set -- cpu draw
    ! ./scanlab list | grep -q '^ *cuda .*GiB' || set -- cuda "$@"
}

blog=1000,10000,100000,1000000,10000000,100000000

# Each thread of the forms own and strided has a chunk; 128 blocks of 256 are
# the blog's 32768 threads.
cuda() {
    local threads=blocks=128,block=256
    run ./scanlab bench -d cuda --no-libraries -n 1000,1000000 --time-limit 3s \
        reduce:tree reduce:group,block=256,items=1 \
        "reduce:own,$threads" reduce:chunked reduce:atomics reduce \
        reduce:stream \
        -o "$out/course-cuda.csv"
    run ./scanlab bench -d cuda --no-libraries -n 10000000 --time-limit 1s \
        reduce:tree reduce:group,block=256,items=1 reduce \
        -o "$out/levels-cuda.csv"
    run ./scanlab bench -d cuda --no-libraries -n $blog --time-limit 8s \
        reduce reduce:stream reduce:tree "reduce:own,strided,$threads" \
        "reduce:own,$threads" -o "$out/reduce-cuda.csv"
    run ./scanlab bench -d cuda --no-libraries -n $blog --time-limit 5s \
        dotprod dotprod:unfused -o "$out/dotprod-cuda.csv"
    run ./scanlab bench -d cuda --no-libraries -n $blog --time-limit 8s \
        lookahead scan_propagate hillis_steele -o "$out/scan-cuda.csv"
}

cpu() {
    run ./scanlab bench --no-libraries -n 1000,1000000 --time-limit 3s reduce \
        -o "$out/course-cpu.csv"
    run ./scanlab bench --no-libraries -n $blog --time-limit 10s reduce \
        -o "$out/reduce-cpu.csv"
    run ./scanlab bench --no-libraries -n $blog --time-limit 10s dotprod \
        -o "$out/dotprod-cpu.csv"
    run ./scanlab bench --no-libraries -n $blog --time-limit 20s lookback \
        scan_propagate hillis_steele -o "$out/scan-cpu.csv"
    # 39063 elements leave 153, and these one: a launch and a barrier for each
    # block.
    run ./scanlab measure reduce:group,block=256,items=1 -d simt --wide \
        -n 39063,10000000 -o "$out/levels-simt.csv"
}

# microseconds FILE.csv: lines "algorithm|variant|n|us", in the file's order.
microseconds() {
    awk '
        function cut(line,    i, c, quoted) {
            count = 1
            field[1] = ""
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"")
                    quoted = !quoted
                else if (c == "," && !quoted)
                    field[++count] = ""
                else
                    field[count] = field[count] c
            }
        }
        { cut($0) }
        NR == 1 { for (i = 1; i <= count; i++) at[field[i]] = i; next }
        field[at["median_ns"]] != "" && field[at["algorithm"]] != "memcpy" {
            us = field[at["median_ns"]] / 1000
            printf "%s|%s|%d|" (us < 100 ? "%.3g" : "%.0f") "\n",
                field[at["algorithm"]], field[at["variant"]],
                field[at["n"]], us
        }' "$1"
}

# table FILE.csv...: a row for each form, a column for each n. Each row links its
# file from the page, $out/README.md.
table() {
    local file link
    for file; do
        link=${file#"$out/"}
        link=${link/#results/../..}
        [ ! -f "$file" ] || microseconds "$file" |
            sed "s,^,[$(basename "$file" .csv)]($link)|,"
    done | awk -F'|' '
        {
            row = $2 ($3 == "" ? "" : ": " $3) " | " $1
            if (!(row in seen))
                rows[++count] = row
            seen[row] = 1
            if (!($4 in columns)) {
                columns[$4] = 1
                n[++sizes] = $4
            }
            us[row, $4] = $5
        }
        END {
            printf "| us | from"
            line = "| --- | ---"
            for (k = 1; k <= sizes; k++) {
                printf " | %d", n[k]
                line = line " | ---:"
            }
            print " |\n" line " |"
            for (r = 1; r <= count; r++) {
                printf "| %s", rows[r]
                for (k = 1; k <= sizes; k++)
                    printf " | %s", us[rows[r], n[k]]
                print " |"
            }
        }'
}

draw() {
    local published=results/published
    {
        cat <<'TEXT'
# The course and the blog, here

Made by `results/scripts/course.sh`, from the CSVs beside this file and from
[published figures](../../published/README.md). Microseconds, medians; "from" is the
file. Each of our runs begins when its first launch is enqueued, and ends with its last;
its input is already on the GPU. The texts timed older GPUs, and do not state what their
times include: compare how times grow, not their size.

## Four ways to sum, at the course's two sizes

TEXT
        table "$out"/course-*.csv $published/opencl-course.csv
        cat <<'TEXT'

## 10000000 -> 39063 -> 153 -> 1

With groups of 256 and an element for each thread, three launches are enough.
TEXT
        [ ! -f "$out/levels-cuda.csv" ] || {
            echo
            table "$out"/levels-cuda.csv
        }
        [ ! -f "$out/levels-simt.csv" ] || {
            printf '\nLaunches and barriers, one for each block, as counted:\n\n'
            awk -F, 'NR == 1 {
                    for (i = 1; i <= NF; i++)
                        at[$i] = i
                    print "| n | launches | barriers |\n| ---: | ---: | ---: |"
                    next
                }
                { gsub(/"[^"]*"/, "")
                    print "| " $at["n"] " | " $at["launches"] " | " \
                        $at["barriers"] " |" }' "$out/levels-simt.csv"
        }
        printf '\n## The blog: reduce\n\n'
        table "$out"/reduce-*.csv $published/futhark-blog.csv |
            grep -v '^| dotprod'
        printf '\n## The blog: dotprod\n\n'
        table "$out"/dotprod-*.csv $published/futhark-blog.csv |
            grep -v '^| reduce'
        printf '\n## The blog: scan\n\n'
        table "$out"/scan-*.csv $published/futhark-blog-scan.csv
    } >"$out/README.md"
}

for part; do
    "$part"
done
relative_names "$out"
