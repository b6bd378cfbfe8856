#!/bin/bash
# alarms.t - make check-all: under a thousand random schedules each, no kernel
# raises a false alarm.
. "$(dirname "$0")/tap.sh"

if [ -z "${TEST_ALL-}" ]; then
    skip "a thousand schedules" "that is for make check-all"
    done_testing
fi

for scan in $("$scanlab" list --names) lookback:packed lookahead:stream; do
    run timeout 3600 "$scanlab" verify "$scan" -d simt -n 100 \
        --schedule random:1..1000
    is "$scan: exit" "$code$err" 0
    has "$scan" "$out" "proved for every monoid and input"
done

done_testing
