#!/bin/bash
# Runs all tests and ends with prove's summary. `make check` calls it after the
# build; alone:
#
#     tests/check.sh [--all] [TEST...]
#
#     --all   every size, block and schedule, longer fuzzing (two hours)
#     TEST    only these, e.g. tests/end_to_end/files.t build/tests/unit/test_csv
#
# JOBS=N in the environment runs N at a time: else one more than there are
# processors, since some wait more than they compute, and eight at most.
#
# Works offline, without a terminal, as root or not, in any folder.
set -euo pipefail
cd "$(dirname "$0")/.."

export BUILD=${BUILD:-build} CC=${CC:-cc}
# Tests call make for other builds; what our make was told is not for them.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL HARNESS_OPTIONS
unset SCANLAB SCANLAB_TUNING XDG_CONFIG_HOME SCANLAB_HOME SCANLAB_CC SCANLAB_CXX TEST_ALL
if [ "${1-}" = --all ]; then
    export TEST_ALL=1
    shift
fi

# What modules are compiled to is kept for this run alone, unless told where.
scratch=$(mktemp -d "${TMPDIR:-/tmp}/scanlab-check.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=${XDG_CACHE_HOME:-$scratch/cache} HOME=$scratch

jobs=${JOBS:-$(($(nproc) + 1))}
[ -n "${JOBS-}" ] || [ "$jobs" -le 8 ] || jobs=8

# First what takes a second or so: style and units. Then the longest, so that the
# last ones end together. test_entries comes late: by then what it runs has been
# compiled.
tests=("$@")
if [ $# -eq 0 ]; then
    long=(tests/promises/pages.t tests/lab/labs.t
        tests/end_to_end/reproducible.t tests/end_to_end/blocks.t
        tests/end_to_end/alarms.t tests/sanitize/address.t tests/end_to_end/proofs.t
        tests/end_to_end/application_proofs.t
        tests/museum/mutants.t tests/fake_cuda/nvrtc.t
        "$BUILD"/tests/unit/test_scans tests/style/nvcc.t
        tests/museum/museum.t tests/fake_cuda/cuda.t
        tests/broken/broken.t tests/end_to_end/verify.t
        tests/style/warnings.t tests/sanitize/thread.t
        tests/museum/opaque.t tests/hostile/hostile.t
        tests/end_to_end/lab_kogge_stone.t tests/end_to_end/simt.t
        tests/traces/traces.t tests/accepts/accepts.t tests/viz/html.t
        tests/viz/keys.t tests/fuzz/fuzz.t tests/viz/fuzz.t
        "$BUILD"/tests/unit/test_explore "$BUILD"/tests/unit/test_simt_wrong)
    tests=(tests/style/names.t tests/style/arrows.t tests/promises/links.t
        tests/style/format.t tests/style/shell.t)
    for test in tests/unit/test_*.c; do
        test=$BUILD/${test%.c}
        case " ${long[*]} $BUILD/tests/unit/test_entries " in
        *" $test "*) ;;
        *) tests+=("$test") ;;
        esac
    done
    tests+=("${long[@]}")
    for test in tests/*/*.t tests/unit/test_*.c; do
        case $test in
        *.c)
            test=${test%.c}
            test=$BUILD/$test
            ;;
        esac
        case " ${tests[*]} " in
        *" $test "*) ;;
        *) tests+=("$test") ;;
        esac
    done
fi
for test in "${tests[@]}"; do
    [ -x "$test" ] || {
        echo "check: $test is missing: make tests" >&2
        exit 2
    }
done

prove --norc --timer -j"$jobs" --exec '' "${tests[@]}" </dev/null
