#!/bin/bash
# Pictures of the traces that were recorded on a GPU: one thread beside a warp,
# three kernels beside look-back, and a run small enough to be followed.
#
#     make && results/scripts/traces.sh          # from results/h200/traces, into it
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
from=${1:-results/h200/traces}
work=$scratch

for packed in "$from"/*.json.gz; do
    gunzip -c "$packed" >"$work/$(basename "$packed" .gz)"
done

# picture NAME OPTION...
picture() {
    local name=$1
    shift
    ./scanviz "$@" --export "$from/$name.png"
}

two=("$work/one_thread.json" --with "$work/preset.json")
picture one-thread-and-warp-statistics "${two[@]}" --scene statistics --at 100%
picture one-thread-and-warp-tiles-30 "${two[@]}" --scene tiles --at 30%
picture three_kernel-and-lookback-timeline "$work/three_kernel.json" \
    --with "$work/lookback.json" --scene timeline --at 60%
picture small-tiles "$work/small.json" --scene tiles --at 60%
picture small-both "$work/small.json" --scene both --at 60%
