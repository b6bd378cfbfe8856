#!/bin/bash
# One pass over several GPUs of a host, beside the scan and the copy on one of them.
# From the repository's root, with the GPUs to itself (two minutes):
#
#     make && results/scripts/gpus.sh results/MACHINE/gpus [GPUS]
#
# GPUS (default: 2) is 2, 3, 4 or 8. For each monoid: MONOID.csv, whose rows are those
# of several processes; then per-gpu.md, which compares a scan of n elements on each
# GPU with the copy of n elements on one; and verify.txt.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?results/MACHINE/gpus}
gpus=${2:-2}
mkdir -p "$out"

# Sizes of one GPU, and of all of them: so each scan has its copy.
sizes() { # N...
    local n all=
    for n; do
        all+=,$n,$((n * gpus))
    done
    tr , '\n' <<<"${all#,}" | sort -n -u | paste -s -d ,
}

measure() { # MONOID N...
    local monoid=$1
    shift
    run ./scanlab bench -d cuda "lookahead:gpus=$gpus" lookahead -m "$monoid" \
        -n "$(sizes "$@")" --runs 5 --time-limit 40s --no-tuning \
        -o "$out/$monoid.csv"
}

run nvidia-smi topo -m | sed 's/\x1b\[[0-9;]*m//g' | grep -E '^ *(\$|GPU)' >"$out/links.txt"
run timeout 280 ./scanlab verify "lookahead:gpus=$gpus" -d cuda >"$out/verify.txt" 2>&1
cat "$out/verify.txt"
measure add_i32 $((1 << 22)) $((1 << 25)) $((1 << 28))
measure affine_u32 $((1 << 27))
measure mss_i32 $((1 << 26))

# Of rows of the same file: the scan over all GPUs beside the copy on one of them.
{
    echo "| monoid | elements on each of $gpus GPUs | scan, us | copy on one GPU, us | of that copy | at least | at most |"
    echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for file in "$out"/*.csv; do
        awk -v gpus="$gpus" -f results/scripts/csv.awk -f results/scripts/gpus.awk "$file"
    done
} >"$out/per-gpu.md"
cat "$out/per-gpu.md"
relative_names "$out"
