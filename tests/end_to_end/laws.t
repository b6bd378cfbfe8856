#!/bin/bash
# laws.t - verify -m: is it a monoid? And the page on monoids, as it is typed.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/pieces.sh

# The header that algorithms/elements/monoids/README.md shows, and its commands; for "all"
# stand two scans unless TEST_ALL=1.
all='sequential kogge_stone'
[ -z "${TEST_ALL-}" ] || all=all
page=algorithms/elements/monoids/README.md
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' $page \
    >"$work/brackets.h"
ok "the page has a header" grep -q 'DEVICE T op' "$work/brackets.h"
commands=$(grep '^    ./scanlab .*brackets.h' $page)
ok "and commands" test "$(wc -l <<<"$commands")" -ge 3
while read -r _ words; do
    case $words in verify\ all*) words="verify $all${words#verify all} -n 5 --bytes 4" ;; esac
    # shellcheck disable=SC2086  # words
    ok "scanlab $words" sh -c 'cd "$1" && shift && "$@"' - "$work" \
        "$scanlab" $words
done <<<"$commands"

run "$scanlab" verify -m "$work/brackets.h"
has "the laws are named" "$out" \
    "brackets        obeys the laws on 100000 random triples: op(identity(), a) = a = op(a, identity()); op(op(a, b), c) = op(a, op(b, c))"
has "and that it does not commute" "$out" "op(a, b) is not always op(b, a)"
is "nothing else is said" "$(wc -l <<<"$out")$err" 1
run "$scanlab" verify sequential -n 4 --bytes 4 -m "$work/brackets.h"
has "with an algorithm: the laws" "$out" "obeys the laws"
has "and the proof" "$out" "sequential      proved for every monoid"
run "$scanlab" verify -m add_i32,add_f32
has "a built-in one commutes" "$out" "op(a, b) = op(b, a) too"
has "floats are not asked" "$out" "associative only up to rounding, so not tested"

# Each law broken; the last one for one triple in a thousand alone.
own() {
    cat >"$work/own.h" <<END
typedef int32_t T;
DEVICE T identity(void)
{
    return $1;
}
DEVICE T op(T a, T b)
{
    return $2;
}
END
}
own 0 'a - b'
refuses "a wrong identity" 1 "own.h: op(identity(), a) must be a: with a = " \
    "$scanlab" verify -m "$work/own.h"
own 0 'b == 0 ? a : a == 0 ? b : a - b'
refuses "not associative" 1 "op is not associative: op(op(a, b), c) must equal op(a, op(b, c)): with a = " \
    "$scanlab" verify -m "$work/own.h"
has "with all three" "$err" ", c = "
own 0 'b == 0 ? a : a == 0 ? b : (uint32_t)a % 4096 == 7 ? a : a + b'
ok "one in a thousand passes the first 64" "$scanlab" run sequential -n 4 \
    -m "$work/own.h"
refuses "but not verify" 1 "op is not associative" \
    "$scanlab" verify -m "$work/own.h"

# Seldom drawn: numbers at the ends of a type.
own -2147483647 'a > b ? a : b'
refuses "an identity that one number is below" 1 \
    "op(identity(), a) must be a: with a = -2147483648 it is -2147483647" \
    "$scanlab" verify -m "$work/own.h"
sed -i 's/int32_t T/float T/; s/return -2147483647/return -3.4e38f/' "$work/own.h"
refuses "of floats" 1 "must be a: with a = -3.40282347e+38 it is -3.39999995e+38" \
    "$scanlab" verify -m "$work/own.h"
own 0 'abs(a) < abs(b) ? b : a'
sed -i 's/abs(\(.\))/(\1 < 0 ? -(int64_t)\1 : \1)/g' "$work/own.h"
run "$scanlab" verify -m "$work/own.h"
has "what commutes but for a tie does not" "$out" \
    "op(a, b) is not always op(b, a)"

# Functions of elements.
echo 'enum { KEY_BITS = 8 }; DEVICE uint64_t key(T x) { return (uint32_t)x; }' \
    >"$work/wide.h"
refuses "a key of more bits than it says" 1 "more than KEY_BITS = 8 bits" \
    "$scanlab" run radix_sort -n 4 --key "$work/wide.h"
echo 'enum { KEY_BITS = 8 }; DEVICE uint64_t key(T x) { static uint8_t k; return ++k; }' \
    >"$work/fickle.h"
refuses "a key that changes" 1 "for the same element" \
    "$scanlab" run radix_sort -n 4 --key "$work/fickle.h"
echo 'DEVICE int keeps(T x) { return (int)x & 4; }' >"$work/four.h"
run "$scanlab" verify all_of -n 3 --predicate "$work/four.h"
has "a predicate that says 4" "$out" "four.h: keeps() must return bool" \
    "$scanlab" verify all_of -n 3 --predicate "$work/four.h"

# A function need not compile for all elements; the proved code is not wrong then.
# The rest of the verdict is about intervals, so few runs are enough.
fits() { # ALGORITHM OPTION FUNCTION VERDICT
    run "$scanlab" verify "$1" "$2" "$3" -n 5 --bytes 4 --schedule inorder
    is "$1 $2 $3: exit" "$code" 0
    has "$1 $2 $3" "$out" "$4"
    is "$1 $2 $3: no output of the compiler" "$err" ""
}
fits "$(settle filter:block=32)" --predicate odd \
    "; odd ran on elements of add_i32; it does not compile for those of add_f64, affine_u32, mat2_u32"
fits "$(settle dotprod:block=32)" --product times \
    "; times ran on elements of add_f64, add_i32; it does not compile for those of affine_u32, mat2_u32"
for algorithm in mssp:block=32 map_scan:block=32,form=fused; do
    fits "$(settle $algorithm)" --map segment \
        "; segment ran on elements of mss_i32; it does not compile for those of add_f64, add_i32"
done
run "$scanlab" verify "$(settle filter:block=32)" --predicate odd -n 5 --bytes 4 \
    --schedule inorder --format json
has "what fits, as JSON" "$(tr -d ' \n' <<<"$out")" \
    '"function":"odd","fits":["add_i32"],"does_not_fit":["add_f64","affine_u32","mat2_u32"]'
echo 'DEVICE bool keeps(T x) { return x.nothing; }' >"$work/nothing.h"
run "$scanlab" verify filter --predicate "$work/nothing.h" -n 5
has "a predicate that compiles for no elements" "$code $out" "3 filter          NOT \
JUDGED. predicate $work/nothing.h does not compile for elements of add_f64: \
$work/nothing.h:1:"

refuses "the interval monoid" 2 "-m interval: proofs use it by default" \
    "$scanlab" verify -m interval
refuses "what is for scans, without one" 2 "name one or more algorithms" \
    "$scanlab" verify -m add_i32 -n 5
refuses "an unknown one" 2 "no monoid 'ad_i32'" "$scanlab" verify -m ad_i32

# A hint belongs to the error that is printed, and a monoid's op() is not written with op().
printf '%s\n' 'typedef struct { double x, y; } T;' 'DEVICE T identity(void)' '{' \
    '    T r = {0, 0};' '    return r;' '}' 'DEVICE T op(T a, T b)' '{' '    return a;' '}' \
    >"$work/pairs.h"
refuses "a struct without COMPONENT" 3 "#define it when T is a struct" \
    "$scanlab" run filter -n 4 -m "$work/pairs.h"
lacks "a struct without COMPONENT: its own advice alone" "$err" "write op("
sed -i '1i #define COMPONENT double
    s/return a;/return a + b;/' "$work/pairs.h"
refuses "an op() by +" 3 "pairs.h:10:" "$scanlab" run sequential -n 4 -m "$work/pairs.h"
lacks "an op() by +: op() is what is to be written" "$err" "write op("

done_testing
