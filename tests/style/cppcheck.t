#!/bin/bash
# cppcheck.t - cppcheck has nothing to say. tests/style/cppcheck.txt lists what
# is left out, each with its reason.
. "$(dirname "$0")/../end_to_end/tap.sh"

if [ -z "$(command -v cppcheck)" ]; then
    skip "cppcheck" "not installed: make deps"
    done_testing
fi
check() {
    cppcheck --quiet --error-exitcode=1 --std=c11 --language=c \
        --enable=warning,portability,performance --inline-suppr \
        --suppressions-list=tests/style/cppcheck.txt \
        -D_GNU_SOURCE -DVERSION='"0"' "$@"
}
# shellcheck disable=SC2046  # no blanks in these
ok "harness" check -I. -Iharness $(find harness -name '*.c' ! -name '*_module.c')
# shellcheck disable=SC2046
ok "plans" check algorithms/contract/registry.c \
    $(find algorithms -name plan.c -o -name launch.c)
# shellcheck disable=SC2046
ok "examples" check $(find algorithms/examples -name '*.c')
ok "viewer" check -I. -Iviz viz/*.c viz/*/*.c tests/viz/*.c
for monoid in add_i32 affine_u32 mss_i32 interval; do
    ok "scans of $monoid" check -Ialgorithms{/cpu,/elements,,/elements/monoids} \
        -DMONOID="\"$monoid.h\"" -DEXCLUSIVE=1 -DBLOCK=64 -DGRAIN=8192 \
        -DFACTOR=2 -DSEQUENTIAL=1 -DTILE=16384 -DOVERLAP=1 algorithms/*/cpu.c
done
ok "monoids" check -I. -Iharness -Ialgorithms/elements/monoids -DHOST \
    -DMONOID='"affine_u32.h"' harness/monoids/monoid_module.c
ok "tests" check -I. -Iharness -DMONOID='"add_i32.h"' tests/unit/*.c tests/fuzz/*.c \
    tests/traces/*.c tests/viz/*.c
done_testing
