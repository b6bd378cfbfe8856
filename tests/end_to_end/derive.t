#!/bin/bash
# derive.t - scans derived from rules: each is proved, and its counts equal its
# closed forms; the generated kernels of four points; twins of shipped scans;
# drawings, and wrong use. (Texts and refusals: unit/test_derivation.)
. "$(dirname "$0")/tap.sh"

golden=tests/end_to_end/derived

# sizes SECTION: with none, one, two and several sections; at the last, if not too
# large, totals fill several sections of their own.
sizes() {
    echo "0,1,$(($1 - 1)),$1,$(($1 + 1)),$((2 * $1 + 1)),$((5 * $1 + 7))$(
        [ "$1" -gt 64 ] || echo ",$(($1 * $1 + 3 * $1))")"
}

derived() { # RULES
    local section=${1#*(}
    run "$scanlab" verify "derived:$1" "${t4[@]}"
    is "$1: proved" "$code$err" 0
    run "$scanlab" measure "derived:$1" -n "$(sizes "${section%%)*}")"
    is "$1: counted" "$code$err" 0
    lacks "$1: as the forms say" "$out" " NOT "
    run "$scanlab" measure "derived:$1" -n "$(sizes "${section%%)*}")" --exclusive
    lacks "$1: exclusive" "$out" " NOT "
}

while read -r rules; do
    derived "$rules"
done <<'END'
scan_then_reduce(32); brent_kung(2)
scan_then_reduce(64); sequential(64)
scan_then_reduce(64); blelloch(4)@depth=2; sequential
scan_then_reduce(64); sequential(4); brent_kung(2)@depth=2; kogge_stone
scan_then_reduce(48); blelloch(2)@depth=1; blelloch(3)@depth=1; kogge_stone
scan_then_reduce(128); sequential(2); warps; blelloch(2)
scan_then_reduce(64)@totals=sequential; sequential(4); brent_kung(2)@depth=3
scan_then_reduce(64)@totals=block; sequential(4); blelloch(4)
scan_then_reduce(64)@totals=block; kogge_stone
scan_then_reduce(128)@totals=block; sequential(2); warps; sequential
reduce_then_scan(64); brent_kung(4)
reduce_then_scan(64)@totals=sequential; sequential(4); blelloch(2)@depth=2; kogge_stone
reduce_then_scan(128); sequential(2); warps; brent_kung(2)
reduce_then_scan(96); brent_kung(2)@depth=1; brent_kung(3)@depth=1; sequential
scan_then_reduce(64); sequential(2); blelloch(2)@depth=3; sequential
scan_then_reduce(64)@totals=sequential; blelloch(2)
scan_then_reduce(32)@totals=block; brent_kung(2)@depth=1; brent_kung(4)@depth=1; kogge_stone
scan_then_reduce(96); sequential(3); brent_kung(2)@depth=5
reduce_then_scan(64); kogge_stone
reduce_then_scan(64)@totals=sequential; sequential(8); brent_kung(8)
END

# ------------------------------------------------------------------ all of them
# Every scan of two rules in sections of 64, with runs up to 8 and factors up to
# 4, in each form of the device rule: explore proves each of them, and its counts
# must equal the closed forms.
if thorough; then
    for form in device=scan_then_reduce,totals={levels,block,sequential} \
        device=reduce_then_scan,totals={block,sequential}; do
        run timeout 1800 "$scanlab" explore derived -d simt -n 4288 --budget 30m \
            --space "rules=2,section=64,run=8,factor=4,$form" -o "$work/all.csv"
        is "$form: exit" "$code$err" 0
        has "$form: each is right" "$out" ", 0 refused, 0 failed, 0 wrong"
    done
fi

# ------------------------------------------------------------------- the kernels
kernel() { # FILE RULES
    run "$scanlab" explore --derive "$2" --show
    is "$1: exit" "$code$err" 0
    ok "$1: as in $golden" diff <(echo "$out") "$golden/$1.cu"
}
kernel default 'scan_then_reduce(512); sequential(4); brent_kung(2)'
kernel exclusive-tree 'scan_then_reduce(512); sequential(8); blelloch(2)'
kernel figure-1d 'scan_then_propagate(512)@totals=sequential; sequential(4); brent_kung(2)@depth=3'
kernel reduce 'reduce_then_scan(1024); sequential(8); warps; kogge_stone'

# A kernel is what stands in the pattern: with a wrong line there it is wrong.
mkdir -p "$work/home"
cp -r algorithms harness "$work/home"
sed -i '/neighbours have loaded/d' "$work/home/algorithms/derived/kernel.pattern"
run env SCANLAB_HOME="$work/home" "$scanlab" verify \
    'derived:scan_then_reduce(64); sequential(4); brent_kung(2)' "${t4[@]}"
is "without its first barrier: exit" "$code" 1
has "without its first barrier" "$out" "race"
has "a finding names the kernel's line" "$out" "kernel.cu:"
echo '     | $nonsense' >>"$work/home/algorithms/derived/kernel.pattern"
refuses "an unknown name in the pattern" 3 "kernel.pattern is damaged" \
    env SCANLAB_HOME="$work/home" "$scanlab" verify derived

# ----------------------------------------------------------------- shipped scans
# Twins do the same operations, counted: work, depth and traffic.
counts() { tail -n +2 <<<"$out" | sed 's/^[a-z_]* *//'; }
twin() { # SHIPPED RULES
    local sizes=1,31,32,33,63,64,65,100,511,512,513,1000,4288 shipped
    run "$scanlab" measure "$1" -d simt -n $sizes
    shipped=$(counts)
    is "$1: counted" "$(wc -l <<<"$shipped")" 13
    run "$scanlab" measure "derived:$2" -n $sizes
    is "$1 = $2" "$(counts)" "$shipped"
}
twin brent_kung:block=64 'scan_then_reduce(64); brent_kung(2)'
twin brent_kung:block=64,factor=4,sequential=4 'scan_then_reduce(64); brent_kung(4)@depth=2; sequential'
twin blelloch:block=32 'scan_then_reduce(64); blelloch(2)'
twin kogge_stone:block=64 'scan_then_reduce(64); kogge_stone'

# ------------------------------------------------------------------- one at a time
run "$scanlab" explore --derive 'scan_then_reduce(64); sequential(4); brent_kung(2)' \
    -n 1024 --draw "$work/tree.svg"
is "explore --derive: exit" "$code$err" 0
has "explore --derive: counts" "$out" "2889 = 2889"
is "the drawing is whole" "$(tail -1 "$work/tree.svg")" "</svg>"
# 119 operations of one section, a line each.
is "the drawing has every operation" "$(grep -c "class='op'" "$work/tree.svg")" 119
"$scanlab" explore --derive 'reduce_then_scan(48); blelloch(2)@depth=4' -n 48 \
    --draw "$work/exclusive.svg" >/dev/null
is "also those with the identity" "$(grep -c "class='op'" "$work/exclusive.svg")" 92
has "and every rule" "$(cat "$work/tree.svg")" "brent_kung(2)@depth=4"
run "$scanlab" explore --derive 'scan_then_reduce(32..64); brent_kung(2); sequential(1..16)' -n 1024
is "ranges: exit" "$code$err" 0
lacks "ranges: none of them was named" "$out" "(as named)"
has "ranges" "$out" "a space of 10 points"
run "$scanlab" explore --derive 'scan_then_reduce(64); brent_kung(2..16)' -n 1024
has "what is no scan has its reason" "$out" \
    "1 more combination is no scan, such as scan_then_reduce(64); brent_kung(16) (brent_kung(16): log_16 64 is not whole"
run "$scanlab" run 'derived:reduce_then_scan(64); brent_kung(2)' -n 1000
is "run: exit" "$code$err" 0
run "$scanlab" verify derived -n 65 --format json "${t4[@]}"
has "in JSON its name is the settings" "$out" "scan_then_reduce=512,sequential=4,brent_kung=2"

# ------------------------------------------------------------------- wrong use
refuses "a wrong rule" 2 "derived: brent_kung(4): log_4 512 is not whole" \
    "$scanlab" explore --derive 'scan_then_reduce(512); brent_kung(4)'
refuses "too large for wide elements" 2 "exceed the 49152 bytes of shared memory" \
    "$scanlab" run 'derived:scan_then_reduce(4096); sequential(4); brent_kung(2)' \
    -n 5000 -m mss_i32 -d simt
refuses "no native code" 2 "derived has no cpu.c: it runs on simt and cuda only" \
    "$scanlab" verify derived -d cpu
refuses "an algorithm, too" 2 "--derive names the scan" \
    "$scanlab" explore brent_kung --derive 'scan_then_reduce(64)'
refuses "show what is no derivation" 2 "--show prints the kernel of a derivation" \
    "$scanlab" explore brent_kung -d simt --show
refuses "draw what is no derivation" 2 "--draw draws a derivation" \
    "$scanlab" explore brent_kung -d simt --draw "$work/no.svg"
refuses "show of several" 2 "--show takes one derivation" \
    "$scanlab" explore --derive 'scan_then_reduce(64..128)' --show
refuses "a drawing of another kind" 2 "want a name in .svg" \
    "$scanlab" explore --derive 'scan_then_reduce(64)' --draw "$work/no.png"
refuses "too wide to draw" 2 "at most 1024" \
    "$scanlab" explore --derive 'scan_then_reduce(2048)' --draw "$work/no.svg"
refuses "a bench without real time" 2 "or use -d cuda" "$scanlab" bench derived -n 1000
refuses "a range that goes down" 2 "512..32: a range goes up" \
    "$scanlab" explore --derive 'scan_then_reduce(512..32)'
refuses "an unknown bound" 2 "'sections=4' is neither a derivation nor one of" \
    "$scanlab" explore derived -d simt --space sections=4
ok "nothing was written" test ! -e "$work/no.svg"

done_testing
