#!/bin/bash
# advice.t - the advice of an error message works when it is typed. Each line below is
#
#     advice 'A COMMAND THAT FAILS' 'ITS ADVICE, A REGULAR EXPRESSION' 'THE COMMAND AFTER IT'
#
# The first command must fail and print the advice; the second must end with 0 and not
# print it. {1} and {2} in the second are the words that ( ) matched in the message, so
# the advice itself is typed. `each` types every name of a list in the message; `noted`
# takes the advice of a command that need not fail.
. "$(dirname "$0")/../end_to_end/tap.sh"

root=$PWD
mkdir "$work/bin" "$work/here"
for program in scanlab scanviz; do
    [ ! -x "$BUILD/$program" ] || ln -s "$root/$BUILD/$program" "$work/bin"
done
ln -sf "$scanlab" "$work/bin/scanlab"

type_it() {
    # shellcheck disable=SC2016
    run bash -c 'cd "$1/here" && PATH=$1/bin:$PATH && eval "$2"' - "$work" "$1"
}

# follow COMMAND PART NAME: the advised command ends with 0, and without the advice.
follow() {
    type_it "$1"
    if [ "$code" = 0 ] && [[ ! "$err" =~ $2 ]]; then
        _pass "$3"
    else
        _fail "$3" "advised:" "$said" "exit $code from: $1" "$out" "$err"
    fi
}

# heard COMMAND PART [noted]: the command fails and prints this advice, kept in $said.
heard() {
    type_it "$1"
    said=$err
    [ -z "${3-}" ] || said+=$out
    if [ "$code" = 0 ] && [ -z "${3-}" ]; then
        _fail "$1" "it does not fail"
    elif [[ $said =~ $2 ]]; then
        return 0
    else
        _fail "$1" "it does not advise:" "$2" "but prints:" "$said"
    fi
    return 1
}

advice() {
    local next=$3 i
    heard "$1" "$2" "${4-}" || return
    for i in 1 2 3; do
        next=${next//"{$i}"/${BASH_REMATCH[i]-}}
    done
    follow "$next" "$2" "$(tr -s " \n" " " <<<"$1: $next")"
}

noted() { advice "$@" noted; }

# Names are separated by commas, bars, "and", "or"; optional parts of a name are left out.
each() {
    local name names
    heard "$1" "$2" || return
    names=$(sed -E 's/\[[^]]*\]//g; s/SEED/3/g; s/,? (and|or) /,/g; s/[|,] */ /g' <<<"${BASH_REMATCH[1]}")
    for name in $names; do
        follow "${3//"{1}"/$name}" "$2" "$1: $name"
    done
}

mean="did you mean '?([a-zA-Z0-9_.-]+)'?\?"
cd "$work/here" || exit 1
printf '1 2 3\n' | tee a.txt >text
echo 1.5 2 >halves.txt
echo 3000000000 >large.txt
echo '(1, 2) 3' >mixed.txt
printf 'day,height\n1,2\n3,4\n' >columns.csv
printf '%%%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 1 4\n2 3 5\n' >three.mtx
printf '1\0\0\0' >one.bin
cp one.bin odd.bin
printf 2 >>odd.bin
mkdir folder
cp a.txt folder

cd "$root" || exit 1

# --------------------------------------------------------------------- names

advice 'scanlab verfy' "$mean" 'scanlab {1} naive -n 3 --bytes 4'
advice 'scanlab help rn' "$mean" 'scanlab help {1}'
advice 'scanlab zzz' "'(scanlab --help)' lists" '{1}'
advice 'scanlab man zzz' "'(scanlab --help)' lists" '{1}'
advice 'scanlab' '(scanlab list) ' '{1}'
advice 'scanlab run koggestone' "$mean" 'scanlab run {1}'
advice 'scanlab run zzz' "'(scanlab list)' shows" '{1} | grep -A1 "^Algorithms"'
advice 'scanlab verify bleloch' "$mean" 'scanlab verify {1}:block=32 -n 3 --bytes 4'
advice 'scanlab bench naiv' "$mean" 'scanlab bench {1} -n 8 --no-libraries --time-limit 0.1s'
advice 'scanlab run lookback:plian' "$mean" 'scanlab run lookback:{1}'
advice 'scanlab run lookback:zzz' "'(scanlab list --verbose)' shows, or (parameter)=(value)" \
    '{1} | grep -q "variant  *plain" || {1} | grep plain'
advice 'scanlab run lookback:report' "no variant 'report' on cpu: use (-d simt)" \
    'scanlab run lookback:report {1}'
advice 'scanlab run lookback:overlapped -d simt' "on simt: use (-d cpu)" \
    'scanlab run lookback:overlapped {1}'
each 'scanlab run kogge_stone:blok=32' 'it has (.*)$' 'scanlab run kogge_stone:{1}=1024'
each 'scanlab run kogge_stone --block 7' 'block cannot be .7.; it is (.*)$' \
    'scanlab run kogge_stone --block {1}'
advice 'scanlab run kogge_stone --blok 32' 'did you mean (--[a-z]+)\?' \
    'scanlab run kogge_stone {1} 32'
advice 'scanlab run kogge_stone --blok 32' '\(see (scanlab run --help)\)' '{1}'
advice 'scanlab list --nams' 'did you mean (--[a-z]+)\?' 'scanlab list {1}'
advice 'scanlab verify all --factor 3' "see '(scanlab list --verbose)'" '{1} | grep factor'
advice 'scanlab run sequential -m ad_i32' "$mean" 'scanlab run sequential -m {1}'
advice 'scanlab run sequential -m zzz' "'(scanlab list)' shows" '{1} | grep -A1 "^Monoids"'
advice 'scanlab run filter --predicate od' "$mean" 'scanlab run filter --predicate {1}'
advice 'scanlab run filter --predicate zzz' "'(scanlab list)' shows" '{1} | grep -A1 "^Predicates"'
advice 'scanlab run radix_sort --key valu' "$mean" 'scanlab run radix_sort --key {1}'
advice 'scanlab verify radix_sort --key drawn -d cpu -n 3' 'verify uses it by default, without --key' \
    'scanlab verify radix_sort -d cpu -n 3 --bytes 4'
advice 'scanlab run dotprod --product tims' "$mean" 'scanlab run dotprod --product {1}'
advice 'scanlab run mssp --map neighbors' "$mean" 'scanlab run mssp -m mss_i32 --map {1}'
advice 'scanlab run sequential -d cpuu' "$mean" 'scanlab run sequential -d {1}'
advice 'scanlab run segmented_scan --pattern tent' "$mean" \
    'scanlab run segmented_scan --pattern {1}'
each 'scanlab run spmv --pattern zzz' 'they are (.*) and, for a matrix, stencil$' \
    'scanlab run spmv -n 64 --pattern {1}'
advice 'scanlab run spmv --pattern zzz' 'for a matrix, ([a-z]+)$' \
    'scanlab run spmv -n 64 --pattern {1}'
advice 'scanlab example' "'(scanlab list)' shows" '{1} | grep -A1 "^Examples"'
advice 'scanlab example fibonaci' "$mean" 'scanlab example {1}'
advice 'scanlab example fibonacci --by hillis_stele' "$mean" 'scanlab example fibonacci --by {1}'
advice 'scanlab completion bsh' ': (scanlab completion bash)$' '{1}'
each 'scanlab completion' 'a shell, (bash, zsh or fish)' 'scanlab completion {1}'
advice 'scanlab run filter -o zzz=a.npy' "'(scanlab list --verbose)' names" '{1} | grep -A9 "^  filter"'
each 'scanlab example tokens --by filter' 'application: use it with (.*)' 'case {1} in
    explore) scanlab explore filter:form=one_pass -d simt -n 64 --space block=32 ;;
    verify) scanlab verify filter -d cpu -n 3 ;;
    bench) scanlab bench filter -n 8 --no-libraries --time-limit 0.1s ;;
    *) scanlab {1} filter -n 8 ;; esac'

# -------------------------------------------------------------------- values

advice 'scanlab run naive -n 1M' 'n must be at most ([0-9]+)' 'scanlab run naive -n {1}'
advice 'scanlab run naive -n 70..0' 'is greater than 0\); swap its ends' 'scanlab measure naive -n 0..70'
advice 'scanlab measure naive -n ..70' 'write it like (0\.\.70)' 'scanlab measure naive -n {1}'
advice 'scanlab measure naive -n 0..' 'write it like (0\.\.70)' 'scanlab measure naive -n {1}'
advice 'scanlab run naive -n ""' 'write, for example, ([0-9]+) or (2\^[0-9]+)' \
    'scanlab run naive -n {1} && scanlab run lookback -n {2}'
advice 'scanlab run naive -n 1,2' 'give one size, not (1),2' 'scanlab run naive -n {1}'
advice 'scanlab run sequential -n 2^44' 'use a smaller n' 'scanlab run sequential -n 2^14'
for command in 'run sequential' 'trace sequential -d cpu' 'explore kogge_stone --once --space block=4 -n 64' \
    'verify sequential -d cpu -n 3' 'measure sequential -n 64' \
    'bench sequential -n 8 --no-libraries --time-limit 0.1s'; do
    advice "scanlab $command --threads x" '(takes one number, |want numbers from 1 to [0-9]+, like )([0-9,]+)' \
        "scanlab $command --threads {2}"
done
each 'scanlab run sequential --format zzz' 'the formats are (.*)$' \
    'cp one.bin x.{1}; [ {1} != npy ] || scanlab run sequential -n 3 -o x.npy
    [ {1} != text ] || cp a.txt x.text; scanlab run sequential --format {1} -i x.{1}'
advice 'scanlab run sequential --exclusive --init 1,2' 'want one element' \
    'scanlab run sequential --exclusive --init 1'
advice 'scanlab run sequential --seed x' 'want a whole number' 'scanlab run sequential --seed 3'
for command in 'run sequential' 'run reduce' 'bench sequential'; do
    each "scanlab $command -m interval" '(verify or measure|verify and measure)(, which use it)? without -m' \
        "scanlab {1} ${command#* } -d cpu -n 3"
done
advice 'scanlab verify naive -m interval -n 3' 'without -m' 'scanlab verify naive -d cpu -n 3'
advice 'scanlab measure sequential -m add_i32' 'without -m' 'scanlab measure sequential'
advice 'scanlab explore kogge_stone -d simt -n 64 -m add_i32' 'devices with real time' \
    'scanlab explore kogge_stone -d cpu -n 64 -m add_i32 --space block=4 --once'
advice 'scanlab bench kogge_stone -d simt -n 8' 'count with (measure -d simt)' \
    'scanlab {1} kogge_stone -n 8'
advice 'scanlab run sequential --trace x.json' 'is for (-d simt)' \
    'scanlab run sequential --trace x.json {1}'
advice 'scanlab run sequential -d simt --threads 2' 'is for (-d cpu)' \
    'scanlab run sequential {1} --threads 2'
each 'scanlab run kogge_stone --schedule zzz' 'the schedules are (.*)$' \
    'scanlab run kogge_stone -n 4 --schedule {1}'
advice 'scanlab run kogge_stone --schedule inorder,timed' 'one schedule at a time' \
    'scanlab run kogge_stone --schedule timed'
advice 'scanlab verify naive:block=64 -n 3 --bytes 4 --schedule random:1..' 'write a range of seeds like ([0-9.]+)' \
    'scanlab verify naive:block=64 -n 3 --bytes 4 --schedule random:{1}'
advice 'scanlab verify naive:block=64 -n 3 --bytes 4 --schedule random:3..1' 'swap its ends' \
    'scanlab verify naive:block=64 -n 3 --bytes 4 --schedule random:1..3'
advice 'scanlab verify naive -n 3 --schedule exhaustive,inorder' 'exhaustive cannot be combined with others' \
    'scanlab verify naive:block=64 -n 3 --bytes 4 --schedule exhaustive'
advice 'scanlab trace naive -n 3 --schedule exhaustive' 'give one schedule, and not exhaustive' \
    'scanlab trace naive -n 3 --schedule inorder'
advice 'scanlab run naive -d simt --resident 0' 'blocks that run at the same time, (1) to ([0-9]+)' \
    'scanlab run naive --resident {1} && scanlab run naive --resident {2}'
each 'scanlab verify naive -n 3 --bytes 5' 'T has (.*) bytes' 'scanlab verify naive:block=64 -n 3 --bytes {1}'
each 'scanlab verify naive -n 3 --format x' 'x: (text or json)' \
    'scanlab verify naive:block=64 -n 3 --bytes 4 --format {1}'
advice 'scanlab verify naive -m add_i32 -d cpu -n 3 --format json' 'are printed only as (text)' \
    'scanlab verify naive -m add_i32 -d cpu -n 3 --format {1}'
! thorough || # compiles each scan for every monoid
    advice 'scanlab verify' 'name one or more algorithms, or (all)' 'scanlab verify {1} -d cpu -n 1 --threads 1 --bytes 4'
advice "cp '$root/algorithms/naive/kernel.cu' own.cu; scanlab verify --source own.cu -n 3" \
    'name the algorithm that --source (own\.cu) implements' \
    'scanlab verify naive:block=64 --source {1} -n 3 --bytes 4'
advice 'scanlab verify all --source a.txt' 'needs one algorithm' \
    "scanlab verify naive --source '$root/algorithms/naive/kernel.cu' -n 3 --bytes 4"
advice 'scanlab bench naive -n 8 --no-libraries --time-limit 3x' 'want ([0-9]+s), ([0-9]+m) or (1h)' \
    'scanlab explore kogge_stone --once -n 8 --space block=4 --budget {1} &&
    scanlab bench naive -n 8 --no-libraries --time-limit 0.1s &&
    scanlab explore kogge_stone --once -n 8 --space block=4 --budget {3}'
each 'scanlab bench naive -n 8 --no-libraries --time-limit 0.1s --mode zzz' 'want (warm or cold)' \
    'scanlab bench naive -n 8 --no-libraries --time-limit 0.1s --mode {1}'
advice 'scanlab bench naive filter' 'a bench compares scans, or variants of one application' \
    'scanlab bench naive sequential -n 8 --no-libraries --time-limit 0.1s'
for command in 'measure naive -n 8' 'bench naive -n 8 --no-libraries --time-limit 0.1s' \
    'explore kogge_stone --once -n 64 --space block=64'; do
    each "scanlab $command -o x.txt" 'must end in (.*)$' "scanlab $command -o x{1}"
done
advice 'scanlab explore kogge_stone --space blok=64 -n 8' "$mean" \
    'scanlab explore kogge_stone --once --space {1}=64 -n 64'
each 'scanlab explore kogge_stone -n 64 --space block' 'want (block=[0-9.]+) or' \
    'scanlab explore kogge_stone -n 64 --once --space {1}'
advice 'scanlab explore kogge_stone -n 64 --space block=7' 'its values are ([0-9]+), ([0-9]+),' \
    'scanlab explore kogge_stone -n 64 --once --space block={1},{2}'
advice 'scanlab example fibonacci -n 0' 'takes one n, 1 to ([0-9]+)' 'scanlab example fibonacci -n {1}'
noted 'scanlab run sequential -m seg_add_i32 -n 8 --exclusive' 'is not the exclusive segmented scan' \
    'scanlab run segmented_scan -n 8 --exclusive'
noted 'scanlab explore kogge_stone -n 64 --once --budget 0.1s' 'not reached: increase (--budget)' \
    'scanlab explore kogge_stone -n 64 --once --space block=4 {1} 10s'

# --------------------------------------------------------------------- files

advice 'scanlab run sequential -i text' 'txt or .csv: (--format [a-z]*) reads it as text' \
    'scanlab run sequential -i text {1}'
advice 'scanlab run sequential -i odd.bin' 'the name of a text file ends in (\.txt)' \
    'scanlab run sequential -i one.bin && cp text copy{1} && scanlab run sequential -i copy{1}'
advice 'scanlab run sequential -i three.mtx' "'(scanlab run spmv -i) FILE.mtx (-i x)=FILE'" \
    '{1} three.mtx {2}=a.txt'
advice 'scanlab run sequential -i folder' 'name a file in it' \
    'scanlab run sequential -i folder/a.txt'
advice 'scanlab run sequential -i nowhere' 'or (-) for standard input' \
    'scanlab run sequential -i {1} --format text <a.txt'
advice 'scanlab run sequential -i mixed.txt -m affine_u32' \
    'write all elements the same way' \
    'echo "(1, 2) (3, 4)" >alike.txt; scanlab run sequential -i alike.txt -m affine_u32'
advice 'scanlab run sequential -i halves.txt' 'or (-m add_f64)' 'scanlab run sequential -i halves.txt {1}'
advice 'scanlab run sequential -i halves.txt' '-m (add_f32) or' 'scanlab run sequential -i halves.txt -m {1}'
advice 'scanlab run sequential -i large.txt' 'use (-m add_i64)' 'scanlab run sequential -i large.txt {1}'
advice 'scanlab run sequential -i columns.csv' '(--column) NAME, or its number' \
    'scanlab run sequential -i columns.csv {1} day && scanlab run sequential -i columns.csv {1} 2'
advice 'scanlab run sequential -i columns.csv --column z' "has '([a-z]+)', '([a-z]+)'" \
    'scanlab run sequential -i columns.csv --column {1} && scanlab run sequential -i columns.csv --column {2}'
advice 'scanlab run sequential --column 1' 'add (-i) FILE' 'scanlab run sequential --column 1 {1} columns.csv'
advice 'scanlab run sequential -n 3 -i a.txt' '-n is of no use with (-i): the file says' 'scanlab run sequential {1} a.txt'
advice 'scanlab run sequential --seed 3 -i a.txt' '(--seed) is of no use with -i' 'scanlab run sequential {1} 3'
advice 'scanlab run spmv -i x=a.txt' 'without any -i, all inputs are random' 'scanlab run spmv'
advice 'scanlab run filter -i zzz=a.txt' 'port .zzz.; .(scanlab list --verbose). names them' \
    '{1} | grep -A9 "^  filter"'
advice 'scanlab run spmv -i columns=a.txt -i offsets=a.txt -i x=a.txt' 'add (-i values)=FILE' \
    '! scanlab run spmv -i columns=a.txt -i offsets=a.txt -i x=a.txt {1}=a.txt'
advice 'scanlab run filter -o out=a.npy -o count=a.npy' 'one file cannot hold both' \
    'scanlab run filter -o out=a.npy -o count=b.npy'

# npy NAME DESCR FORTRAN SHAPE: eight bytes of data, which are two int32 or floats.
npy() {
    local header="{'descr': '$2', 'fortran_order': $3, 'shape': $4, }"
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n\1\0\0\0\1\0\0\0' "$header" >"$work/here/$1"
}
npy pair.npy '<i4' False '(1, 2)'
npy flat.npy '<i4' False '(2,)'
npy floats.npy '<f4' False '(2,)'
npy wrong.npy '<i4' Fals '(2,)'
advice 'scanlab run sequential -i floats.npy' 'or (-m add_f64)' 'scanlab run sequential -i floats.npy {1}'
advice 'scanlab run sequential -i pair.npy' 'this monoid needs \(n,\)' 'scanlab run sequential -i flat.npy'
advice 'scanlab run sequential -m mat2_u32 -i pair.npy' 'this monoid needs \(n, 4\)' \
    'scanlab run sequential -m affine_u32 -i pair.npy'
advice 'scanlab run sequential -i wrong.npy' "numpy writes (\{.*\})" \
    'scanlab run sequential -n 3 -o right.npy; grep -a "{1}" right.npy && scanlab run sequential -i right.npy'
advice 'scanlab run sequential -i columns.csv --column 1 --format npy' 'only (text) has columns' \
    'scanlab run sequential -i columns.csv --column 1 --format {1}'

# ------------------------------------------------------------ the environment

advice "SCANLAB_HOME=/nowhere scanlab run naive" 'SCANLAB_HOME=.* contains no folder algorithms/' \
    "SCANLAB_HOME='$root' scanlab run naive"
# A program far from its algorithms.
cp "$scanlab" "$work/alone"
advice "../alone run naive" 'set (SCANLAB_HOME) to the checkout' "{1}='$root' ../alone run naive"
advice 'XDG_CACHE_HOME=$PWD/a.txt scanlab run naive' 'set (XDG_CACHE_HOME) to a writable folder' \
    '{1}=$PWD/cache1 scanlab run naive'
mkdir -p "$work/here/open/scanlab"
chmod 777 "$work/here/open/scanlab"
advice 'XDG_CACHE_HOME=$PWD/open scanlab run naive' 'delete it \((rm -r)\)' \
    '{1} open/scanlab && XDG_CACHE_HOME=$PWD/open scanlab run naive'
advice 'TMPDIR=/proc XDG_CACHE_HOME=$PWD/cache2 scanlab run naive' 'set (TMPDIR) to a writable folder' \
    '{1}=/tmp XDG_CACHE_HOME=$PWD/cache2 scanlab run naive'
advice 'SCANLAB_CC=/nowhere/cc XDG_CACHE_HOME=$PWD/cache3 scanlab run naive' \
    'install ([a-z+]+), or name one with (SCANLAB_CC)' \
    '{2}={1} XDG_CACHE_HOME=$PWD/cache3 scanlab run naive'
advice 'SCANLAB_CXX=/nowhere/c XDG_CACHE_HOME=$PWD/cache4 scanlab run naive -d simt' \
    'install ([a-z+]+), or name one with (SCANLAB_CXX)' \
    '{2}={1} XDG_CACHE_HOME=$PWD/cache4 scanlab run naive -d simt'
advice 'SCANLAB_CXX=/bin/true XDG_CACHE_HOME=$PWD/cache5 scanlab run naive -d simt' \
    'as in (SCANLAB_CXX=g\+\+)' '{1} XDG_CACHE_HOME=$PWD/cache5 scanlab run naive -d simt'
advice 'ulimit -s 100; scanlab run naive' '(ulimit -s [0-9]+)' '{1}; scanlab run naive'
advice 'ulimit -v 4000000; scanlab run naive -d simt' 'is (ulimit -v) set' \
    '{1} unlimited; scanlab run naive -d simt'
printf 'typedef int32_t T;\nDEVICE T identity(void) { return a; }\n%s\n' \
    'DEVICE T op(T a, T b) { return a + c; }' >"$work/here/two.h"
advice 'SCANLAB_CC=gcc scanlab run sequential -m two.h' '; (SCANLAB_ERRORS=all) shows all' \
    'SCANLAB_CC=gcc {1} scanlab run sequential -m two.h 2>&1 | tee all >&2; test "$(grep -c "^/.*error:" all)" = 2'

# Code that takes too much time or memory is stopped; the message names the limit.
printf 'typedef int32_t T;\nDEVICE T identity(void) { return 0; }\n%s\n' \
    'DEVICE T op(T a, T b) { return a + b; }' >"$work/here/mine.h"
advice 'SCANLAB_CHILD_MIB=1 scanlab run sequential -m mine.h' '\((SCANLAB_CHILD_MIB)\)' \
    '{1}=2048 scanlab run sequential -m mine.h'
advice 'scanlab verify naive -d cpu -n 64MiB' 'give a number of elements' \
    'scanlab verify naive -d cpu -n 64'
echo 'zzz 3' >"$work/here/machine"
advice 'scanlab run naive -d simt --machine machine' '; see (harness/[a-z/]*[.]h)' \
    "test -f '$root/{1}'"

# A kernel that the SIMT machine rejects: the message shows what to write instead.
kernel=$root/algorithms/naive/kernel.cu
verify='scanlab verify naive:block=64 -n 3 --bytes 4 --source'
rewrite() { sed "$1" "$kernel" >"$work/here/odd.cu"; }
rewrite 's/^__global__/static &/'
noted "$verify odd.cu" 'write (__global__ void) without (static)' "sed -i 's/{2} {1}/{1}/' odd.cu; $verify odd.cu"
if thorough; then
    rewrite 's/^__global__/template <int K> &/'
    noted "$verify odd.cu" 'write (__global__ void), with T' "sed -i 's/^template.*{1}/{1}/' odd.cu; $verify odd.cu"
    rewrite '1,/^{/s/^{/<%/'
    noted "$verify odd.cu" 'is a digraph: write . or ([{])' "sed -i 's/^<%/{1}/' odd.cu; $verify odd.cu"
    rewrite 's/^#include "gpu.h"/&\n#line 7 "other.cu"/'
    noted "$verify odd.cu" 'remove (#line)' "sed -i '/{1}/d' odd.cu; $verify odd.cu"
fi

# ---------------------------------------------------------------------- labs

advice 'scanlab lab strat' "$mean" 'scanlab lab {1} reduce mine1'
each 'scanlab lab' 'name a command: (.*) \(' 'case {1} in
    list) scanlab lab list ;;
    hint) scanlab lab hint reduce ;;
    start) scanlab lab start reduce mine ;;
    check) scanlab lab check reduce mine/reduce.cu; test $? -le 1 ;;
    grade) scanlab lab grade mine -o grades.csv ;; esac'
advice 'scanlab lab' 'see (scanlab lab --help)' '{1}'
advice 'scanlab lab start reduc x' "$mean" 'scanlab lab start {1} mine2'
advice 'scanlab lab start zzz x' "'(scanlab lab list)' shows" '{1}'
advice 'scanlab lab start reduce mine' 'name another folder' 'scanlab lab start reduce mine3'
advice 'scanlab lab hint reduce 99' 'a number from 1 to ([0-9]+)' 'scanlab lab hint reduce {1}'
noted 'scanlab lab hint reduce 1' 'The next one: (scanlab lab hint reduce 2)' '{1}'
advice 'scanlab lab check reduce mine/reduce.cu' 'A hint: +(scanlab lab hint reduce [0-9]+)' '{1}' noted
advice 'scanlab lab check reduce mine/reduce.cu' $'Which line: +(scanlab lab hint [^\n]*)' '{1}' noted
advice 'scanlab lab check reduce mine/reduce.cu' $'Reproduce: +(scanlab verify [^\n]*)' '{1}; test $? = 1' noted
each 'scanlab lab check reduce mine/reduce.cu --format jsn' '\((text.*)\)' \
    'scanlab lab check reduce mine/reduce.cu --format {1}; test $? -le 1'
advice 'scanlab lab grade mine' 'needs (-o grades.csv)' 'scanlab lab grade mine {1}'
advice 'scanlab lab grade mine -o x.txt' 'must end in (.csv)' 'scanlab lab grade mine -o x{1}'
each 'scanlab lab grade mine -o g.csv --isolation zzz' 'zzz: (.*)$' \
    'scanlab lab grade mine -o g.csv --isolation {1}; test $? = 0 -o $? = 3'
# A file that is not named after a lab: the advice is in the table.
type_it 'mkdir handed_in; cp mine/reduce.cu handed_in/carol.cu'
noted 'scanlab lab grade handed_in -o g.csv; cat g.csv' 'which lab is this[?] name it with (--lab)' \
    'scanlab lab grade handed_in -o h.csv {1} reduce; ! grep "which lab" h.csv'
advice 'scanlab lab grade mine -o g.csv --jobs 0' 'at a time, (1) to' 'scanlab lab grade mine -o g.csv --jobs {1}'

# -------------------------------------------------------------------- charts

type_it 'scanlab bench kogge_stone naive -n 64,128 --no-libraries --time-limit 0.1s -o bench.csv
    scanlab measure kogge_stone -n 64,128 -o measure.csv'
advice 'scanlab plot' "want the CSV of '(scanlab bench -o)', '(scanlab measure -o)' or '(scanlab explore -o)'" \
    '{1} b.csv naive -n 8 --no-libraries --time-limit 0.1s && {2} m.csv naive -n 8 &&
    {3} e.csv brent_kung -d simt -n 64 --space block=32,64 && scanlab plot e.csv --format svg -o out &&
    scanlab plot b.csv --format svg -o out && scanlab plot m.csv --format svg -o out'
advice 'scanlab plot columns.csv' "want a CSV from '(scanlab bench -o)'" \
    'scanlab plot bench.csv --format svg -o out'
: >"$work/here/empty.csv"
advice 'scanlab plot empty.csv' 'want a CSV with a header row' 'scanlab plot bench.csv --format svg -o out'
advice 'scanlab plot bench.csv --kind wrk' "$mean" 'scanlab plot measure.csv --kind {1} --format svg -o out'
advice 'scanlab plot bench.csv --kind work' "needs rows of '(scanlab measure -o)' with" \
    '{1} m.csv naive -n 8 && scanlab plot m.csv --kind work --format svg -o out'
advice 'scanlab plot measure.csv --kind throughput' "needs rows of '(scanlab bench -o)' with" \
    '{1} b.csv naive -n 8 --no-libraries --time-limit 0.1s && scanlab plot b.csv --kind throughput --format svg -o out'
advice 'scanlab plot bench.csv --kind brent -o out' 'for 1 thread and at least one other' \
    'scanlab bench kogge_stone -n 64 --threads 1,2 --no-libraries --time-limit 0.2s -o two.csv &&
    scanlab measure kogge_stone -n 64 --threads 1,2 -o work.csv &&
    scanlab plot two.csv work.csv --kind brent --format svg -o out'
for option in '-m add_i23' '-a kogge_ston' '--scan exclusive' '--axes loglog'; do
    advice "scanlab plot bench.csv $option" "$mean" \
        "scanlab plot bench.csv --kind throughput ${option% *} {1} --format svg -o out"
done
for option in '--mode cold' '-d simt'; do
    advice "scanlab plot bench.csv $option" "the first row's is '([a-z]+)'" \
        "scanlab plot bench.csv ${option% *} {1} --format svg -o out"
done
advice 'scanlab plot bench.csv --algoritms naive' 'did you mean (--[a-z]+)\?' \
    'scanlab plot bench.csv {1} naive --format svg -o out'
advice 'scanlab plot bench.csv -z' "see '(scanlab plot --help)'" '{1}'
advice 'scanlab plot bench.csv --x-range 60:200' 'add (--kind)$' \
    'scanlab plot bench.csv --x-range 60:200 {1} throughput --format svg -o out'
advice 'scanlab plot bench.csv --kind throughput --x-range 3' 'such as ([0-9:]+), ([0-9^:]+) or ([0-9:]+) ' \
    'for r in {1} {2} {3}; do scanlab plot bench.csv --kind throughput --axes linear --x-range $r --format svg -o out || exit; done'
advice 'scanlab plot bench.csv --kind throughput --x-range 0:200' 'needs a start above 0 \(see (--axes)\)' \
    'scanlab plot bench.csv --kind throughput --x-range 0:200 {1} linear --format svg -o out'
advice 'scanlab plot bench.csv --kind throughput -n 64' 'this one is drawn against n: use (--x-range)' \
    'scanlab plot bench.csv --kind throughput {1} 60:70 --format svg -o out'
advice 'scanlab plot bench.csv --kind fraction --axes linear' 'is for charts against n' \
    'scanlab plot bench.csv --kind throughput --axes linear --format svg -o out'
each 'scanlab plot bench.csv --size 3x3' 'want (paper, projector) or WxH' \
    'scanlab plot bench.csv --kind throughput --size {1} --format svg -o out'
advice 'scanlab plot bench.csv --size 3x3' 'such as ([0-9x]+) \(([0-9x]+) to' \
    'scanlab plot bench.csv --kind throughput --size {1} --format svg -o out &&
    scanlab plot bench.csv --kind throughput --size {2} --format svg -o out'
each 'scanlab plot bench.csv --format jpg' 'is not one of (.*)$' \
    'scanlab plot bench.csv --kind throughput --format {1} -o out && ls out/*.{1}'
each 'scanlab plot bench.csv --table html' 'is not one of (.*)$' 'scanlab plot bench.csv --table {1}'

# ---------------------------------------------------------------- the viewer

if [ -x "$BUILD/scanviz" ]; then
    type_it 'scanlab trace kogge_stone -n 32 -o t.json; scanlab trace kogge_stone -n 32 --schedule inorder -o steps.json'
    advice 'scanviz' '(scanviz --story)  ' '{1}'
    advice 'scanviz' '(scanviz --live lookback) .*(--export FILE.png)' '{1} {2}; ls FILE.png'
    advice 'scanviz --story dep' '.(scanviz --story). lists them' '{1}'
    advice 'scanviz --live lookbak --dump' "$mean" 'scanviz --live {1} --dump'
    each 'scanviz t.json --scene zzz --dump' 'scenes are (.*)$' 'scanviz t.json --scene {1} --dump'
    each 'scanviz t.json --theme zzz --dump' 'themes are (.*)$' 'scanviz t.json --theme {1} --export x.svg'
    each 'scanviz t.json --pace zzz --dump' 'expected (.*)$' 'scanviz t.json --pace {1} --dump'
    advice 'scanviz t.json --size 3x3 --dump' 'like ([0-9x]+)$' 'scanviz t.json --size {1} --dump'
    advice 'scanviz t.json --at zzz --dump' 'like ([0-9.]+), or .*like ([0-9]+%)' \
        'scanviz --story deep --at {1} --dump && scanviz t.json --at {2} --dump'
    advice 'scanviz t.json --zoom 0 --dump' 'like ([0-9.,]+)$' 'scanviz t.json --zoom {1} --dump'
    each 'scanviz t.json --export x.jpg' "[?] Use (.*)$" \
        'case {1} in .mp4 | .gif) command -v ffmpeg || exit 0 ;; .html) exit 0 ;; esac
        scanviz t.json --size 320x200 --seconds 0.1 --export y{1} || scanviz t.json --export y{1}'
    advice 'scanviz t.json --dump --export x.png' 'one of them at a time' 'scanviz t.json --export x.png'
    advice 'scanviz t.json --with steps.json --export x.png' 'record both with (--schedule timed)' \
        'scanlab trace kogge_stone -n 32 {1} -o alike.json && scanviz t.json --with alike.json --export x.png'
    advice 'scanviz t.json -n 8 --dump' '-n goes with (--live)' 'scanviz -n 8 {1} lookback --dump'
    advice 'unset DISPLAY WAYLAND_DISPLAY; scanviz t.json' '(--export FILE.png) writes' 'scanviz t.json {1} && ls FILE.png'
else
    skip "scanviz" "it is not built here"
fi

# ------------------------------------------------------------------ packages

packages=$(tests/deps.sh --list)
# package COMMAND PART: the advised package is one of this system's.
package() {
    heard "$1" "$2" noted || return
    if grep -q "^${BASH_REMATCH[1]}\( (optional)\)\?$" <<<"$packages"; then
        _pass "$1: install ${BASH_REMATCH[1]}"
    else
        _fail "$1" "$said" "tests/deps.sh --list has no ${BASH_REMATCH[1]}"
    fi
}
mkdir -p "$work/here/none"
if [[ $packages == *apt* ]] && grep -q "^This is Debian" <<<"$packages"; then
    package 'SCANLAB_CC=/nowhere/cc XDG_CACHE_HOME=$PWD/cache6 scanlab run naive' 'install ([a-z+-]+)'
    package 'SCANLAB_CXX=/nowhere/c XDG_CACHE_HOME=$PWD/cache6 scanlab run naive -d simt' 'install ([a-z+-]+)'
    package 'PATH=none ../bin/scanlab plot bench.csv -o out' 'apt-get install ([a-z-]+)\)'
    package 'PATH=none ../bin/scanlab lab check reduce mine/reduce.cu --isolation namespaces' \
        'install the package ([a-z]+)'
fi

done_testing
