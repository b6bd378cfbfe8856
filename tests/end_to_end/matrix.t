#!/bin/bash
# matrix.t - products, scatters, folds by index, sparse matrices: worked examples on cpu
# and simt, larger ones against awk, files that are wrong, costs, noticed mistakes.
. "$(dirname "$0")/tap.sh"

small=(--block 32)

# example NAME ARGUMENTS WANT: on both devices; the output goes to stdout
example() {
    local name=$1 want=${*: -1}
    shift
    is "$name" "$("$scanlab" run "${@:1:$#-1}" -q 2>&1 | paste -sd' ')" "$want"
    is "$name, simt" "$("$scanlab" run "${@:1:$#-1}" -q -d simt \
        "${small[@]}" 2>&1 | paste -sd' ')" "$want"
}

# counts ARGUMENTS: of measure; all counts are as the closed forms say
counts() {
    run "$scanlab" measure "$@"
    is "measure $*" "$code$err" 0
    lacks "measure $*: nothing differs" "$out" " NOT "
}

# noticed NAME DEVICE CHOICE FILE EDIT WANT: verify sees the edit of a file, and says so
noticed() {
    local name=$1 device=$2 choice=$3 file=$4 edit=$5 want=$6 source
    source=$work/$(basename "$file")
    sed "$edit" "$file" >"$source"
    cmp -s "$file" "$source" && is "$name: the edit" "changes nothing" "changes something"
    run "$scanlab" verify "$choice" -d "$device" --bytes 4 --source "$source"
    is "$name: exit" "$code" 1
    has "$name" "$out" "$want"
}

applications=algorithms/applications

# --------------------------------------------------------------- dot products

echo 2 -1 -1 2 -1 3 >"$work/a.txt"
echo 1 2 2 3 4 4 >"$work/b.txt"
echo 7 >"$work/one.txt"
: >"$work/none.txt"
for form in dotprod dotprod:unfused; do
    pair=("$form" -i "a=$work/a.txt" -i "b=$work/b.txt")
    example "$form" "${pair[@]}" -o - 12
    example "$form, the longest way" "${pair[@]}" -o - -m max_i32 --product plus 7
    example "$form, floats" "${pair[@]}" -o - -m add_f64 12
    example "$form of one" "$form" -i "a=$work/one.txt" -i "b=$work/one.txt" -o - 49
    example "$form of none" "$form" -i "a=$work/none.txt" -i "b=$work/none.txt" \
        -o - -m max_i32 -2147483648
    ok "$form of matrices" "$scanlab" run "$form" -n 5000 -m mat2_u32 --product by_hash
    ok "$form of matrices, simt" "$scanlab" run "$form" -n 5000 -m mat2_u32 \
        --product by_hash -d simt
done
seq 1 100000 | awk '{ print ($1 * 7919) % 10007 }' >"$work/many.txt"
seq 1 100000 | awk '{ print ($1 * 104729) % 101 - 50 }' >"$work/others.txt"
total=$(paste "$work/many.txt" "$work/others.txt" | awk '{ sum += $1 * $2 } END { print sum }')
for device in cpu simt; do
    for form in dotprod dotprod:unfused; do
        is "$form of many, $device" "$("$scanlab" run "$form" -q -o - -m add_i64 \
            -d "$device" -i "a=$work/many.txt" -i "b=$work/others.txt")" "$total"
        counts "$form" -d "$device" -n 0..9,100,1000,5000
    done
    awk '{ print $1 / 7 }' "$work/many.txt" >"$work/sevenths.txt"
    run "$scanlab" run dotprod -m add_f32 -d "$device" -i "a=$work/sevenths.txt" \
        -i "b=$work/sevenths.txt"
    has "floats on $device" "$out" "right within rounding (off by"
done
counts dotprod dotprod:unfused -d cpu -n 0..9,100,3000 --threads 1,3 --grain 1
run "$scanlab" run dotprod -n 8 --seed 3
is "two inputs are two" "$(awk '$1 == "a" || $1 == "b" { $1 = ""; print }' <<<"$out" |
    uniq | wc -l)" 2
refuses "one input of two" 2 "no file for b: add -i b=FILE" \
    "$scanlab" run dotprod -i "a=$work/a.txt"
refuses "two lengths" 2 "b has 1 elements, want 6" \
    "$scanlab" run dotprod -i "a=$work/a.txt" -i "b=$work/one.txt"
refuses "no such product" 2 "no product 'time': did you mean 'times'?" \
    "$scanlab" run dotprod -n 4 --product time
refuses "a product of a reduction" 2 "reduce has no product" \
    "$scanlab" run reduce -n 4 --product times

noticed "factors exchanged" simt dotprod "$applications/dotprod/kernel.cu" \
    's/times(mine->x\[i\], other.x\[i\])/times(other.x[i], mine->x[i])/' \
    "times(element 1, element 0): the operands are swapped"
noticed "others' factors" cpu dotprod "$applications/dotprod/cpu.c" \
    's/multiply(a + begin, b + begin,/multiply(a + begin, b + begin + (end - begin > 1),/
     s/times(a\[i\], b\[i\])/times(a[i], b[n - 1 - i])/' "dotprod         WRONG. "
noticed "fillers that are multiplied" simt dotprod "$applications/dotprod/kernel.cu" \
    's/i < own_of(count)/true/' "op or times() received memory that holds no element"

# ------------------------------------------------------------------- scatters

echo 10 11 12 13 >"$work/in.txt"
echo 2 4 1 -1 >"$work/index.txt"
echo 0 1 2 3 4 5 >"$work/out.txt"
into=(-i "$work/in.txt" -i "index=$work/index.txt" -i "out=$work/out.txt")
example "the course's scatter" scatter "${into[@]}" -o - "0 12 10 3 11 5"
echo 3 -1 -1 -1 -1 0 >"$work/two.txt"
example "a scatter of pairs" scatter -i "in=$work/out.txt" -i "index=$work/two.txt" \
    -i "out=$work/in.txt" -m affine_u32 -o out=- "(1, 5) (1, 11) (1, 12) (1, 0)"
echo -1 -1 -1 -1 >"$work/skipped.txt"
example "all are skipped" scatter -i "$work/in.txt" -i "index=$work/skipped.txt" \
    -i "out=$work/out.txt" -o - "0 1 2 3 4 5"
example "no elements" scatter -i "$work/none.txt" -i "index=$work/none.txt" \
    -i "out=$work/out.txt" -o - "0 1 2 3 4 5"
example "into nothing" scatter -i "$work/in.txt" -i "index=$work/skipped.txt" \
    -i "out=$work/none.txt" -o - ""
cp "$work/out.txt" "$work/same.txt"
ok "in place" "$scanlab" run scatter -i "$work/in.txt" -i "index=$work/index.txt" \
    -i "out=$work/same.txt" -o "out=$work/same.txt" -q
is "in place: the file" "$(cat "$work/same.txt")" "$(printf '%s\n' 0 12 10 3 11 5)"

# 7919 and 100003 have no common divisor: so no two are equal. Each fifth is skipped.
seq 0 99999 | awk '{ print $1 % 5 ? ($1 * 7919) % 100003 : -1 }' >"$work/indices.txt"
seq 1 100003 | awk '{ print -$1 }' >"$work/before.txt"
paste "$work/many.txt" "$work/indices.txt" | awk '$2 >= 0 { out[$2] = $1 }
    END { for (i = 0; i < 100003; i++) print i in out ? out[i] : -1 - i }' >"$work/want.txt"
for device in cpu simt; do
    ok "many, $device" "$scanlab" run scatter -i "$work/many.txt" -d "$device" \
        -i "index=$work/indices.txt" -i "out=$work/before.txt" -o "$work/out2.txt"
    is "many, $device: as awk has them" \
        "$(tr ' ' '\n' <"$work/out2.txt" | cmp - "$work/want.txt")" ""
    counts scatter -d "$device" -n 0..9,100,1000,5000
done

# refused NAME PART INDICES: and no file is written
refused() {
    echo "$3" >"$work/wrong.txt"
    refuses "$1" 2 "$2" "$scanlab" run scatter -i "$work/in.txt" \
        -i "index=$work/wrong.txt" -i "out=$work/out.txt" -o "$work/never.txt"
    is "$1: nothing is written" "$(ls "$work/never.txt" 2>/dev/null)" ""
}
refused "an index outside" "index[1] = 6, but out has 6 elements" "2 6 1 -1"
refused "an index below -1" "index[3] = -2, but out has 6 elements" "2 4 1 -2"
refused "two that are equal" "index[2] = 2, the same as an earlier index" "2 4 2 -1"
refused "fewer indices" "index has 3 elements, want 4" "2 4 1"
refuses "no array to go to" 2 "no file for out: add -i out=FILE" \
    "$scanlab" run scatter -i "$work/in.txt" -i "index=$work/index.txt"

# --------------------------------------------------------------- reduce by index
seq 1 8 >"$work/eight.txt"
bins=(-i "$work/eight.txt" -i "index=$work/bins.txt" --bins 16)
echo 0 1 0 0 1 1 0 2 >"$work/bins.txt"
none=$(printf ' 0%.0s' {1..13})
example "sums of three bins" reduce_by_index "${bins[@]}" -o out=- "15 13 8$none"
echo -1 1 16 0 1 2147483647 0 -2147483648 >"$work/bins.txt"
example "indices of no bin" reduce_by_index "${bins[@]}" -o out=- "11 7 0$none"
example "nothing" reduce_by_index -n 0 --bins 16 -o out=- "0 0 0$none"
example "how many bins" reduce_by_index -n 5 -o bins=- --bins 1024 1024
awk '{ print $1 % 64 }' <"$work/many.txt" >"$work/bins.txt"
paste "$work/many.txt" "$work/bins.txt" | awk '$2 >= 0 { sum[$2] += $1 }
    END { for (i = 0; i < 64; i++) print sum[i] + 0 }' >"$work/want.txt"
for device in cpu simt; do
    is "many, $device: sums as awk has them" "$("$scanlab" run reduce_by_index -d "$device" \
        -i "$work/many.txt" -i "index=$work/bins.txt" --bins 64 -q -o out=- | cmp - "$work/want.txt")" ""
    counts reduce_by_index -d "$device" -n 0..9,100,1000,5000
done
for monoid in add_f32 mat2_u32; do
    ok "other monoids: $monoid" "$scanlab" run reduce_by_index -m $monoid -n 20000 -d simt -q
done
refuses "three bins" 2 "bins" "$scanlab" run reduce_by_index -n 4 --bins 3
kernel=$applications/reduce_by_index/kernel.cu
noticed "lanes in the wrong order" simt reduce_by_index "$kernel" \
    's/op(x, right)/op(right, x)/' "reduce_by_index WRONG. "
noticed "elements of no bin" cpu reduce_by_index "$applications/reduce_by_index/cpu.c" \
    's/bin < 0 ||/bin < -1 ||/' "reduce_by_index WRONG. "
noticed "a row before the last one is seen" simt reduce_by_index "$kernel" \
    's/__syncwarp(); .. the next.*//' "reduce_by_index WRONG. "

run "$scanlab" bench scatter -n 2^12 --threads 2 --time-limit 1s -o "$work/b.csv"
is "bench of a scatter: verified, beside a copy" \
    "$(cut -d, -f2,14 "$work/b.csv" | tail -n +2 | sort | paste -sd' ')" \
    "memcpy,1 scatter,1"

noticed "elements that are not skipped" simt scatter "$applications/scatter/kernel.cu" \
    's/if (to\[row\] >= 0)/if (true)/' "out of bounds"
noticed "a place further on" cpu scatter "$applications/scatter/cpu.c" \
    's/out\[index\[i\]\] =/out[index[i] ^ 1] =/' "scatter         WRONG. "
noticed "what stays is written" simt scatter "$applications/scatter/kernel.cu" \
    's/if (to\[row\] >= 0)/if (to[row] < 0) out[0] = in[0]; else/' "scatter         WRONG. "

# ------------------------------------------------------------ sparse matrices

echo 2 -1 -1 2 -1 3 >"$work/values.txt"
echo 0 1 1 2 3 3 >"$work/columns.txt"
echo 0 2 5 6 >"$work/offsets.txt"
echo 1 2 3 4 >"$work/x.txt"

# matrix VALUES COLUMNS OFFSETS X: sets $matrix, arguments of run
matrix() {
    matrix=(-i "values=$1" -i "columns=$2" -i "offsets=$3" -i "x=$4")
}

# multiplied NAME OPTION... WANT: on both devices, in both forms
multiplied() {
    example "$1" spmv "${matrix[@]}" -o - "${@:2}"
    is "$1, course" "$("$scanlab" run spmv:course "${matrix[@]}" -o - -q -d simt \
        "${@:2:$#-2}" 2>&1 | paste -sd' ')" "${*: -1}"
}

matrix "$work/values.txt" "$work/columns.txt" "$work/offsets.txt" "$work/x.txt"
multiplied "the course's matrix" "0 0 12"
multiplied "the course's matrix, floats" -m add_f64 "0 0 12"
multiplied "the longest ways" -m max_i32 --product plus "3 5 7"
echo 0 0 2 2 2 5 6 6 >"$work/empty.txt"
matrix "$work/values.txt" "$work/columns.txt" "$work/empty.txt" "$work/x.txt"
multiplied "empty rows" "0 0 0 0 0 12 0"
multiplied "empty rows have no largest" -m max_i32 --product plus \
    "-2147483648 3 -2147483648 -2147483648 5 7 -2147483648"
echo 0 6 >"$work/long.txt"
matrix "$work/values.txt" "$work/columns.txt" "$work/long.txt" "$work/x.txt"
multiplied "one row" 12
echo 0 >"$work/zero.txt"
echo 0 0 0 >"$work/zeros.txt"
matrix "$work/none.txt" "$work/none.txt" "$work/zeros.txt" "$work/x.txt"
multiplied "no nonzeros" "0 0"
matrix "$work/none.txt" "$work/none.txt" "$work/zero.txt" "$work/none.txt"
multiplied "no rows" ""

# Rows of 0, 1, 2 ... 9 nonzeros, one of 30000, and then many that are empty.
seq 0 99999 | awk '{ print ($1 * 7919) % 1009 }' >"$work/far.txt"
seq 1 1009 | awk '{ print ($1 * 31) % 97 - 48 }' >"$work/vector.txt"
awk 'BEGIN { print at = 0; for (r = 0; at < 100000; r++) {
        at += r == 777 ? 30000 : r % 10; print at < 100000 ? at : 100000 }
    for (r = 0; r < 5000; r++) print 100000 }' >"$work/ends.txt"
awk -v at=0 'FILENAME ~ /vector/ { x[n++] = $1; next } FILENAME ~ /others/ { v[k++] = $1; next }
    FILENAME ~ /far/ { c[j++] = $1; next }
    { if (FNR > 1) { for (sum = 0; at < $1; at++) sum += v[at] * x[c[at]]; print sum } }' \
    "$work/vector.txt" "$work/others.txt" "$work/far.txt" "$work/ends.txt" >"$work/want.txt"
matrix "$work/others.txt" "$work/far.txt" "$work/ends.txt" "$work/vector.txt"
for choice in "spmv cpu" "spmv simt" "spmv:course simt"; do
    read -r form device <<<"$choice"
    ok "many rows, $choice" "$scanlab" run "$form" "${matrix[@]}" -m add_i64 \
        -d "$device" -o "$work/y.txt"
    is "many rows, $choice: as awk has them" \
        "$(tr ' ' '\n' <"$work/y.txt" | cmp - "$work/want.txt")" ""
    counts "$form" -d "$device" -n 0..9,100,1000,5000
done
for form in spmv spmv:course; do
    counts "$form" -d simt -n 0..70,1000,5000 "${small[@]}"
done
counts spmv -d cpu -n 0..9,100,3000 --threads 1,3 --grain 1
# Of floats each row that differs from the plain loop's is joined once more.
awk '{ print $1 / 7 }' "$work/others.txt" >"$work/rounded.txt"
matrix "$work/rounded.txt" "$work/far.txt" "$work/ends.txt" "$work/vector.txt"
run "$scanlab" run spmv "${matrix[@]}" -m add_f32 -d simt
has "many rows of floats" "$out" "right within rounding (off by"
sed 's/times(value\[i\], x\[column\[i\]\])/op(&, from.nonzero + i * BLOCK + thread == 60000)/' \
    "$applications/spmv/balanced.h" >"$work/balanced.h"
sed 's|applications/spmv/balanced|balanced|' "$applications/spmv/kernel.cu" >"$work/one-off.cu"
run "$scanlab" run spmv "${matrix[@]}" -m add_f32 -d simt --source "$work/one-off.cu"
is "one of many is off" "$code" 1
has "one of many is off: which" "$out$err" "rounding explains at most"
ok "many matrices" "$scanlab" run spmv -n 20000 -m mat2_u32 --product by_hash --threads 2

# unfit NAME PART PORT CONTENT: one input is wrong
unfit() {
    cp "$work"/{values,columns,offsets,x}.txt "$work/unfit/"
    echo "$4" >"$work/unfit/$3.txt"
    matrix "$work"/unfit/{values,columns,offsets,x}.txt
    refuses "$1" 2 "$2" "$scanlab" run spmv "${matrix[@]}" -o "$work/never.txt"
    is "$1: nothing is written" "$(ls "$work/never.txt" 2>/dev/null)" ""
}
mkdir "$work/unfit"
unfit "offsets that descend" "offsets[2] = 1, after 2: offsets must not decrease" offsets "0 2 1 6"
unfit "offsets from 1" "offsets[0] = 1, want 0" offsets "1 2 5 6"
unfit "offsets that end early" "offsets[3] = 5, want 6" offsets "0 2 5 5"
unfit "offsets that end late" "offsets[3] = 7, want 6" offsets "0 2 5 7"
unfit "a column too far" "columns[2] = 4, but x has 4 elements" columns "0 1 4 2 3 3"
unfit "a column for each value" "columns has 5 elements, want 6" columns "0 1 1 2 3"
unfit "no offsets" "offsets has 0 elements" offsets ""

# A file of the Matrix Market gives values, columns and offsets at once.
head='%%MatrixMarket matrix coordinate'
printf '%s\n' "$head real general" "% the course's" "3 4 6" "3 4 3" "1 1 2" "1 2 -1" \
    "2 4 -1" "2 2 -1" "2 3 2" >"$work/course.mtx"
matrix=(-i "$work/course.mtx" -i "x=$work/x.txt")
multiplied "the course's matrix, from a file" "0 0 12"
multiplied "the course's matrix, from a file, floats" -m add_f32 "0 0 12"
printf '%s\n' "$head pattern symmetric" "4 4 4" "2 1" "3 2" "4 1" "4 4" >"$work/graph.mtx"
matrix=(-i "$work/graph.mtx" -i "x=$work/x.txt")
multiplied "a pattern, symmetric" "6 4 2 5"

# unread NAME PART LINE...: such a file is refused, and nothing is written
unread() {
    local name=$1 part=$2
    printf '%s\n' "${@:3}" >"$work/wrong.mtx"
    refuses "$name" 2 "$part" "$scanlab" run spmv -i "$work/wrong.mtx" \
        -i "x=$work/x.txt" -o "$work/never.txt"
    is "$name: nothing is written" "$(ls "$work/never.txt" 2>/dev/null)" ""
}
unread "a value that is too large" "line 3: the value is '3000000000', which does not fit" \
    "$head integer general" "1 1 1" "1 1 3000000000"
unread "garbage" "line 1: the first line of a .mtx file" "3 1 7"
unread "fewer entries" "line 4: the file ends after 1 of 6" "$head real general" "3 4 6" "1 1 1"
unread "more entries" "line 4: more entries than the header declares (1)" "$head real general" "3 4 1" \
    "1 1 1" "1 2 1"
unread "a row outside" "line 3: row '4': rows are 1 to 3" "$head real general" \
    "3 4 1" "4 1 1"
unread "columns of another x" "x has 4 elements, want 5" "$head real general" "1 5 1" "1 1 1"
refuses "two matrices" 2 "values has a file" "$scanlab" run spmv -i "$work/graph.mtx" \
    -i "$work/course.mtx"
refuses "a matrix and its columns" 2 "columns has a file" "$scanlab" run spmv \
    -i "columns=$work/columns.txt" -i "$work/graph.mtx"
refuses "a matrix is no array" 2 "a matrix is not an array; 'scanlab run spmv" \
    "$scanlab" run kogge_stone -i "$work/graph.mtx"

# In a copy of balanced.h, beside a kernel that includes it.
sed 's|applications/spmv/balanced|balanced|' "$applications/spmv/kernel.cu" \
    >"$work/kernel.cu"
while IFS='|' read -r name edit; do
    taken 3 || continue
    sed "$edit" "$applications/spmv/balanced.h" >"$work/balanced.h"
    cmp -s "$work/balanced.h" "$applications/spmv/balanced.h" &&
        is "$name: the edit" "changes nothing" "changes something"
    # The default proof, where small shapes do not show it.
    run "$scanlab" verify spmv:block=32,items=2,balanced -d simt --bytes 4 \
        --source "$work/kernel.cu"
    [ "$code" != 0 ] ||
        run "$scanlab" verify spmv -d simt --bytes 4 --source "$work/kernel.cu"
    is "$name: exit" "$code" 1
    has "$name" "$out" "WRONG. "
done <<'ROWS'
threads' carries exchanged|s/op(before, walk.first)/op(walk.first, before)/
tiles' carries exchanged|s/op(fold, y\[from.row\])/op(y[from.row], fold)/
rounds of carries exchanged|s/op(left->front\[WARPS\], fold)/op(fold, left->front[WARPS])/
a carry that is dropped|s/walk.has_first ? op(before, walk.first)/walk.has_first ? walk.first/
a row that goes on after the tile|s/starts\[i + 2\] > from.row \&\& //
a tile that has no head|s/own_rows > 0 || !cuts_row(offsets, rows, from)/own_rows > 0/
no row goes on in a thread|s/row > 0 \&\& (int)end\[row - 1\] == k/true/
a column further on|s/x\[column\[i\]\]/x[column[i] ^ 1]/
products that are not there yet|s/__syncthreads_or(is_long)/is_long/
no way back|s/any \&\& !heads\[first\]/false/
one round back|s/end -= found ? 0 : BLOCK \* BACK/found = 1/
a round that begins too early|s/__syncthreads_or(any); \/\* \[5\]/any; \/* [5]/
a fold of the round before|s/round > 0 ?/false ?/
starts that are read too early|s/wait_for_launch_before(); \/\* \[6\]/\/* /
carries that are read too early|s/wait_for_launch_before(); \/\* \[7\]/\/* /
a search that skips a row|s/low = at\[k\] + 1;/low = at[k] + 2;/
a head that is not seen|s/any = any || is_head/any = any/
ROWS
noticed "threads' carries, exchanged" cpu spmv "$applications/spmv/cpu.c" \
    's/op(carry, \*y)/op(*y, carry)/' "spmv            WRONG. "
noticed "a thread without an end of a row" cpu spmv "$applications/spmv/cpu.c" \
    's/carry = op(carry, \*left_by(m, t))/carry = *left_by(m, t)/' "spmv            WRONG. "

done_testing
