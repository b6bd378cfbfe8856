#!/bin/bash
# compilers.t - the C++ compiler of the SIMT machine: one that forgets a hook is
# refused by name, and no kernel is blamed; one that passes is tried once.
. "$(dirname "$0")/../end_to_end/tap.sh"

if "$scanlab" list --verbose | grep -q '^  simt  *not available'; then
    skip "the SIMT machine" "not here"
    done_testing
fi
export XDG_CACHE_HOME=$work/cache

# compiler NAME BASE FROM [TO]: $work/NAME is BASE, but that it has TO in place of
# an option that fits FROM. It counts how often it is run.
compiler() {
    cat >"$work/$1" <<SH
#!/bin/bash
echo >>"$work/$1.runs"
for option; do
    shift
    case \$option in
    $3) set -- "\$@" ${4-} ;;
    *) set -- "\$@" "\$option" ;;
    esac
done
exec $2 "\$@"
SH
    chmod +x "$work/$1"
}

# unfit NAME WORDS: it is refused, for that.
unfit() {
    refuses "$1: $2" 3 "$work/$1 does not work with the SIMT machine: $2" \
        env SCANLAB_CXX="$work/$1" "$scanlab" verify kogge_stone -d simt -n 3
    has "$1: what to do" "$err" "SCANLAB_CXX=g++"
}

# proves COMPILER ARGUMENT...: verify does, with it.
proves() {
    local name=${1##*/}
    run env SCANLAB_CXX="$1" timeout 120 "$scanlab" verify "${@:2}" "${t4[@]}" \
        -d simt
    is "$name: verify ${*:2}: exit" "$code$err" 0
    has "$name: verify ${*:2}" "$out" "proved for every monoid and input"
}

# ------------------------------------------------------------------------ g++

compiler no-hooks g++ -fsanitize=thread
unfit no-hooks "a copy of 1 byte: saw 0 bytes read and 0 written in global memory"
for command in run trace; do
    refuses "no-hooks: $command" 3 "no-hooks does not work with the SIMT machine" \
        env SCANLAB_CXX="$work/no-hooks" "$scanlab" $command kogge_stone \
        -d simt -n 3 -o "$work/out"
done
refuses "no-hooks: a kernel that does not compile" 3 "no-hooks does not work" \
    env SCANLAB_CXX="$work/no-hooks" "$scanlab" verify sequential -n 3 \
    --source tests/museum/recursion.cu

compiler volatile-as-plain g++ '*tsan-distinguish-volatile*'
unfit volatile-as-plain "a volatile flag between two blocks: race on flags[0]"
compiler optimising g++ -O0 -O1
unfit optimising "x += 1: saw 4 bytes read and 8 written"
compiler old g++ -fno-rtti --no-such-option
unfit old "$PWD/harness/simt/device/self_test.cu does not compile: "
has "old: its own words" "$err" "no-such-option"
compiler compares-unseen g++ -fsanitize-coverage=trace-cmp -w
unfit compares-unseen "comparisons are not seen"
compiler not-wrapped g++ '*--wrap*'
unfit not-wrapped "$PWD/harness/simt/device/self_test.cu compiles but does not"
compiler none false -nothing
unfit none "it is neither g++ nor clang++"
ok "what failed is not kept" test ! -e "$XDG_CACHE_HOME"/scanlab/*.fit
refuses "no compiler at all" 3 "no compiler 'no-such-c++'" \
    env SCANLAB_CXX=no-such-c++ "$scanlab" verify kogge_stone -d simt -n 3

# It was mended, and counts.
compiler no-hooks g++ -nothing
scans() { # NAME RUNS: it takes so many runs of the compiler, from now on
    rm -f "$work/no-hooks.runs"
    run env SCANLAB_CXX="$work/no-hooks" "$scanlab" run sequential -d simt -n 40
    has "$1" "$out$err" "right; last is"
    touch "$work/no-hooks.runs"
    is "$1: so often it was run" "$(wc -l <"$work/no-hooks.runs")" "$2"
}
# Whose it is; the self-test and the scan, in 3 steps; how it reads the scan.
scans "a mended compiler" 8
scans "a compiler that is known" 0
echo nonsense | tee "$XDG_CACHE_HOME"/scanlab/*.fit >/dev/null
scans "what was known is spoilt" 1

# ---------------------------------------------------------------- time limits

# Processor time is limited, not the time that a busy machine takes. The words:
# what the compiler does before it compiles.
slow() { # NAME WORDS
    printf '#!/bin/bash\n%s\nexec cc "$@"\n' "$2" >"$work/$1"
    chmod +x "$work/$1"
}
with() { # NAME SECONDS: a scan with it, and nothing in the cache
    env XDG_CACHE_HOME="$work/with-$1" SCANLAB_CC="$work/$1" \
        SCANLAB_COMPILE_SECONDS="$2" timeout 60 "$scanlab" run sequential \
        -d cpu -n 5
}
slow waits "sleep 1.5"
ok "a compiler that takes longer than its processor time" with waits 1
slow sleeps "sleep 60"
refuses "one that sleeps" 3 "$work/sleeps did not finish within 1 s " \
    with sleeps 0.1
has "and how to give it more" "$err" \
    "(with SCANLAB_COMPILE_SECONDS=0.1, 10 times as long)"
slow spins "while :; do :; done"
refuses "one that loops" 3 "$work/spins took 1 s of processor time on " \
    with spins 1
slow starts "bash -c 'while :; do :; done' || exit"
refuses "a process of its own that loops" 3 \
    "$work/starts took 1 s of processor time on " with starts 1
# The driver of a compiler tells it in its own words.
{
    echo "#define X0 ;"
    for i in {0..29}; do echo "#define X$((i + 1)) X$i X$i"; done
    cat algorithms/elements/monoids/add_i32.h
    echo X30
} >"$work/long.h"
refuses "a source without an end" 3 " took 1 s of processor time on " \
    env SCANLAB_COMPILE_SECONDS=1 timeout 60 "$scanlab" run sequential -d cpu \
    -n 5 -m "$work/long.h"
has "how to give these more" "$err" "set SCANLAB_COMPILE_SECONDS to allow more"

# -------------------------------------------------------------------- clang++

if ! command -v clang++ >/dev/null; then
    skip "clang++" "it is not installed"
    done_testing
fi
compiler forgets-reads clang++ -tsan-instrument-read-before-write=1 \
    -tsan-instrument-read-before-write=0
unfit forgets-reads "x += 1: saw 4 bytes read and 8 written in global memory"
compiler copies-unseen clang++ -O0 \
    "-O0 -mllvm -tsan-instrument-memintrinsics=0"
unfit copies-unseen "a copied struct of 3 words: saw 0 bytes read and 0 written"

# Each module takes clang++ a second.
scan=kogge_stone:block=32,form=0
! thorough || scan=kogge_stone
proves clang++ $scan -n 0..2,33
# Threads that compare nothing between two rounds of the loop.
proves clang++ kogge_stone:block=64,form=double -n 100
proves clang++ lookback:report,block=32,items=1 -n 33
proves clang++ lookahead:stream,block=32,items=1,strips=2,scanners=1,reducers=1,lookers=2,stages=2,copies=2 -n 33
# Of a volatile word in a packed struct a GPU makes bytes, and clang++ one step.
loose='struct __attribute__((packed)) loose { volatile uint64_t v; }'
sed "s|const uint64_t begin = .*|&\n    $loose;\n    __shared__ uint64_t word;\n    loose *const at = (loose *)\&word;\n    at->v = 1;|" \
    algorithms/kogge_stone/kernel.cu >"$work/packed.cu"
run env SCANLAB_CXX=clang++ "$scanlab" verify $scan -d simt -n 1 --bytes 4 \
    --source "$work/packed.cu"
is "clang++: a volatile word in a packed struct" "$code" 1
has "and that is told" "$out" "splits into single bytes"
pieces=(flag-before-value compares recursion device-variable)
! thorough || pieces+=(one-barrier misaligned beyond-shared)
ok "clang++: pieces of the museum" env SCANLAB_CXX=clang++ \
    tests/museum/museum.t "${pieces[@]}"

# No shell sees the compiler's path, and no source is an option.
mkdir "$work/it's \$(here)"
ln -s "$(command -v g++)" "$work/it's \$(here)/g++"
ok "a compiler with a quote in its path" \
    env SCANLAB_CXX="$work/it's \$(here)/g++" "$scanlab" run kogge_stone \
    -d simt -n 70
cp algorithms/kogge_stone/kernel.cu "$work/-d.cu"
ok "a source named as an option" sh -c 'cd "$1" && "$2" run kogge_stone -d simt \
    -n 70 --source -d.cu' - "$work" "$scanlab"
ok "--source=-d.cu" sh -c 'cd "$1" && "$2" run kogge_stone -d simt \
    -n 70 --source=-d.cu' - "$work" "$scanlab"

# What a user has set up for compilers has no say.
printf '#!/bin/sh\n[ "$1" = -dM ] || echo "$HOME" >>"%s"\nexec g++ "$@"\n' "$work/homes" >"$work/g++"
chmod +x "$work/g++"
ok "a compiler that tells its home" env SCANLAB_CXX="$work/g++" \
    XDG_CACHE_HOME="$work/own" "$scanlab" run kogge_stone -d simt -n 70
is "it is the cache" "$(grep -v "^$work/own/scanlab" "$work/homes")" ''

done_testing
