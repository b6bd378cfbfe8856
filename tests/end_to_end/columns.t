#!/bin/bash
# columns.t - one column of a text file: headers, separators, quotes, and what
# is refused by its line.
. "$(dirname "$0")/../end_to_end/tap.sh"

# column NAME TEXT COLUMN WANT [OPTION...]: the elements, by a scan of maxima
# that rise, so that it gives its input again.
column() {
    local name=$1 text=$2 which=$3 want=$4
    shift 4
    # shellcheck disable=SC2059  # the text has escapes
    printf "$text" >"$work/in.csv"
    [[ " $* " == *" -m "* ]] || set -- -m max_i32 "$@"
    is "$name" "$("$scanlab" run sequential -i "$work/in.csv" \
        --column "$which" -o - --format text -q "$@" </dev/null 2>&1 |
        tr '\n' ' ' | sed 's/ $//')" "$want"
}

# refused NAME TEXT COLUMN PART [OPTION...]: with one line that has PART in it.
refused() {
    local name=$1 text=$2 which=$3 part=$4
    shift 4
    # shellcheck disable=SC2059
    printf "$text" >"$work/in.csv"
    refuses "$name" 2 "$part" "$scanlab" run sequential -i "$work/in.csv" \
        --column "$which" -o "$work/out.npy" "$@"
}

table='name,length\n"Smith, J.",3\n"a ""quoted"" one",5\n\n# no row\nWu,7\n'
column "a column by its name" "$table" length "3 5 7"
column "by its number: the header is seen" "$table" 2 "3 5 7"
column "without a header, every row counts" '1,4\n2,5\n3,6\n' 2 "4 5 6"
column "the first column" '1,4\n2,5\n3,6\n' 1 "1 2 3"
column "one column alone" 'length\n3\n5\n' length "3 5"
column "tabs, and cells with blanks and commas" \
    'a b\tc, d\n1\t2\n 3\t 4 \n' "c, d" "2 4"
column "semicolons" 'x;y\n1,5;2\n2,5;3\n' y "2 3"
column "blanks, as many as there are" '  id   length\n 1  2\n3\t 4  \n' length \
    "2 4"
column "quoted names and numbers" '"x","a ""b"""\n"1","2"\n"3", 4\n' 'a "b"' \
    "2 4"
column "a new line in quotes" 'text,n\n"two\nlines",3\nx,4\n' n "3 4"
column "a quote within a cell is a letter" 'text,n\n5" pipe,3\nx"",4\n' n "3 4"
column "lines that end in CR LF, after a mark of UTF-8" \
    '\xef\xbb\xbfn,m\r\n1,2\r\n3,4' n "1 3"
column "a name that is a number" 'place,2020,2021\nx,1,2\ny,3,4\n' 2021 "2 4"
column "a header over an empty cell" ',n\n0,3\n1,4\n' 1 "0 1"
column "rows may be longer than the first" 'n\n1,2\n3,4,5\n' 1 \
    "scanlab: $work/in.csv line 2: column 1 is '1,2', not an integer; int32 holds -2147483648 to 2147483647"
column "a table with no rows is an empty array" 'n,m\n' n ""
column "lifted where the monoid has several components" 'k,n\nx,3\ny,4\n' n \
    "(1, 3) (1, 7)" -m affine_u32

refused "no such column" "$table" lenght \
    "in.csv line 1: no column 'lenght': did you mean 'length'?"
refused "with the names that there are" "$table" weight \
    "the first line has 'name', 'length'"
refused "a number beyond the first row" "$table" 3 \
    "in.csv line 1: no column 3: this line has 2"
refused "a number beyond a row" 'a,b\n1,2\n3\n' 2 \
    "in.csv line 3: no column 2: this line has 1"
refused "a name beyond a row" 'a,b\n1,2\n3\n' b \
    "in.csv line 3: no column b: this line has 1"
refused "columns count from 1" '1,2\n' 0 "no column '0'"
refused "an empty cell" 'a,b\n1,2\n3,\n' b "in.csv line 3: column b is empty"
refused "a word" "$table" name \
    "in.csv line 2: column name is 'Smith, J.', not an integer"
refused "after a cell of two lines, the line is right" 'a,b\n"x\ny",1\nz,w\n' b \
    "in.csv line 4: column b is 'w'"
refused "quotes that do not end" 'a,b\n"x,1\n' b \
    "in.csv line 2: the text ends inside double quotes"
refused "what follows a quote is not left out" 'a,b\n"1"2,3\n' a "'\"1\"2'"
refused "nothing at all" '# nothing\n' a "no column 'a'"
refused "a file that is no text" 'a\0b\n' a "this is not a text file"
refused "NaN" 'a\n1\nnan\n' a "and a scan of it cannot be checked" -m add_f32
is "no output appeared" "$(find "$work" -name 'out*')" ""
head -c 2000000 /dev/zero | tr '\0' x >"$work/long.csv"
refuses "a line without an end" 2 "is this a text file?" \
    "$scanlab" run sequential -i "$work/long.csv" --column 1

cat >"$work/pair.h" <<'END'
typedef struct {
    int32_t a, b;
} T;
#define COMPONENT int32_t
DEVICE T identity(void)
{
    T r;
    r.a = r.b = 0;
    return r;
}
DEVICE T op(T x, T y)
{
    x.a += y.a;
    x.b += y.b;
    return x;
}
END
refused "a monoid that takes no plain numbers" 'a\n1\n' a \
    "this monoid needs elements of 2 components" -m "$work/pair.h"

# ------------------------------------------------------------- where it applies

printf 'a,b\n1,2\n3,4\n' >"$work/t.csv"
refuses "a column of no file" 2 "-i FILE" "$scanlab" run sequential --column 2
"$scanlab" run sequential -n 4 -q -o "$work/x.npy" </dev/null
refuses "a column of .npy" 2 "x.npy is read as .npy" \
    "$scanlab" run sequential -i "$work/x.npy" --column 2
refuses "a column of raw bytes" 2 "is read as raw binary" \
    "$scanlab" run sequential -i "$work/t.csv" --format raw --column 2
refuses "verify reads no file" 2 "no option --column" \
    "$scanlab" verify sequential --column 2
cp "$work/t.csv" "$work/table"
is "a file of any name is text then" \
    "$("$scanlab" run naive -i "$work/table" --column b -o - --format text -q \
        </dev/null | tr '\n' ' ')" "2 6 "
is "standard input" "$("$scanlab" run naive -i - --column b -o - --format text \
    -q <"$work/t.csv" | tr '\n' ' ')" "2 6 "
ok "trace takes a column" "$scanlab" trace lookback -i "$work/t.csv" \
    --column b -o "$work/trace.json"
ok "and has its elements" grep -q '"6"' "$work/trace.json"

# --------------------------------------------- without --column, and what fits

refuses "a header without --column" 2 \
    "if this line names columns, choose one: --column NAME, or its number" \
    "$scanlab" run sequential -i "$work/t.csv"
echo "3 x" >"$work/word.txt"
run "$scanlab" run sequential -i "$work/word.txt"
lacks "a word that is no header" "$err" "--column"
echo "1 1.5" >"$work/half.txt"
refuses "a fraction for integers" 2 \
    "element 1 is '1.5', not an integer; for fractions use -m add_f32 or -m add_f64" \
    "$scanlab" run sequential -i "$work/half.txt"
ok "what it says works" "$scanlab" run sequential -i "$work/half.txt" -m add_f64
ok "so does the other" "$scanlab" run sequential -i "$work/half.txt" -m add_f32
refuses "a fraction in a column" 2 "-m add_f64" \
    "$scanlab" run sequential -i "$work/half.txt" --column 2
"$scanlab" run sequential -i "$work/half.txt" -m add_f64 -q -o "$work/f.npy" \
    </dev/null
refuses "a fraction in .npy" 2 "-m add_f64" \
    "$scanlab" run sequential -i "$work/f.npy"
refuses "a fraction for --init" 2 "-m add_f64" \
    "$scanlab" run sequential -n 4 --init 1.5
echo "1 3000000000" >"$work/large.txt"
refuses "an integer of 33 bits" 2 "add_i64 has wider integers: use -m add_i64" \
    "$scanlab" run sequential -i "$work/large.txt"
ok "what it says works, too" "$scanlab" run sequential -i "$work/large.txt" \
    -m add_i64

done_testing
