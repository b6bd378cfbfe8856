#!/bin/bash
# applications.t - what scan is good for: worked examples on cpu and simt, ports on
# the command line, costs. Their proofs: application_proofs.t.
. "$(dirname "$0")/tap.sh"

small=(--block 32)

# ------------------------------------------------------------------ examples

# example NAME ARGUMENTS WANT: on both devices; the output goes to stdout
example() {
    local name=$1 want=${*: -1}
    shift
    is "$name" "$("$scanlab" run "${@:1:$#-1}" -q 2>&1 | paste -sd' ')" "$want"
    is "$name, simt" "$("$scanlab" run "${@:1:$#-1}" -q -d simt \
        "${small[@]}" 2>&1 | paste -sd' ')" "$want"
}

echo 3 1 4 1 5 9 2 6 >"$work/digits.txt"
example "odd numbers" filter -i "$work/digits.txt" -o - "3 1 1 5 9"
example "how many" filter -i "in=$work/digits.txt" -o count=- 5
example "even ones" filter -i "$work/digits.txt" -o out=- --predicate even "4 2 6"
echo -1.5 0 -0.0 2.5 >"$work/floats.txt"
example "positive floats" filter -i "$work/floats.txt" -o - -m add_f32 \
    --predicate positive 2.5
example "floats that are not 0" filter -i "$work/floats.txt" -o - -m add_f64 \
    --predicate nonzero "-1.5 2.5"
echo 5 4 2 10 3 7 8 >"$work/course.txt"
example "the course's partition" partition2 -i "$work/course.txt" -o - \
    --predicate even "4 2 10 8 5 3 7"
example "the course's count" partition2 -i "$work/course.txt" -o count=- \
    --predicate even 4
example "the others in reverse" partition_reversed -i "$work/course.txt" -o - \
    --predicate even "4 2 10 8 7 3 5"
example "their count" partition_reversed -i "$work/course.txt" -o count=- \
    --predicate even 4
example "all kept, none in reverse" partition_reversed -i "$work/course.txt" -o - \
    --predicate positive "5 4 2 10 3 7 8"
example "none kept, all in reverse" partition_reversed -i "$work/course.txt" -o - \
    --predicate negative "8 7 3 10 2 4 5"
example "nothing to reverse" partition_reversed -n 0 -o count=- 0
example "all odd" all_of -i "$work/digits.txt" -o - 0
example "all positive" all_of -i "$work/digits.txt" -o - --predicate positive 1
example "all of nothing" all_of -n 0 -o - 1
example "nothing at all" filter -n 0 -o count=- 0
echo 'DEVICE bool keeps(T x) { return x.b > 4; }' >"$work/large.h"
echo 1 5 3 7 2 9 >"$work/pairs.txt"
example "pairs by a predicate of one's own" filter -i "$work/pairs.txt" -o - \
    -m affine_u32 --predicate "$work/large.h" "(1, 5) (1, 7) (1, 9)"

# Reductions, by every form of the kernel. The maximum segment sum is the last number.
echo 3 1 7 0 4 1 6 3 >"$work/lecture.txt"
echo 1 -2 3 4 -1 5 -6 1 >"$work/mssp.txt"
echo -1 5 -6 1 1 -2 3 4 >"$work/exchanged.txt"
echo 2.5 >"$work/one.txt"
example "a sum" reduce -i "$work/lecture.txt" -o - 25
example "the largest" reduce -i "$work/lecture.txt" -o - -m max_i32 7
example "maximum segment sum" reduce -i "$work/mssp.txt" -o - -m mss_i32 "(5, 10, 6, 11)"
example "halves exchanged" reduce -i "$work/exchanged.txt" -o - -m mss_i32 "(5, 5, 7, 7)"
example "one element" reduce -i "$work/one.txt" -o - -m add_f64 2.5
example "the sum of nothing" reduce -n 0 -o - 0
example "the largest of nothing" reduce -n 0 -o - -m max_i32 -2147483648
for form in tree group chunked own stream; do
    is "maximum segment sum, $form" "$("$scanlab" run "reduce:$form" -q -d simt \
        -i "$work/mssp.txt" -m mss_i32 -o - 2>&1)" "(5, 10, 6, 11)"
    ok "a long product of matrices, $form" "$scanlab" run "reduce:$form,block=32,items=1" \
        -d simt -n 5000 -m mat2_u32
done
ok "a long product of matrices, on threads" "$scanlab" run reduce -n 100000 -m mat2_u32

seq 1 10 >"$work/ten.txt"
echo 1 0 0 1 0 0 0 0 1 0 >"$work/flags.txt" # segments of 3, 5 and 2
segments=(segmented_scan -i "$work/ten.txt" -i "flags=$work/flags.txt")
example "segments" "${segments[@]}" -o - "1 3 6 4 9 15 22 30 9 19"
example "segments, exclusive" "${segments[@]}" -o - --exclusive \
    "0 1 3 0 4 9 15 22 0 9"
example "the largest so far of each segment, exclusive" "${segments[@]}" -o - \
    -m max_i32 --exclusive "-2147483648 1 2 -2147483648 4 5 6 7 -2147483648 9"
echo 0 0 0 255 0 0 0 0 2 0 >"$work/others.txt"
example "element 0 is a head, and so is any flag but 0" segmented_scan \
    -i "$work/ten.txt" -i "flags=$work/others.txt" -o - "1 3 6 4 9 15 22 30 9 19"
example "no segment" segmented_scan -n 0 -o - ""
echo 7 >"$work/seven.txt"
echo 1 >"$work/flag.txt"
example "one element" segmented_scan -i "$work/seven.txt" -i "flags=$work/flag.txt" \
    -o - 7
example "one element, exclusive" segmented_scan -i "$work/seven.txt" \
    -i "flags=$work/flag.txt" -o - --exclusive 0

echo 0 3 3 8 10 10 >"$work/offsets.txt" # segments of 3, 0, 5, 2 and 0
offsets=(segmented_scan_csr -i "$work/ten.txt" -i "offsets=$work/offsets.txt")
example "offsets" "${offsets[@]}" -o - "1 3 6 4 9 15 22 30 9 19"
example "offsets, exclusive" "${offsets[@]}" -o - --exclusive "0 1 3 0 4 9 15 22 0 9"
echo 0 0 1 >"$work/one_more.txt"
example "one element, after an empty segment" segmented_scan_csr -i "$work/seven.txt" \
    -i "offsets=$work/one_more.txt" -o - 7

echo 3 >"$work/three.txt"
regular=(segmented_scan_regular -i "$work/ten.txt" -i "length=$work/three.txt")
example "segments of three" "${regular[@]}" -o - "1 3 6 4 9 15 7 15 24 10"
example "segments of three, exclusive" "${regular[@]}" -o - --exclusive \
    "0 1 3 0 4 9 0 7 15 0"
echo 18446744073709551615 >"$work/longest.txt"
example "one segment, and the longest length" segmented_scan_regular \
    -i "$work/seven.txt" -i "length=$work/longest.txt" -o - 7

echo 0 3 1 0 4 2 0 >"$work/shape.txt"
example "flags of a shape with empty segments" mk_flags -i "$work/shape.txt" -o - \
    "1 0 0 1 1 0 0 0 1 0"
echo 3 5 2 >"$work/shape3.txt"
example "flags of a shape" mk_flags -i "shape=$work/shape3.txt" -o flags=- \
    "1 0 0 1 0 0 0 0 1 0"
echo 0 0 >"$work/empty.txt"
example "empty segments alone" mk_flags -i "$work/empty.txt" -o - ""
: >"$work/nothing.txt"
example "no segments" mk_flags -i "$work/nothing.txt" -o - ""
example "one long segment" mk_flags -i "$work/seven.txt" -o - "1 0 0 0 0 0 0"

# Large enough for several threads and tiles, against a plain loop of awk's.
seq 1 100000 | awk '{ print ($1 * 7919) % 10007 }' >"$work/many.txt"
awk '$1 % 2' "$work/many.txt" >"$work/odd.txt"
ok "many" "$scanlab" run filter -i "$work/many.txt" -o "$work/out.txt" --threads 2
is "many: as awk has them" "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/odd.txt")" ""
ok "many, simt" "$scanlab" run filter -i "$work/many.txt" -o "$work/out.txt" -d simt
is "many, simt: as awk has them" \
    "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/odd.txt")" ""
{ cat "$work/odd.txt" && awk '!($1 % 2)' "$work/many.txt" | tac; } >"$work/reversed.txt"
for device in 'cpu --threads 2' 'cpu --threads 1' simt; do
    # shellcheck disable=SC2086  # a device and an option
    ok "many, in reverse, $device" "$scanlab" run partition_reversed -d $device \
        -i "$work/many.txt" -o "$work/out.txt"
    is "many, in reverse, $device: as tac has them" \
        "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/reversed.txt")" ""
done
total=$(awk '{ sum += $1 } END { print sum }' "$work/many.txt")
is "many, reduced" "$("$scanlab" run reduce -i "$work/many.txt" -q -o -)" "$total"
for form in tree group chunked own own,strided stream atomics; do
    is "many, reduced by $form" "$("$scanlab" run "reduce:$form" -i "$work/many.txt" \
        -q -o - -d simt)" "$total"
done

# Sums of floats depend on their grouping: as near as rounding explains, no further.
awk '{ print $1 / 7 }' "$work/many.txt" >"$work/sevenths.txt"
for device in cpu simt; do
    run "$scanlab" run reduce -i "$work/sevenths.txt" -m add_f32 -d $device
    is "floats on $device: exit" "$code" 0
    has "floats on $device" "$out" "right within rounding (off by"
done
sed 's/t < r.threads; t++/t + 1 < r.threads; t++/' \
    algorithms/applications/reduce/cpu.c >"$work/half.cpu.c"
run "$scanlab" run reduce -i "$work/sevenths.txt" -m add_f32 --threads 2 \
    --source "$work/half.cpu.c"
is "half of the floats: exit" "$code" 1
has "half of the floats" "$err" "rounding explains at most"

# Segments of very different lengths: i is a head if it divides 720720, or is near
# the end.
seq 1 100000 | awk '{ print (720720 % $1 == 0 || $1 > 99990) + 0 }' >"$work/heads.txt"
paste "$work/many.txt" "$work/heads.txt" |
    awk '{ sum = $2 ? $1 : sum + $1; print sum }' >"$work/sums.txt"
# ... and their lengths, with an empty segment before each third head.
awk '$1 && NR > 1 { print length_; if (++heads % 3 == 0) print 0; length_ = 0 }
     { length_++ } END { print length_ }' "$work/heads.txt" >"$work/lengths.txt"
for device in cpu simt; do
    ok "many lengths, $device" "$scanlab" run mk_flags -i "$work/lengths.txt" \
        -o "$work/out.txt" -d "$device"
    is "many lengths, $device: the flags again" \
        "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/heads.txt")" ""
    ok "many segments, $device" "$scanlab" run segmented_scan -i "$work/many.txt" \
        -i "flags=$work/heads.txt" -o "$work/out.txt" -m add_i64 -d "$device"
    is "many segments, $device: as awk has them" \
        "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/sums.txt")" ""
done

# By offsets: lengths of five kinds, against a plain loop of awk's. Of the fourth kind
# empty segments pile up in two tiles.
zeros() { yes 0 | head -"$1"; }
lengths_of() {
    case $1 in
    uneven) cat "$work/lengths.txt" ;;
    giant) echo 0 100000 ;;
    tiny) yes 1 | head -100000 ;;
    piled) zeros 70000 && echo 49993 && zeros 90000 && echo 50007 0 0 ;;
    falling) awk 'BEGIN { for (n = 100000; n > 0; n -= k) print k = int(n / 9) + 1, 0 }' ;;
    esac | tr ' ' '\n'
}
for shape in uneven giant tiny piled falling; do
    lengths_of $shape >"$work/shape.txt"
    { echo 0 && awk '{ print sum += $1 }' "$work/shape.txt"; } >"$work/ends.txt"
    awk 'NR == FNR { x[FNR] = $1; next }
        { sum = 0; for (i = 0; i < $1; i++) print sum += x[++at] }' \
        "$work/many.txt" "$work/shape.txt" >"$work/sums.txt"
    for device in 'cpu --threads 2' 'cpu --threads 1' simt; do
        # shellcheck disable=SC2086  # a device and an option
        ok "segments by offsets, $shape, $device" "$scanlab" run segmented_scan_csr \
            -i "$work/many.txt" -i "offsets=$work/ends.txt" -o "$work/out.txt" \
            -m add_i64 -d $device
        is "segments by offsets, $shape, $device: as awk has them" \
            "$(tr ' ' '\n' <"$work/out.txt" | cmp - "$work/sums.txt")" ""
    done
done

# ----------------------------------------------------------------- the words

run "$scanlab" run filter -i "$work/digits.txt"
has "every port is shown" "$out" "  in       3 1 4 1 5 9 2 6
  out      3 1 1 5 9
  count    5"
run "$scanlab" list --verbose
has "ports are listed" "$out" "-o   out: T[n], count of them after the run"
is "list --names has scans alone" "$("$scanlab" list --names | grep -c filter)" 0
is "list --applications" "$("$scanlab" list --applications | grep -c filter)" 1

refuses "no such port" 2 "filter has no port 'flags'" "$scanlab" run filter -i "flags=x.txt"
refuses "an output as input" 2 "out is an output of filter" "$scanlab" run filter -i out=x.txt
refuses "an input as output" 2 "in is an input of filter" "$scanlab" run filter -n 4 -o in=x.txt
refuses "two files for one port" 2 "filter has one input" \
    "$scanlab" run filter -i "$work/digits.txt" -i "in=$work/odd.txt"
refuses "no such file" 2 "cannot read nothing.txt" "$scanlab" run filter -i in=nothing.txt
refuses "-n and -i" 2 "-n is of no use with -i" "$scanlab" run filter -n 4 -i "$work/digits.txt"
refuses "inputs of two lengths" 2 "flags has 1 elements, want 10" \
    "$scanlab" run segmented_scan -i "$work/ten.txt" -i "flags=$work/flag.txt"
echo 1 0 -1 >"$work/minus.txt"
refuses "a flag below 0" 2 "element 2 is '-1', which does not fit; uint8 holds 0 to 255" \
    "$scanlab" run segmented_scan -i "$work/ten.txt" -i "flags=$work/minus.txt"
refuses "a length below 0" 2 "element 2 is '-1', which does not fit; uint32 holds" \
    "$scanlab" run mk_flags -i "$work/minus.txt"
yes 4000000000 | head -3000 >"$work/vast.txt"
refuses "a vast shape" 3 "GiB of memory" "$scanlab" run mk_flags -i "$work/vast.txt"
while IFS='|' read -r words list; do
    tr ' ' '\n' <<<"$list" >"$work/wrong.txt"
    for device in cpu simt; do
        refuses "$words, $device" 2 "$words" "$scanlab" run segmented_scan_csr \
            -i "$work/ten.txt" -i "offsets=$work/wrong.txt" -d $device
    done
done <<'ROWS'
offsets does not begin with 0|1 3 10
offsets has a number that is smaller than the one before it|0 5 3 10
offsets does not end with the number of elements of in|0 3 9
offsets does not end with the number of elements of in|0 3 11
offsets does not end with the number of elements of in|0
ROWS
echo 0 >"$work/none.txt"
refuses "segments of nothing" 2 "length is 0" "$scanlab" run segmented_scan_regular \
    -i "$work/ten.txt" -i "length=$work/none.txt"
refuses "no flags" 2 "no file for flags: add -i flags=FILE" \
    "$scanlab" run segmented_scan -i "$work/ten.txt"
refuses "--init" 2 "filter has no --init" "$scanlab" run filter -n 4 --init 3
refuses "--exclusive" 2 "filter has no --exclusive" "$scanlab" run filter -n 4 --exclusive
refuses "a wrong predicate" 2 "no predicate 'od': did you mean 'odd'?" \
    "$scanlab" run filter -n 4 --predicate od
refuses "a predicate of a scan" 2 "kogge_stone has no predicate" \
    "$scanlab" run kogge_stone -n 4 --predicate odd
refuses "the predicate of proofs" 2 "the predicate drawn is for intervals" \
    "$scanlab" run filter -n 4 --predicate drawn
refuses "a predicate of a reduction" 2 "reduce has no predicate" \
    "$scanlab" run reduce -n 4 --predicate odd
refuses "an exclusive reduction" 2 "reduce has no --exclusive" \
    "$scanlab" run reduce -n 4 --exclusive
refuses "no such form" 2 "atoms" "$scanlab" run reduce:atoms -n 4 -d simt
refuses "a wide atomic" 2 "a compare-and-swap handles 4 or 8 bytes" \
    "$scanlab" run reduce:atomics -n 4 -d simt -m mss_i32
refuses "strided windows" 2 "use own" "$scanlab" run reduce:chunked,strided -n 4 -d simt
refuses "pieces too large" 2 "a piece for each warp" "$scanlab" run \
    reduce:stream,block=1024,items=32 -d simt -n 4 -m mat2_u32
refuses "a tile too large" 2 "a tile takes" "$scanlab" run reduce:group,block=1024,items=32 -d simt \
    -n 4 -m mat2_u32
run "$scanlab" run filter -n 4 -m affine_u32
is "odd pairs: exit" "$code" 3
has "odd pairs" "$err" \
    "the predicate odd does not compile for elements of affine_u32"
lacks "odd pairs: op() is no remainder" "$err" "write op("

# --------------------------------------------------------------------- bench

run "$scanlab" bench filter -n 2^12 --threads 2 --time-limit 1s --no-libraries \
    -o "$work/b.csv"
is "bench: exit" "$code" 0
is "bench: verified, beside a copy" \
    "$(cut -d, -f2,14 "$work/b.csv" | tail -n +2 | sort | paste -sd' ')" \
    "filter,1 memcpy,1"
refuses "bench: two applications" 2 "filter and partition2 compute different things" \
    "$scanlab" bench filter partition2 -n 4
refuses "bench: beside a scan" 2 "filter and naive compute different things" \
    "$scanlab" bench filter naive -n 4
refuses "bench: beside a library" 2 \
    "tbb cannot be compared with filter; the library offers: scans, reduce, radix_sort" \
    "$scanlab" bench filter tbb -n 4
# --------------------------------------------------------------------- costs

# counts ARGUMENTS: of measure; all counts are as the closed forms say
counts() {
    run "$scanlab" measure "$@"
    is "measure $*" "$code$err" 0
    lacks "measure $*: nothing differs" "$out" " NOT "
}

for application in $("$scanlab" list --applications); do
    counts "$application" -d cpu -n 0..9,100,1000 --threads 1,3 --grain 1
    counts "$application" -d simt -n 0..9,100,1000,5000
    counts "$application" -d simt -n 0..70,1000 "${small[@]}"
done
counts reduce:tree reduce:block=64,items=2 reduce:block=32,items=1 \
    reduce:group,block=64,items=2 reduce:group,block=32,items=1 \
    reduce:own,block=32,blocks=2 reduce:own,block=64,blocks=1 reduce:stream,stages=1,block=32 \
    reduce:chunked,block=32,items=1,blocks=2 reduce:chunked,block=64,items=2,blocks=1 \
    -d simt -n 0..70,127,129,255,257,1025,3333

# The course's groups of 256: 10000000 -> 39063 -> 153 -> 1, a barrier for each block.
launches() {
    "$scanlab" measure "$1" -n "$2" -d simt --wide | awk 'NR == 2 { print $(NF - 6), $(NF - 5) }'
}
is "39063 -> 153 -> 1" "$(launches reduce:group,block=256,items=1 39063)" "2 $((153 + 1))"
is "39064 elements are no more blocks" "$(launches reduce:group,block=256,items=1 39064)" "2 154"
is "a stream is one launch" "$(launches reduce:stream 39063 | cut -d" " -f1)" 1
# A compare-and-swap of an element, and what else is asked of its bits.
join=tests/accepts/cas_join.cu
while IFS='|' read -r name edit words; do
    sed "$edit" $join >"$work/join.cu"
    is "$name: the edit" "$(cmp -s $join "$work/join.cu" && echo nothing)" ""
    run "$scanlab" verify reduce:block=32,items=2,atomics -d simt -n 500 "${t4[@]}" \
        --source "$work/join.cu"
    is "$name: exit" "$code" 1
    has "$name" "$out" "$words"
done <<'ROWS'
a swap that expects another element|s/seen.word, wanted/((union bits *)\&fold)->word, wanted/|join.cu:
a comparison with a number|s/!= seen.word/!= 0/|compares the bits of
a plain load of another block|s/^        return;$/        { T x = *out; if (n > 1000000) *out = x; return; }/|race on out
ROWS
# Blocks that end in any order; threads whose elements are far apart.
for row in "atomics|the operands are swapped" "own,strided,blocks=1|are missing"; do
    form=${row%|*}
    run "$scanlab" verify "reduce:block=32,items=1,$form" -d simt -n 65 "${t4[@]}"
    is "$form keeps no order" "$code" 1
    has "$form keeps no order: it says so" "$out" "${row#*|}"
done
! thorough ||
    is "10000000 -> 39063 -> 153 -> 1" "$(launches reduce:group,block=256,items=1 10000000)" \
        "3 $((39063 + 153 + 1))"
is "pairs: 1000 -> 500 -> ... -> 1" "$(launches reduce:tree 1000)" "10 0"

refuses "no exclusive form to measure" 2 "reduce has no --exclusive" \
    "$scanlab" measure reduce --exclusive
refuses "no predicate to measure with" 2 "--predicate" \
    "$scanlab" measure filter --predicate odd

done_testing
