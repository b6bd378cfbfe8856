#!/bin/bash
# rows.t - rows of libraries beside applications, on threads: which there are, that
# they come out right, and what is said where there is none.
. "$(dirname "$0")/tap.sh"

# bench ARGUMENT...
bench() {
    rm -f "$work/b.csv"
    run "$scanlab" bench "$@" --threads 2 --time-limit 0.3s -o "$work/b.csv"
}
rows() { # of the last bench: name=verified, but for copies
    tail -n +2 "$work/b.csv" | cut -d, -f2,14 | tr , = | grep -v memcpy | sort |
        paste -sd' '
}
installed() { # of these, whose row is compiled
    for name; do
        case $name in
        vqsort) [ -e /usr/include/hwy/contrib/sort/vqsort.h ] || continue ;;
        tbb | std_par_unseq)
            [ -e /usr/include/oneapi/tbb/parallel_scan.h ] || continue
            ;;
        esac
        printf '%s=1\n' "$name"
    done | sort | paste -sd' '
}
# beside APPLICATION LIBRARY...: all rows that a bench of it has
beside() {
    local application=$1
    shift
    bench "$application" -n 5000
    is "beside $application: exit" "$code" 0
    is "beside $application" "$(rows)" "$(installed "$application" "$@")"
}

beside radix_sort tbb std_par_unseq std_seq vqsort
beside partition2 std_par_unseq
if thorough; then
    beside reduce tbb std_par_unseq
    beside dotprod std_par_unseq
    beside filter std_par_unseq
    beside all_of std_par_unseq
    bench radix_sort -n 5000 -m add_f64
    is "floats are sorted" "$(rows)" \
        "$(installed radix_sort tbb std_par_unseq std_seq vqsort)"
fi
bench rle -n 5000
is "no library has a row beside rle" "$(rows)" "rle=1"
bench radix_sort -n 5000 --no-libraries
is "--no-libraries" "$(rows)" "radix_sort=1"
bench radix_sort std_seq -n 1000,5000
is "one of them" "$(rows)" "radix_sort=1 radix_sort=1 std_seq=1 std_seq=1"
has "list says which there are" "$("$scanlab" list)" \
    "  std_seq         radix_sort: libstdc++'s sort of a copy, on one thread"

# What a library cannot do is left out, with the reason, once.
bench radix_sort:num_bits=16 std_seq -n 1000,2000
is "some bits of a key" "$(rows)" "radix_sort=1 radix_sort=1"
is "are named once" "$(grep -c "no std_seq for radix_sort of add_i32: it sorts by \
all bits of a number: left out" <<<"$err")" 1
bench radix_sort std_seq -n 1000 -m affine_u32
has "keys of pairs" "$err" \
    "no std_seq for radix_sort of affine_u32: it sorts only numbers, by value: left out"
bench radix_sort std_seq -n 1000 --key bits
has "keys that are no values" "$err" "it sorts only numbers, by value: left out"
bench reduce std_par_unseq -n 1000 -m mat2_u32
has "an op that does not commute" "$err" "no std_par_unseq for reduce of mat2_u32: \
it combines elements in any order, but op is not commutative: left out"
is "without harm" "$code $(rows)" "0 reduce=1"

# A row that is wrong has no time.
mkdir "$work/home"
cp -r algorithms harness "$work/home"
sed -i 's/std::sort(out, out + n)/std::sort(out, out + n - 1)/' \
    "$work/home/harness/bench/libraries/std_radix_sort.cpp"
run env SCANLAB_HOME="$work/home" "$scanlab" bench radix_sort std_seq -n 5000 \
    --threads 2 --time-limit 0.3s
is "a sort of all but one: exit" "$code" 1
has "a sort of all but one" "$out" "  std_seq                  WRONG. out["
echo '#error not today' >"$work/home/harness/bench/libraries/std_radix_sort.cpp"
run env SCANLAB_HOME="$work/home" "$scanlab" bench radix_sort std_seq -n 5000 \
    --threads 2 --time-limit 0.3s
is "a row that does not compile: exit" "$code" 0
has "a row that does not compile" "$err" "no std_seq (install g++): "

refuses "a library that does something else" 2 \
    "vqsort cannot be compared with reduce; the library offers: radix_sort" \
    "$scanlab" bench reduce vqsort -n 4
refuses "a library that does not scan" 2 \
    "std_seq cannot be compared with scans; the library offers: radix_sort" \
    "$scanlab" bench naive std_seq -n 4
refuses "a library of the other device" 2 "cub is for -d cuda, not for -d cpu" \
    "$scanlab" bench filter cub -n 4
done_testing
