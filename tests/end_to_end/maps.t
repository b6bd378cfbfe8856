#!/bin/bash
# maps.t - numbers that become tuples and are scanned: examples on cpu and simt in all
# forms, tuples of mixed types, traffic, and mistakes that a proof must see.
. "$(dirname "$0")/tap.sh"

folder=algorithms/applications/map_scan
devices=("-d cpu" "-d simt --block 32 --items 2 --form fused"
    "-d simt --block 32 --items 2 --form look_ahead")

# ------------------------------------------------------------------ examples

echo 5 2 4 7 >"$work/four.txt"
for device in "${devices[@]}"; do
    # shellcheck disable=SC2086
    is "neighbours, $device" "$("$scanlab" run map_scan $device -i "$work/four.txt" \
        -m add2_i32 2>&1 | tail -n 3)" "  in       5 2 4 7
  mapped   (4, 6) (1, 3) (3, 5) (6, 8)
  out      (4, 6) (5, 9) (8, 14) (14, 22)"
    # shellcheck disable=SC2086
    is "exclusive, $device" "$("$scanlab" run map_scan $device -i "$work/four.txt" \
        -m add2_i32 --exclusive -q -o out=- | paste -sd' ')" \
        "(0, 0) (4, 6) (5, 9) (8, 14)"
    # shellcheck disable=SC2086
    is "nothing, $device" "$("$scanlab" run map_scan $device -n 0 -q -o -)" ""
done

# Against awk, with sums of -1 and +1 along many tiles and threads.
seq 1 50000 | awk '{ print ($1 * 7919) % 10007 }' >"$work/many.txt"
awk '{ a += $1 - 1; b += $1 + 1; print "(" a ", " b ")" }' "$work/many.txt" \
    >"$work/sums.txt"
for device in "${devices[@]}"; do
    # shellcheck disable=SC2086
    "$scanlab" run map_scan ${device/--block 32 --items 2/} -i "$work/many.txt" \
        -m add2_i32 -q -o "out=$work/out.txt"
    is "many, $device: as awk has them" \
        "$(cmp "$work/out.txt" "$work/sums.txt" 2>&1)" ""
    # shellcheck disable=SC2086
    run "$scanlab" run map_scan ${device/--block 32 --items 2/} -i "$work/many.txt" -m add_f32
    has "floats, $device" "$out" "right"
done

# ------------------------------------------------------- maximum segment sum

echo 1 -2 3 4 -1 5 -6 1 >"$work/mssp.txt"
# The best run of many numbers, by Kadane's loop.
awk '{ print $1 % 201 - 100 }' "$work/many.txt" >"$work/days.txt"
best=$(awk '{ end = end + $1 > 0 ? end + $1 : 0; best = end > best ? end : best }
    END { print best }' "$work/days.txt")
for device in cpu simt; do
    is "maximum segment sum, $device" \
        "$("$scanlab" run mssp -d $device -i "$work/mssp.txt" -q -o -)" "(5, 10, 6, 11)"
    is "of nothing, $device" "$("$scanlab" run mssp -d $device -n 0 -q -o -)" "(0, 0, 0, 0)"
    is "of many, $device" "$("$scanlab" run mssp -d $device -i "$work/days.txt" -q -o - |
        sed 's/.*, //')" "$best)"
    is "another monoid and map, $device" "$("$scanlab" run mssp -d $device \
        -i "$work/four.txt" -m add_i32 --map copies -q -o -)" 18
done
sed 's/window\[(lane \* FOURS + j) \* 9 \/ 8\]/window[(j * WARP + lane) * 9 \/ 8]/' \
    algorithms/applications/mssp/kernel.cu >"$work/kernel.cu"
run "$scanlab" verify mssp:block=32,items=8 -d simt "${t4[@]}" -n 300 --source "$work/kernel.cu"
is "numbers in another order: exit" "$code" 1
has "numbers in another order" "$out" "mssp            WRONG. "

# ------------------------------------------------------ tuples of mixed types

cat >"$work/mixed.h" <<'H'
typedef struct {
    int32_t count;
    double sum;
} T;
#define COMPONENT int32_t
#define PARTS(part) part(double, sum) part(int32_t, count)
DEVICE T mixed(int32_t count, double sum)
{
    T r;
    r.count = count;
    r.sum = sum;
    return r;
}
DEVICE T identity(void) { return mixed(0, 0); }
DEVICE T op(T a, T b) { return mixed(a.count + b.count, a.sum + b.sum); }
#ifdef HOST
#define SAME(a, b) ((a).count == (b).count && (a).sum == (b).sum)
#define DRAW(bits) mixed((int32_t)(bits) & 15, (double)((bits) >> 60))
#endif
H
echo 'DEVICE T map(int32_t x) { return mixed(1, x & 255); }' >"$work/halves.h"
for device in "${devices[@]}"; do
    # shellcheck disable=SC2086
    ok "a count and a double, $device" "$scanlab" run map_scan $device -m "$work/mixed.h" \
        --map "$work/halves.h" -n 3001
done
# Planes that are aligned to their numbers alone: rows of four are moved by lanes.
for form in fused look_ahead; do
    for n in 1301 1302 1303; do
        ok "$n tuples, planes not aligned, $form" "$scanlab" run map_scan -d simt \
            --block 32 --items 4 --form "$form" -m add2_i32 -n "$n"
    done
done
sed 's/part(double, sum) part(int32_t, count)/part(int32_t, count) part(double, sum)/' \
    "$work/mixed.h" >"$work/exchanged.h"
refuses "smaller numbers first" 3 "PARTS must list the larger numbers first" \
    "$scanlab" run map_scan -m "$work/exchanged.h" --map "$work/halves.h" -n 8
cat >"$work/sum_max.h" <<'H'
typedef struct {
    int32_t sum, most;
} T;
#define COMPONENT int32_t
DEVICE T sum_max(int32_t sum, int32_t most)
{
    T r;
    r.sum = sum;
    r.most = most;
    return r;
}
DEVICE T identity(void) { return sum_max(0, INT32_MIN); }
DEVICE T op(T a, T b)
{
    return sum_max(a.sum + b.sum, a.most > b.most ? a.most : b.most);
}
H
is "two scans in one pass" "$("$scanlab" run map_scan -m "$work/sum_max.h" --map copies \
    -i "$work/four.txt" -q -o out=- | paste -sd' ')" "(5, 5) (7, 5) (11, 5) (18, 7)"

# ----------------------------------------------------------------- the words

run "$scanlab" list --verbose
has "ports in planes are listed" "$out" "-o   mapped: planes of T[n]"
refuses "no such map" 2 "no map 'copie': did you mean 'copies'?" \
    "$scanlab" run map_scan -n 4 --map copie
refuses "the map of proofs" 2 "the map drawn is for intervals" \
    "$scanlab" run map_scan -n 4 --map drawn
refuses "a map of a filter" 2 "filter has no map" "$scanlab" run filter -n 4 --map copies
refuses "a predicate of a map" 2 "map_scan has no predicate" \
    "$scanlab" run map_scan -n 4 --predicate odd
echo 0.5 >"$work/half.txt"
refuses "half a number" 2 "element 0 is '0.5', not an integer" \
    "$scanlab" run map_scan -i "$work/half.txt"

# --------------------------------------------------------------------- costs

# Of elements of 4 bytes: a number read once, and two elements written.
is "traffic of the forms" "$("$scanlab" measure map_scan map_scan:look_ahead -d simt -n 2^15 |
    sed -n 's/^map_scan.* \([0-9]\.[0-9]\).*n .*/\1/p' | paste -sd' ')" "3.0 3.0"

# ------------------------------------------------------------------- mistakes

while IFS='|' read -r name edit want; do
    taken 2 || continue
    # It is noticed in the last of the default's shapes.
    thorough || [ "$name" != 'what is mapped is not kept' ] || continue
    for file in kernel.cu rows.h scan_mapped.h scan_ahead.h; do
        sed "s|applications/map_scan/||; $edit" "$folder/$file" >"$work/$file"
    done
    cmp -s <(sed 's|applications/map_scan/||' "$folder"/{rows,scan_mapped}.h) \
        <(cat "$work"/{rows,scan_mapped}.h) &&
        is "$name: the edit" "changes nothing" "changes something"
    run "$scanlab" verify map_scan -d simt "${t4[@]}" --source "$work/kernel.cu"
    is "$name: exit" "$code" 1
    has "$name" "$out" "$want"
done <<'ROWS'
a neighbour's number|s/map(mine->x\[row\]\[i\])/map(mine->x[row][i \& ~1])/|mapped[1] is element 0, want element 1
what is mapped is not kept|/of->mapped, of->n, tile/s/place_in_tile(r)/place_in_tile(0)/|mapped[
out in the other's planes|s/put_row(of->out,/put_row(of->mapped,/|map_scan        WRONG. 
the operands exchanged|s/op(before, upto\[warp - 1\])/op(upto[warp - 1], before)/|the operands are swapped
an identity too few|s/tile.kind == ANY \&\& at + i >= tile.count/false/|map_scan        WRONG. 
a total of a tile that nothing waits for|s/__syncthreads(); \/\* \[3\].*//|map_scan        WRONG. 
ROWS

done_testing
