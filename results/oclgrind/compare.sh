#!/bin/bash
# Two kernels on the SIMT machine and on Oclgrind, each with its checks for
# races and uninitialised memory, 2^16 ints, in turns. Seconds of one core for
# the whole command; Oclgrind has it easier: it scans the sections only.
#
#     apt-get install oclgrind     # Debian's package
#     make && results/oclgrind/compare.sh > results/oclgrind/log.txt
set -euo pipefail
cd "$(dirname "$0")/../.."
n=65536
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# seconds COMMAND...: user and system time.
seconds() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}

# sim KERNEL BLOCK_ELEMENTS: what oclgrind-kernel is to run.
sim() {
    cp "results/oclgrind/$1.cl" "$work"
    printf '%s\n' "$1.cl" scan_sections "$((n * 256 / $2)) 1 1" "256 1 1" "" \
        "<size=$((4 * n)) fill=1 int>" "<size=$((4 * n)) fill=0 int>" \
        "<size=$((4 * n)) fill=0 int>" "<size=8 ulong>" "$n" >"$work/$1.sim"
}
sim kogge_stone 256
sim blelloch 512

oclgrind() {
    (cd "$work" && oclgrind-kernel "$@")
}
oclgrind --version 2>&1 | head -1 || true
dpkg-query -W -f 'oclgrind ${Version}\n' oclgrind
./scanlab --version
lscpu | grep 'Model name'
echo
printf '%-12s %5s %10s %14s %18s %8s\n' kernel round "scanlab s" "oclgrind s" \
    "oclgrind checks s" ratio
for round in 1 2 3; do
    for kernel in kogge_stone blelloch; do
        ours=$(seconds ./scanlab run $kernel -d simt -n $n --schedule inorder)
        bare=$(seconds oclgrind $kernel.sim)
        checks=$(seconds oclgrind --data-races --uninitialized $kernel.sim)
        awk -v k=$kernel -v r=$round -v a="$ours" -v b="$bare" -v c="$checks" \
            'BEGIN { printf "%-12s %5d %10.2f %14.2f %18.2f %8.1f\n",
                     k, r, a, b, c, c / a }'
    done
done
