#!/bin/bash
# files.t - arrays in and out: .npy of every kind, raw, text, and through pipes.
. "$(dirname "$0")/../end_to_end/tap.sh"

# npy NAME VERSION DESCR SHAPE DATA: writes $work/NAME.
npy() {
    local header="{'descr': '$3', 'fortran_order': False, 'shape': $4, }"
    case $2 in
    1) printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "$header" ;;
    2) printf '\x93NUMPY\x02\x00\x74\x00\x00\x00%-115s\n' "$header" ;;
    3) printf '\x93NUMPY\x03\x00\x74\x00\x00\x00%-115s\n' "$header" ;;
    esac >"$work/$1"
    # shellcheck disable=SC2059  # the data are escapes
    printf "$5" >>"$work/$1"
}

# scanned NAME FILE MONOID WANT: the inclusive scan of a file, as text.
scanned() {
    "$scanlab" run sequential -i "$2" -m "$3" -o "$work/scanned.txt" -q \
        --threads 1 </dev/null 2>"$work/.err"
    is "$1" "$(tr '\n' ' ' <"$work/scanned.txt" | sed 's/ $//')$(cat "$work/.err")" "$4"
    rm -f "$work/scanned.txt"
}

# ------------------------------------------------------------ .npy, by hand

small='\x03\x00\x01\x00\x07\x00'
npy i4.npy 1 '<i4' '(3,)' '\x03\0\0\0\x01\0\0\0\xff\xff\xff\xff'
scanned "int32" "$work/i4.npy" add_i32 "3 4 3"
npy v2.npy 2 '<i4' '(2,)' '\x03\0\0\0\x01\0\0\0'
scanned "format version 2" "$work/v2.npy" add_i32 "3 4"
npy v3.npy 3 '<i4' '(2,)' '\x03\0\0\0\x01\0\0\0'
scanned "format version 3" "$work/v3.npy" add_i32 "3 4"
npy big.npy 1 '>i4' '(3,)' '\0\0\0\x03\0\0\0\x01\xff\xff\xff\xff'
scanned "big endian" "$work/big.npy" add_i32 "3 4 3"
npy i2.npy 1 '<i2' '(3,)' "$small"
scanned "int16 for a 32-bit monoid" "$work/i2.npy" add_i32 "3 4 11"
npy u1.npy 1 '|u1' '(4,)' '\x03\x01\x07\xff'
scanned "uint8" "$work/u1.npy" add_i64 "3 4 11 266"
npy f4.npy 1 '<f4' '(2,)' '\0\0\0\x3f\0\0\xc0\x3f'
scanned "float32" "$work/f4.npy" add_f32 "0.5 2"
scanned "float32 for a 64-bit monoid" "$work/f4.npy" add_f64 "0.5 2"
npy f8.npy 1 '>f8' '(2,)' '\x3f\xe0\0\0\0\0\0\0\x3f\xf8\0\0\0\0\0\0'
scanned "float64, big endian" "$work/f8.npy" add_f64 "0.5 2"
npy pair.npy 1 '<u4' '(2, 2)' '\x02\0\0\0\x01\0\0\0\x03\0\0\0\x05\0\0\0'
scanned "pairs for affine_u32" "$work/pair.npy" affine_u32 "(2, 1) (6, 8)"
npy empty.npy 1 '<i4' '(0,)' ''
scanned "no elements" "$work/empty.npy" add_i32 ""

# ------------------------------------------------------------- round trips

# A scan of zeros but for one number is its input again, from there on.
for monoid in add_i32 add_i64 add_f32 add_f64 affine_u32 mat2_u32 mss_i32 \
    seg_add_i32 count4_i32 dfa8 max_i32 add2_i32; do
    "$scanlab" run sequential -n 100 -m $monoid -q -o "$work/a.npy" </dev/null
    for format in npy txt bin; do
        "$scanlab" run sequential -m $monoid -i "$work/a.npy" -q \
            -o "$work/b.$format" </dev/null
    done
    for format in txt bin; do
        for command in \
            "run naive -m $monoid -q -o $work/c.npy -i $work/b.$format" \
            "run naive -m $monoid -q -o $work/d.npy -i $work/b.npy"; do
            # shellcheck disable=SC2086  # words, and the work folder is apart
            (cd "$work" && "$scanlab" ${command//$work\//} </dev/null)
        done
        ok "$monoid: .$format holds what .npy does" \
            cmp "$work/c.npy" "$work/d.npy"
        rm -f "$work/c.npy" "$work/d.npy"
    done
done

# ------------------------------------------- raw, or text without its ending

printf '\3\0\0\0\1\0\0\0' >"$work/numbers"
run "$scanlab" run sequential -i "$work/numbers" -o - --threads 1
is "a raw file: its elements" "$(paste -sd' ' <<<"$out")" "3 4"
has "a raw file is named on stderr" "$err" \
    "scanlab: $work/numbers is read as raw int32: 2 elements"
run "$scanlab" run sequential -i "$work/numbers" -m affine_u32 -o -
has "... with pairs" "$err" "numbers is read as raw uint32: 1 element of 2 numbers"
run "$scanlab" run filter -i "$work/numbers" -m add_f64 --predicate positive -o -
has "... of an application" "$err" "numbers is read as raw float64: 1 element"
run "$scanlab" run sequential -i "$work/numbers" -o - -q
is "... and not with -q" "$err" ""
run "$scanlab" run sequential -i "$work/numbers" -o - --format raw
lacks "... nor with --format raw" "$err" "is read as"
echo "31 -7 4,2" >"$work/words"
for command in run trace; do
    refuses "text without its ending, $command" 2 \
        "words is text, but its name does not end in .txt or .csv: --format text reads it as text" \
        "$scanlab" $command sequential -i "$work/words" -o "$work/none.json"
done
refuses "text of a length that no raw file has" 2 "sums.out is text" \
    sh -c 'echo 31 7 >"$2/sums.out"; "$1" run filter -i "$2/sums.out"' - "$scanlab" "$work"
printf '\xef\xbb\xbf1 \xc3\xa4' >"$work/sums.bom"
refuses "text that is not ASCII" 2 "sums.bom is text" "$scanlab" run sequential -i "$work/sums.bom"
is "read as text" "$("$scanlab" run sequential -i "$work/words" --format text -q -o - |
    paste -sd' ')" "31 24 28 30"
run "$scanlab" run sequential -i "$work/sums.out" --format raw
has "read as raw" "$err" "5 bytes are not a whole number of elements"

# ----------------------------------------------------------------- streams

lecture=tests/end_to_end/examples/lecture.txt
want="3 4 11 11 15 16 22 25 "
is "text through a pipe" \
    "$("$scanlab" run lookback -i - -o - --format text -q <$lecture |
        tr '\n' ' ')" "$want"
"$scanlab" run sequential -i $lecture -q -o "$work/l.npy" </dev/null
is ".npy through pipes" \
    "$("$scanlab" run kogge_stone -i - -o - --format npy -q <"$work/l.npy" |
        "$scanlab" run naive -i - -o - --format npy -q | tail -c 4 |
        od -An -tu4 | tr -d ' ')" "350"
run "$scanlab" run naive -i $lecture -o - --format text
is "words go to stderr when the output goes to stdout" "$out" \
    "$(tr ' ' '\n' <<<"${want% }")"
has "and say what was done" "$err" "inclusive scan of 8 elements"
is "brackets and commas" \
    "$(echo '[3, 1, 7, 0, 4, 1, 6, 3]' | "$scanlab" run naive -i - -o - \
        --format text -q | tr '\n' ' ')" "$want"
is "an empty text is an empty array" \
    "$(printf '# nothing\n' | "$scanlab" run lookback -i - -o - \
        --format text -q | wc -c)" "0"
is "--init starts from a value" \
    "$("$scanlab" run lookback --init 100 -i $lecture -o - --format text -q \
        </dev/null | tr '\n' ' ')" "103 104 111 111 115 116 122 125 "
is "--init of an exclusive scan comes first" \
    "$("$scanlab" run blelloch --exclusive --init 100 -i $lecture -o - \
        --format text -q </dev/null | tr '\n' ' ')" \
    "100 103 104 111 111 115 116 122 "
is "--init of a pair" \
    "$(echo '(2, 1)' | "$scanlab" run naive -m affine_u32 --init '(3, 5)' \
        -i - -o - --format text -q)" "(6, 11)"

# The reader of the pipe has seen enough: the end that any program finds there.
"$scanlab" run sequential -n 1000000 -o - --format text -q </dev/null \
    2>"$work/.err" | head -1 >/dev/null
is "a closed pipe ends it without a word" "${PIPESTATUS[0]} $(wc -l <"$work/.err")" "141 0"

# ------------------------------------------------------------- output files

echo "kept" >"$work/target.npy"
ln -s target.npy "$work/link.npy"
chmod 640 "$work/target.npy"
ok "writing through a link" "$scanlab" run sequential -n 8 -q -o "$work/link.npy"
ok "keeps the link" test -L "$work/link.npy"
is "and the mode" "$(stat -c %a "$work/target.npy")" "640"
is "and no temporary file" "$(find "$work" -name '*.tmp')" ""
ok "a name that begins with a dash" sh -c \
    'cd "$2" && "$1" run sequential -n 8 -q -o ./-x.npy && test -s ./-x.npy' \
    - "$scanlab" "$work"
ok "-- ends the options" "$scanlab" run -n 8 -- sequential

# What a command reads as code is often the only copy, and a trace is no input.
mkdir "$work/own"
cp algorithms/naive/kernel.cu "$work/own/mine.cu"
cp algorithms/elements/monoids/add_i32.h "$work/own/mine.h"
cp algorithms/elements/predicates/odd.h "$work/own/mine2.h"
echo 3 1 2 >"$work/own/mine.txt"
[ ! -e lectures/look-back/labs/tickets/skeleton.cu ] ||
    cp lectures/look-back/labs/tickets/skeleton.cu "$work/own/tickets.cu"
ln -s mine.cu "$work/own/link.cu"
cp -r "$work/own" "$work/before"
# keeps FILE WORD...: the command refuses to replace FILE, and does not.
keeps() {
    local file=$1
    shift
    run sh -c 'cd "$1" && shift && "$@"' - "$work/own" "$scanlab" "$@"
    has "$*: refused" "$code $err" \
        "2 scanlab: cannot write $file: it is an input of this command"
    ok "$*: nothing is lost" diff -r "$work/own" "$work/before"
}
keeps mine.cu trace naive -n 8 --source mine.cu -o mine.cu
keeps ./link.cu trace naive -n 8 --source mine.cu -o ./link.cu
keeps mine.cu verify naive -n 3 --source mine.cu --trace mine.cu
keeps mine.cu run naive -n 8 -q -d simt --source mine.cu -o mine.cu
keeps mine.h run naive -n 8 -q -m mine.h -o mine.h
keeps mine.h trace naive -n 8 -m mine.h -o mine.h
keeps mine2.h run filter -n 8 -q --predicate mine2.h -o mine2.h
keeps mine.txt trace naive -i mine.txt -o mine.txt
keeps mine.txt trace filter -i in=mine.txt -o mine.txt
if [ -e "$work/own/tickets.cu" ]; then
    keeps tickets.cu lab check tickets tickets.cu -o tickets.cu
fi
for other in '-i mine.txt --trace ./mine.txt' '-o new.json --trace new.json'; do
    # shellcheck disable=SC2086  # options
    refuses "run $other" 2 "--trace" \
        sh -c 'cd "$1" && shift && "$@"' - "$work/own" "$scanlab" run naive -d simt -q $other
done
ok "a scan may take the place of its input" sh -c \
    'cd "$1" && "$2" run sequential -q -i mine.txt -o mine.txt --threads 1' - \
    "$work/own" "$scanlab"
is "which then holds the scan" "$(paste -sd' ' "$work/own/mine.txt")" "3 4 6"

# Scans and applications go one way: a scan has ports, too, and what is wrong of an
# application is traced.
run sh -c 'cd "$1" && "$2" run kogge_stone -i in=mine.txt -q -o out=-' - "$work/own" "$scanlab"
is "a scan's ports by their names" "$code $(paste -sd' ' <<<"$out")" "0 3 7 13"
sed 's/out\[tile.before + k\] = staged\[k\]/out[tile.before + k] = staged[0]/' \
    algorithms/applications/filter/kernel.cu >"$work/own/filter.cu"
run sh -c 'cd "$1" && "$2" run filter:one_pass -d simt -n 100 --source filter.cu \
    --trace wrong.json' - "$work/own" "$scanlab"
is "an application that is wrong" "$code" 1
has "its trace was written" "$err" "View: scanviz wrong.json"
ok "with what was wanted" grep -q 'out\[1\] = .*, want ' "$work/own/wrong.json"

done_testing
