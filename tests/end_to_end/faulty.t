#!/bin/bash
# faulty.t - code and monoids of a user that crash, exit or break the laws, and
# float results that cannot be checked: each is told in one line.
. "$(dirname "$0")/../end_to_end/tap.sh"

source_that() {
    printf '#include "cpu.h"\n#include <stdlib.h>\n#include <unistd.h>\n' \
        >"$work/$1.c"
    printf 'void native_scan(const struct native_call *call)\n{\n%s\n}\n' \
        "$2" >>"$work/$1.c"
}
source_that crash '    *(volatile int *)8 = 1; (void)call;'
source_that leave '    (void)call; exit(0);'
source_that wait '    (void)call; for (;;) sleep(1);'
source_that carry '    const T *in = call->ports[0]; T *out = call->ports[1];
    T sum = in[0]; out[0] = EXCLUSIVE ? identity() : sum;
    for (size_t i = 1; i < call->n; i++) { T next = op(sum, in[i]);
        out[i] = EXCLUSIVE ? sum : next; sum = next; }'

run "$scanlab" verify sequential --source "$work/crash.c"
is "a crash: exit 1" "$code" 1
has "a crash is told" "$out" "crash.c:6: the code crashed"
run "$scanlab" verify sequential --source "$work/leave.c"
is "exit(0) is no pass" "$code" 3
has "exit(0) is told" "$out" "leave.c:6: the code calls exit()"
run "$scanlab" verify sequential --source "$work/carry.c" -n 1..9
is "a carry that is ignored: exit 1" "$code" 1
has "a carry that is ignored is told" "$out" "after a carry (element 0)"

# It takes patience, and no processor time.
run timeout 120 "$scanlab" verify sequential --threads 1 -n 9 --jobs 1 \
    --source "$work/wait.c"
is "code that waits for ever: exit 1" "$code" 1
has "that it does not end is told" "$out" "does not end"

# Slots that are taken anew too early: a reader waits for what is gone, or on a
# busy machine takes what a later tile has put there.
if thorough; then
    mkdir "$work/ring"
    cp algorithms/cpu/*.h algorithms/lookback/*.[ch] "$work/ring"
    sed -i '/^    enter(run, tile);$/d' "$work/ring/cpu.c"
    run timeout 120 "$scanlab" verify lookback --tile 64 --threads 3,8 -n 20000 \
        --source "$work/ring/cpu.c"
    is "look-back that waits for ever, or is wrong: exit 1" "$code" 1
fi

printf '%s\n' 'typedef int32_t T;' 'DEVICE T identity(void) { return 0; }' \
    'DEVICE T op(T a, T b) { return a - b; }' >"$work/minus.h"
run "$scanlab" run sequential -m "$work/minus.h" -n 9
is "no monoid: exit 1" "$code" 1
has "the header is blamed" "$err" "minus.h: op(identity(), a) must be a"

echo "3e38 3e38" >"$work/large.txt"
run "$scanlab" run sequential -m add_f32 -i "$work/large.txt"
is "a sum out of range: exit 2" "$code" 2
has "where it leaves the range" "$err" "range of float32 at element 1"

done_testing
