#!/bin/bash
# nvml.t - clocks and other processes on the GPU, as a stand-in for NVML has them.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh

if SANITIZED=${SANITIZED-} && [ -n "$SANITIZED" ]; then
    skip "NVML" "the stand-ins are not for sanitizers"
    done_testing
fi

for form in new old; do
    mkdir "$work/$form"
    ${CC:-cc} -shared -fPIC -Wall -Wextra -O1 -DNAME_$form \
        -o "$work/$form/libnvidia-ml.so.1" tests/fake_cuda/libnvml.c ||
        echo "Bail out! no stand-in for NVML"
done

# bench FORM PROCESSES ARGUMENT...
bench() {
    local form=$1 processes=$2
    shift 2
    run env LD_LIBRARY_PATH="$work/both:$work/$form" FAKE_CUDA= FAKE_NVML="$processes" \
        "$scanlab" bench sequential -d cuda -n 2^8 --time-limit 0.2s \
        --no-libraries "$@"
}
json() { cat "$work/b.json"; }

bench new 1 -o "$work/b.csv"
lacks "this process alone is no news" "$out$err" "other process"
has "it is in the JSON" "$(json)" '"other_processes":0'
has "with the clocks of NVML" "$(json)" '"sm_mhz":1980,"memory_mhz":3201,"source":"NVML"'
for form in new old; do
    bench $form 3 -o "$work/b.csv"
    is "others are no error ($form)" "$code" 0
    is "one line says so ($form)" "$(grep -c '^scanlab: 2 other processes were using this GPU: times may be too long; nvidia-smi lists them$' \
        <<<"$err")" 1
    has "the JSON has their number ($form)" "$(json)" '"other_processes":2'
done
bench new 2
has "one, without a file" "$err" "scanlab: 1 other process was using this GPU: "
bench new "1 2"
has "one that came during the run" "$err" "scanlab: 1 other process was using this GPU: "
bench new "2 1"
has "one that left" "$err" "scanlab: 1 other process was using this GPU: "
for processes in 0 none; do
    bench new $processes -o "$work/b.csv"
    lacks "no list is no warning ($processes)" "$err" "other process"
    lacks "and nothing in the JSON ($processes)" "$(json)" other_processes
done
run faked "" "$scanlab" bench sequential -d cuda -n 2^8 --time-limit 0.2s \
    --no-libraries
lacks "nor is no NVML" "$err" "other process"
# The process that starts the runs is on the GPU too.
bench new 2 --runs 2
lacks "of two runs none is another's" "$err" "other process"
bench new 3 --runs 2
is "a third process is, in each" \
    "$(grep -c '1 other process was using this GPU' <<<"$err")" 2

done_testing
