#!/bin/bash
# warnings.t - gcc and clang compile everything without a warning: the program,
# the tests, and every scan around monoids of each kind, inclusive by one of them,
# exclusive by the other. Of the compiler that has built the program, the tests and
# the viewer, what it said then is read. TEST_ALL=1: all by both, every monoid, and
# optimised by both.
. "$(dirname "$0")/../end_to_end/tap.sh"

strict='-Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Werror'

built_by=gcc
"${CC:-cc}" --version | grep -q clang && built_by=clang
monoids=$(basename -s .h algorithms/elements/monoids/*.h)
[ -n "${TEST_ALL-}" ] || monoids='add_i32 affine_u32 mss_i32'

said=$(find "$BUILD" \( -name asan -o -name tsan \) -prune -o \
    -name '*.said' -size +0 -exec head -5 {} +)
is "$built_by built all without a warning" "$said" ''

for compiler in gcc clang; do
    turn=0
    [ $compiler = gcc ] || turn=1
    if [ -z "$(command -v $compiler)" ]; then
        skip "$compiler" "not installed: make deps"
        continue
    fi
    # shellcheck disable=SC2206  # a list of options
    base=($compiler -std=gnu11 -fsyntax-only $strict -D_GNU_SOURCE
        -DVERSION='"0"' -I. -Iharness -Iviz)
    if [ -n "${TEST_ALL-}" ] || [ $compiler != $built_by ]; then
        # shellcheck disable=SC2046
        ok "$compiler: program" "${base[@]}" \
            $(find harness -name '*.c' ! -name '*_module.c') \
            $(find algorithms -name registry.c -o -name plan.c -o -name launch.c)
        ! thorough || ok "$compiler: tests" "${base[@]}" tests/unit/*.c \
            tests/fuzz/*.c tests/traces/*.c
        if pkg-config --exists sdl2 cairo 2>/dev/null; then
            # shellcheck disable=SC2046
            ok "$compiler: viewer" "${base[@]}" \
                $(pkg-config --cflags sdl2 cairo) viz/*.c viz/*/*.c tests/viz/*.c
        else
            skip "$compiler: viewer" "no SDL2 or no cairo"
        fi
    fi
    for monoid in $monoids; do
        # shellcheck disable=SC2206
        base=($compiler -std=gnu11 -fsyntax-only $strict -O1 -march=native
            -fopenmp-simd -fwrapv -Ialgorithms{/cpu,/elements,,/elements/monoids}
            -DMONOID="\"$monoid.h\"" -DBLOCK=64 -DGRAIN=8192 -DFACTOR=2
            -DSEQUENTIAL=1 -DTILE=16384 -DOVERLAP=1)
        kinds='0 1'
        [ -n "${TEST_ALL-}" ] || kinds=$((turn % 2))
        turn=$((turn + 1))
        for exclusive in $kinds; do
            ok "$compiler: scans of $monoid, EXCLUSIVE=$exclusive" \
                "${base[@]}" -DEXCLUSIVE="$exclusive" algorithms/*/cpu.c
        done
        ok "$compiler: $monoid" "${base[@]}" -DHOST -I. -Iharness \
            harness/monoids/monoid_module.c
    done
    # Inlining sees more: once to the end, for one monoid with SIMD and one
    # without. gcc takes row[k + 1] of blelloch to be outside, where k + 1 < padded;
    # clang tells which loops it leaves rolled.
    quiet=-Wno-array-bounds
    [ $compiler = clang ] && quiet=-Wno-pass-failed
    [ -n "${TEST_ALL-}" ] || [ $compiler = gcc ] || continue
    optimised=add_i32
    [ -z "${TEST_ALL-}" ] || optimised='add_i32 affine_u32'
    for monoid in $optimised; do
        for source in algorithms/*/cpu.c; do
            # shellcheck disable=SC2086
            ok "$compiler: $source, $monoid" $compiler -std=gnu11 $strict -O2 \
                $quiet \
                -march=native -fopenmp-simd -fwrapv \
                -Ialgorithms{/cpu,/elements,,/elements/monoids} -DMONOID="\"$monoid.h\"" -DEXCLUSIVE=0 \
                -DBLOCK=16 -DGRAIN=8192 -DFACTOR=2 -DSEQUENTIAL=1 \
                -DTILE=16384 -DOVERLAP=1 -c -o /dev/null "$source"
        done
    done
done
for source in harness/bench/libraries/*.cpp harness/bench/libraries/*.c; do
    taken 3 || continue
    language=g++\ -std=c++17
    flags=''
    case $source in
    *openmp*) flags=-fopenmp ;;
    *.c) language=gcc\ -std=c11 flags=-DALGORITHM=0 ;;
    esac
    # Of an application, with what it may ask of elements.
    # shellcheck disable=SC2086
    run $language -fsyntax-only -Wall -Wextra -Wshadow -Werror $flags \
        -Wno-unused-function -fwrapv -DEXCLUSIVE=0 -Ialgorithms{,/elements,/elements/monoids} \
        -DMONOID='"add_i32.h"' -DPREDICATE='"predicates/odd.h"' \
        -DKEY_HEADER='"keys/value.h"' -DPRODUCT_HEADER='"products/times.h"' "$source"
    case $err in
    *"No such file"*) skip "$source" "its library is not installed" ;;
    *) is "$source" "$code$err" 0 ;;
    esac
done

done_testing
