#!/bin/bash
# commands.t - help, version, lists; own monoids and own sources.
. "$(dirname "$0")/../end_to_end/tap.sh"

run "$scanlab" --help
is "--help exits with 0" "$code" 0
help=$out
for command in list run verify measure bench plot example lab; do
    has "--help names $command" "$help" "  $command "
    run "$scanlab" $command --help
    is "$command --help exits with 0" "$code$err" 0
    has "$command --help tells its usage" "$out" "Usage: scanlab $command"
done
for command in '' list run verify measure trace bench plot example lab; do
    # shellcheck disable=SC2086  # no word where there is no command
    help=$("$scanlab" $command --help)
    is "scanlab $command --help fits 80 columns" "$(grep -E '.{81}' <<<"$help")" ""
    # An option stands alone on its line only where its text follows.
    bare=$(awk 'bare && !/^                    / { print bare } { bare = "" }
        /^ +(-.,)? +--[^ ]+$/ { bare = $0 }' <<<"$help")
    is "every option of scanlab $command --help is described" "$bare" ""
done
run "$scanlab" run --help
for heading in "Input:" "How it runs:" \
    "On the simulated machine (-d simt):" "Output:"; do
    has "run --help has a group: $heading" "$out" " $heading"
done
is "parameters are named in one paragraph" \
    "$(grep -c -- '--\(block\|copies\|window\)=' <<<"$out")" 0
for parameter in block copies window; do
    has "among them $parameter" "$(tr '\n' ' ' <<<"${out#*Parameters of}")" \
        " $parameter,"
done
is "help run is run --help" "$("$scanlab" help run)" "$("$scanlab" run --help)"
run "$scanlab"
is "without a command: exit 2" "$code" 2
is "and nothing on standard output" "$out" ""
has "but how it is called" "$err" "Usage: scanlab COMMAND"
is "and commands that work" "$(
    grep -o '^  scanlab [a-z-]* .*   ' <<<"$err" | while read -r _ words; do
        # shellcheck disable=SC2086  # words
        (cd "$work" && "$scanlab" $words </dev/null >/dev/null 2>&1) ||
            echo "scanlab $words"
    done
)" ""
run "$scanlab" --version
has "--version" "$out" "scanlab "

# ------------------------------------------------------------------ the lists

run "$scanlab" list
for word in Algorithms Monoids Devices lookback affine_u32 cpu cuda; do
    has "list says $word" "$out" "$word"
done
run "$scanlab" list --names
is "one algorithm for each folder" "$(sort <<<"$out")" \
    "$(cd algorithms && ls -d -- */cpu.c | sed 's,/.*,,' | sort)"
run "$scanlab" list --verbose
for algorithm in $("$scanlab" list --names --applications); do
    has "list --verbose has $algorithm" "$out" "  $algorithm "
done
is "each with work, depth and traffic" "$(grep -c '^      cpu  work .*, depth .*, traffic ' <<<"$out")" \
    "$("$scanlab" list --names --applications | wc -l)"

# ------------------------------------------------------------------ the runs

run "$scanlab" run lookback -n 100000 -m affine_u32 --threads 2
has "run says what it did" "$out" "100000 elements of affine_u32 on 2 threads"
has "and that it is right" "$out" "right; last is ("
run "$scanlab" run lookback -n 0
has "n = 0 is a scan too" "$out" "0 elements"
first=$("$scanlab" run sequential -n 9 --seed 5 </dev/null | grep '^  in ')
is "a seed gives the same elements again" \
    "$("$scanlab" run naive -n 9 --seed 5 </dev/null | grep '^  in ')" "$first"
ok "another seed gives others" test "$first" != \
    "$("$scanlab" run naive -n 9 --seed 6 </dev/null | grep '^  in ')"

run "$scanlab" run lookback -n 8 --threads 2
has "less than one tile: what ran is said" "$out" \
    "n = 8 is smaller than one tile: the plain loop ran on one thread."
has "and the steps are of smaller tiles" "$out" "lookback:tile=64."
steps=$(grep -c '^  step ' <<<"$out")
ok "which are fewer than the plain loop's 7" test "$steps" -lt 7
is "and end as the scan does" "$(awk '/^  out/ { print $NF }' <<<"$out")" \
    "$(sed -n 's/.*last is //p' <<<"$out" | head -1)"
run "$scanlab" run lookback -n 8 --threads 1
has "one thread alone" "$out" "A single thread runs the plain loop."
for name in sequential kogge_stone; do
    run "$scanlab" run $name -n 8
    lacks "$name has no tiles to speak of" "$out" "plain loop"
done
run "$scanlab" run sequential -n 2
has "one operation is one" "$out" "1 operation, depth 1."
run "$scanlab" run sequential -n 1
has "so is one element" "$out" "scan of 1 element of add_i32"
lacks "of nothing there is more than one" "$out" " 1 operations"
run "$scanlab" run sequential -m seg_add_i32 -n 8 --exclusive
is "an exclusive scan of segments is right" "$code" 0
is "and warned of in one line" "$(wc -l <<<"$err")" 1
has "by what it is not" "$err" "is not the exclusive segmented scan"
run "$scanlab" trace sequential -m seg_add_i32 -n 8 --exclusive -o "$work/t.json"
has "in trace, too" "$err" "is not the exclusive segmented scan"
run "$scanlab" run sequential -m seg_add_i32 -n 8
is "an inclusive one is not" "$err" ""

# ------------------------------------------------- one's own monoid and scan

mkdir "$work/my own"
cat >"$work/my own/gcd.h" <<'END'
typedef uint32_t T;
DEVICE T identity(void)
{
    return 0;
}
DEVICE T op(T a, T b)
{
    while (b) {
        const T r = a % b;
        a = b;
        b = r;
    }
    return a;
}
END
is "a monoid of one's own, in a folder with a blank" \
    "$(echo 48 36 60 7 | "$scanlab" run lookback -m "$work/my own/gcd.h" \
        -i - -o - --format text -q | tr '\n' ' ')" "48 12 12 1 "
sed 's/return 0/return 1/; s/while (b)/while (0)/; s/return a;/return a * b;/' \
    "$work/my own/gcd.h" >"$work/gcd.h"
cp "$work/gcd.h" "$work/my own/gcd.h"
is "an edit of it is seen" \
    "$(echo 2 3 4 | "$scanlab" run lookback -m "$work/my own/gcd.h" \
        -i - -o - --format text -q | tr '\n' ' ')" "2 6 24 "
echo "typedef struct { int32_t a, b; } T;" >"$work/broken.h"
run "$scanlab" run sequential -m "$work/broken.h" -n 8
is "a monoid that does not compile: exit 3" "$code" 3
has "with the compiler's words" "$err" "error:"

# Several monoids as one.
echo 3 1 4 1 5 9 2 6 >"$work/eight.txt"
sums=$("$scanlab" run sequential -i "$work/eight.txt" -q -o -)
most=$("$scanlab" run sequential -m max_i32 -i "$work/eight.txt" -q -o -)
both=$(paste -d' ' <(echo "$sums") <(echo "$most") |
    sed 's/\(.*\) \(.*\)/(\1, \2)/')
devices="cpu simt"
! "$scanlab" list --verbose | grep -q '^  simt  *not available' || devices=cpu
for device in $devices; do
    is "two scans in one, $device" "$("$scanlab" run lookback -d $device \
        -m add_i32+max_i32 -i "$work/eight.txt" -q -o -)" "$both"
    is "in one pass over the numbers, $device" "$("$scanlab" run map_scan -d $device \
        -m add_i32+max_i32 --map copies -i "$work/eight.txt" -q -o out=-)" "$both"
    for monoid in add_i32+mss_i32+add_i32 add_f32+add_f32 affine_u32+mat2_u32 \
        "$work/my own/gcd.h+affine_u32"; do
        ok "$monoid on $device" "$scanlab" run lookahead -m "$monoid" -n 5000 -d $device -q
    done
done
fused() { # NAME CODE PART MONOID
    refuses "fused: $1" "$2" "$3" "$scanlab" run lookback -m "$4" -n 8
}
fused "numbers of two types" 3 "fused monoids need numbers of one type" add_i32+add_f32
fused "numbers cannot be given" 3 "a fused monoid needs LIFT" dfa8+dfa8
fused "too many bytes" 3 "sizeof(T) must be 4, 8, 12, ... or 32" mat2_u32+mat2_u32+affine_u32
fused "too many parts" 2 "at most 8 monoids" "$(printf 'add_i32+%.0s' {1..8})add_i32"
fused "no such part" 2 "no monoid 'max': did you mean 'max_i32'?" add_i32+max
fused "no part" 2 "no monoid ''" add_i32+
cp "$work/my own/gcd.h" "$work/half.h"
sed -i 's/return a \* b;/return a * b + 1;/' "$work/half.h"
fused "a part that is no monoid" 1 "op(identity(), a) must be a" "affine_u32+$work/half.h"

cp algorithms/kogge_stone/cpu.c "$work/my own/cpu.c"
ok "a scan of one's own" "$scanlab" run kogge_stone -n 1000 \
    --source "$work/my own/cpu.c"
sed 's/row\[k - far\], row\[k\])/row[k], row[k - far])/' \
    algorithms/kogge_stone/cpu.c >"$work/my own/cpu.c"
run "$scanlab" run kogge_stone -m affine_u32 -n 1000 \
    --source "$work/my own/cpu.c"
is "a wrong one is refused: exit 1" "$code" 1
has "with what differs" "$err" ", want ("
echo "int x = ;" >"$work/my own/cpu.c"
run "$scanlab" verify kogge_stone --source "$work/my own/cpu.c" -n 4
is "one that does not compile: exit 3" "$code" 3
has "with file and line" "$err" "my own/cpu.c:1:"

# ------------------------------------------------------------------ the house

for target in all deps demo check bench clean install uninstall; do
    ok "make help tells of $target" sh -c 'make help | grep -q "make $1 "' - \
        $target
done
done_testing
