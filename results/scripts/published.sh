#!/bin/bash
# Published times, in the columns of bench, so that plot can draw them beside our
# own as hollow points:
#
#     results/scripts/published.sh results/published
#     ./scanlab plot results/h200/scan.csv --kind fraction -n 2^28 \
#         --published results/published/futhark-report.csv
#
# The tables below are the texts' own times, in microseconds, as they stand
# there; all other columns follow from them. A fraction of memcpy needs the
# time of a copy on the same GPU: of the report it is its own, for the blog the
# report's, since both name an RTX 2080 Ti.
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}
mkdir -p "$out"

# rows SOURCE: "algorithm|variant|monoid|n|bytes moved for each n|us|us of memcpy
# for 2^28 int32, or nothing" on stdin; bench's columns on stdout.
rows() {
    awk -F'|' -v source="$1" '
        BEGIN {
            print "run_id,algorithm,variant,device,monoid,kind,n," \
                "threads,verified,median_ns,bytes,gbps,of_memcpy"
        }
        {
            bytes = $4 * $5
            copy = $7 * bytes / 2^31 # a time for as many bytes
            printf "%s,%s,\"%s\",cuda,%s,inclusive,%d,,,%d,%.0f,%.6g,%s\n",
                source, $1, $2, $3, $4, $6 * 1000, bytes, bytes / ($6 * 1000),
                $7 == "" ? "" : sprintf("%.4g", copy / $6)
        }'
}

# A. Nicolaisen, M. A. Persson: Implementing Single-Pass Scan in the Futhark
# Compiler, tables 3 and 4. "scan_propagate" is Futhark before, by its role: four
# passes over memory. 1 GiB of int32; "Advanced" reads one number and writes four;
# "Radix" is a whole sort of 26214400 keys, 16 passes of 2 bits, and no bytes are
# said. Its "reference" is a look-back in OpenCL, in which a warp folds.
rows futhark-report >"$out/futhark-report.csv" <<'ROWS'
memcpy|GTX 780Ti|add_i32|268435456|8|8251|8251
lookback|Futhark, GTX 780Ti|add_i32|268435456|8|15980|8251
lookback|reference, GTX 780Ti|add_i32|268435456|8|12773|8251
scan_propagate|Futhark, GTX 780Ti|add_i32|268435456|8|50150|8251
memcpy|RTX 2080Ti|add_i32|268435456|8|4027|4027
lookback|Futhark, RTX 2080Ti|add_i32|268435456|8|4750|4027
lookback|reference, RTX 2080Ti|add_i32|268435456|8|4377|4027
scan_propagate|Futhark, RTX 2080Ti|add_i32|268435456|8|11572|4027
ROWS
rows futhark-report >"$out/futhark-report-advanced.csv" <<'ROWS'
map_scan|Futhark, GTX 780Ti|add2_i32|26214400|20|3109|8251
map_scan|before, GTX 780Ti|add2_i32|26214400|20|7593|8251
map_scan|Futhark, RTX 2080Ti|add2_i32|26214400|20|1097|4027
map_scan|before, RTX 2080Ti|add2_i32|26214400|20|2213|4027
ROWS
rows futhark-report >"$out/futhark-report-radix.csv" <<'ROWS'
radix_sort|Futhark, GTX 780Ti|add_i32|26214400|8|136568|
radix_sort|before, GTX 780Ti|add_i32|26214400|8|230707|
radix_sort|Futhark, RTX 2080Ti|add_i32|26214400|8|50178|
radix_sort|before, RTX 2080Ti|add_i32|26214400|8|82663|
ROWS

# C. Oancea, T. Henriksen: OpenCL Day 3, "Using Atomics": a sum of integers. The
# slides name no GPU.
rows opencl-course >"$out/opencl-course.csv" <<'ROWS'
reduce|course, tree|add_i32|1000|4|77|
reduce|course, tree|add_i32|1000000|4|363|
reduce|course, group|add_i32|1000|4|17|
reduce|course, group|add_i32|1000000|4|179|
reduce|course, chunked|add_i32|1000|4|70|
reduce|course, chunked|add_i32|1000000|4|103|
reduce|course, atomics|add_i32|1000|4|8|
reduce|course, atomics|add_i32|1000000|4|1278|
ROWS

# T. Henriksen: What is the minimal basis for Futhark?, April 2019: times of the
# builtin function, and of one written in Futhark.
blog() { # NAME VARIANT BYTES TIMES..., for n = 10^3 to 10^8
    local name=$1 variant=$2 bytes=$3 n=1000 us
    shift 3
    for us; do
        echo "$name|$variant|add_i32|$n|$bytes|$us|4027"
        n=${n}0
    done
}
{
    blog reduce builtin 4 22 22 26 31 123 768
    blog reduce "as a tree" 4 119 386 151 649 1014 2491
    blog reduce "by 32768 threads" 4 135 137 144 142 235 875
    blog dotprod builtin 8 24 25 26 41 202 1602
    blog dotprod "in Futhark" 8 152 149 158 162 653 3023
} | rows futhark-blog >"$out/futhark-blog.csv"
{
    blog scan_propagate builtin 8 27 26 33 66 489 4428
    blog hillis_steele "in Futhark" 8 86 116 138 506 4093 45149
} | rows futhark-blog >"$out/futhark-blog-scan.csv"

# All of them as tables, beside the same programs on an H200.
awk -f results/scripts/csv.awk -f results/scripts/published.awk "$out"/*.csv \
    results/h200/{scan,report-steps,slow}.csv \
    results/h200/applications/{map_scan,radix_sort-report,radix_sort,reduce,dotprod}.csv \
    >"$out/tables.md"
