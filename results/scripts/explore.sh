#!/bin/bash
# The design space of the trees, searched on an NVIDIA GPU; every point is proved
# and counted on the SIMT machine before it is timed. From the repository's root,
# with the GPU to itself, some five minutes:
#
#     make && results/scripts/explore.sh results/MACHINE
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/$(hostname)}/explore
mkdir -p "$out"

for scan in brent_kung:250s blelloch:40s; do
    IFS=: read -r name budget <<<"$scan"
    run ./scanlab explore "$name" -d cuda -n 2^28 --budget "$budget" \
        -o "$out/$name.csv" 2>&1 | tee "$out/log-$name.txt"
done
relative_names "$out"
