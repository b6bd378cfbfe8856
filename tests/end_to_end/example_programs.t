#!/bin/bash
# example_programs.t - `scanlab example`: each example beside a reference that
# is written here in awk, sort or uniq; on threads and on the SIMT machine, by
# several scans; its costs; and bad input.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

data=algorithms/examples/data

# example NAME [WORD...]: what it prints, on cpu. The same must come from simt
# and by other scans.
example() {
    "$scanlab" example "$@" </dev/null 2>&1
}
everywhere() {
    local name=$1 want
    shift
    want=$(example "$@")
    for how in "-d simt" "-d simt --by blelloch" "--by sequential" \
        "--by hillis_steele --threads 3"; do
        # shellcheck disable=SC2086  # words
        is "$name: the same with $how" "$(example "$@" $how)" "$want"
    done
}

# numbers FILE: those of a file, without comments.
numbers() {
    sed 's/#.*//' "$1" | tr -s ' \n' '\n\n' | sed '/^$/d'
}

# ------------------------------------------------------------- line of sight

# seen FILE: the numbers of the points that are seen; all pairs of slopes are
# compared by products, so nothing is rounded.
seen() {
    numbers "$1" | awk '{ up[NR - 1] = $1 } END {
        for (i = 0; i < NR; i++) {
            for (j = 1; j < i; j++)
                if ((up[i] - up[0]) * j <= (up[j] - up[0]) * i)
                    break
            if (i == 0 || j == i)
                print i
        }
    }'
}
for file in $data/profile.txt "$work/hill.txt"; do
    [ -f "$file" ] || awk 'BEGIN {
        srand(7)
        for (i = 0; i < 200; i++)
            print int(rand() * 2000) - 1000
    }' >"$file"
    is "line_of_sight: ${file##*/}" "$(example line_of_sight "$file" |
        awk '$3 == "yes" { print $1 }')" "$(seen "$file")"
done
everywhere line_of_sight line_of_sight
echo 5 6 3 13 17 >"$work/head.txt"
is "line_of_sight: as its header has it" \
    "$(example line_of_sight "$work/head.txt" | awk 'NR > 1 && NF == 3 { printf "%s ", $3 }')" \
    "yes yes - yes yes "
is "line_of_sight: one point, from standard input" \
    "$(echo 5 | "$scanlab" example line_of_sight - | tail -1)" \
    "1 of 1 points are visible"

# ---------------------------------------------------------------------- costs

# ceil(log2 n) for n = 40 is 6: two maps, a scan and a reduction.
has "the model's costs add up" "$(example line_of_sight --costs)" \
    "model  work $((4 * 40)), span $((1 + 6 + 1 + 6)) "
# Hillis-Steele has n log2 n - (n - 1) rounded to its rounds; sequential n - 1.
has "what ran has the scan's own form" \
    "$(example line_of_sight --costs --by sequential --threads 1)" \
    "ran    work $((40 + 39 + 40 + 39))"

# ------------------------------------------------------------ minimal_basis

# The table's work and span on paper, at any n: each row by its formula.
paper() {
    awk -v n="$1" 'BEGIN {
        for (d = 0; 2 ^ d < n; d++)
            continue
        for (m = n; m > 1; m = int((m + 1) / 2))
            tree += int((m + 1) / 2)
        chunk = int((n + 15) / 16)
        print "zip", n, 1
        print "concat", 4 * n, 2
        print "rotate, a view", 1, 1
        print "rotate, stored", 2 * n, 2
        print "iota", n, 1
        print "iota, by a scan", 2 * n, 1 + d
        print "reduce", n, d
        print "reduce, a tree", tree + 0, d
        print "reduce, strided", 16 * chunk + 15, chunk + 4
        print "scan", n, d
        print "scan, from maps", n * d, d
        print "filter", 5 * n, 3 + 2 * d
        print "stream_map, 1 chunk", n, n
        print "stream_map, n", n, 1
        print "stream_map, 16", 16 * chunk, chunk
        print "map f (map g xs)", 2 * n, 2
        print "map (f after g) xs", 2 * n, 2
        print "dotprod", 3 * n, 2 + d
    }'
}
for n in 1 7 1000 1024; do
    table=$(example minimal_basis -n $n --by hillis_steele)
    is "minimal_basis: work and span at n = $n" "$(paper $n |
        while read -r line; do
            name=${line% * *}
            grep -F "$(printf '%-20s ' "$name")" <<<"$table" |
                awk -v name="$name" 'substr($0, 1, 21) == sprintf("%-21s", name) {
                    print name, $(NF - 4), $(NF - 3) }'
        done)" "$(paper $n)"
done
# What ran has Hillis and Steele's own counts: log2 n rounds.
has "minimal_basis: and the work of the scan that ran" \
    "$(tr -s ' ' <<<"$table" | grep '^scan [0-9]')" \
    "$((1024 * 10 - 1023)) 10"
is "minimal_basis: fusion halves the bytes" \
    "$(awk '/^map [f(]/ { print $NF }' <<<"$table" | tr '\n' ' ')" \
    "$((16 * 1024)) $((8 * 1024)) "
# Values of a short array, computed by other means from the first line.
values() {
    perl -ne '
        sub is { my ($name, @want) = @_; my $got = $is{$name};
            print "$name: $got, want @want\n" if $got ne "@want"; }
        chomp; if (/^    = (.*)/) { $is{$name} = $1 } else { s/  .*//; $name = $_ }
        END {
            my @x = split / /, $is{xs};
            my ($sum, $dot, @scan) = (0, 0);
            push @scan, $sum += $_ for @x;
            $dot += $_ * $x[$_] for 0 .. $#x;
            print "no values\n" unless @x == 6;
            is("zip", map { "($x[$_],$_)" } 0 .. $#x);
            is("concat", @x, 0 .. $#x);
            is("rotate, a view", @x[1 .. $#x], $x[0]);
            is("rotate, stored", @x[1 .. $#x], $x[0]);
            is("unflatten", "[$x[0] $x[1]]", "[$x[2] $x[3]]", "[$x[4] $x[5]]");
            is("transpose", "[$x[0] $x[2] $x[4]]", "[$x[1] $x[3] $x[5]]");
            is("iota, by a scan", 0 .. $#x);
            is($_, $sum) for "reduce", "reduce, a tree", "reduce, strided", "stream_red, n";
            is($_, @scan) for "scan", "scan, from maps";
            is("filter", grep { $_ % 2 } @x);
            is("partition", (grep { $_ % 2 } @x), grep { $_ % 2 == 0 } @x);
            is("reduce_by_index", map { "$x[$_]:$_" } sort { $x[$a] <=> $x[$b] }
                grep { $_ } 0 .. $#x);
            is("stream_map, 16", map { 2 * $_ } @x);
            is("map (f after g) xs", map { 2 * $_ + 1 } @x);
            is($_, $dot) for "dotprod", "dotprod, fused";
        }'
}
is "minimal_basis: values" "$(example minimal_basis -n 6 | values)" ""
lacks "minimal_basis: none of long arrays" "$(example minimal_basis -n 9)" "    ="
refuses "n = 0" 2 "takes one n, 1 to" "$scanlab" example minimal_basis -n 0
refuses "two n" 2 "takes one n" "$scanlab" example minimal_basis -n 1,2
refuses "an n that is too large" 2 "takes one n" \
    "$scanlab" example minimal_basis -n 2^40
refuses "a file where there is none to read" 2 "takes -n instead" \
    "$scanlab" example minimal_basis numbers.txt

# ------------------------------------------------------- other single scans

# random COUNT LEAST MOST SEED: numbers, one a line.
random() {
    awk -v n="$1" -v least="$2" -v most="$3" -v seed="$4" 'BEGIN {
        srand(seed)
        for (i = 0; i < n; i++)
            print least + int(rand() * (most - least + 1))
    }'
}

random 3000 -1000 1000 1 >"$work/changes.txt"
for file in $data/changes.txt "$work/changes.txt"; do
    is "best_days: ${file##*/}" \
        "$(example best_days "$file" | awk 'NR > 1 { print $3 }')" \
        "$(numbers "$file" | awk '{
            here = here + $1 > 0 ? here + $1 : 0
            best = here > best ? here : best
            print best + 0 }')"
done
everywhere best_days best_days
is "linear_recurrence" "$(example linear_recurrence -n 1000 |
    awk 'NR > 1 { print $2, $3 }')" "$(awk 'BEGIN {
        for (x = j = 1; j <= 1000; j++) {
            x = (x * 1664525 + 1013904223) % 4294967296
            printf "%.0f %d\n", x, sum += j * j
        }
    }')"
everywhere linear_recurrence linear_recurrence -n 100
{
    echo 3
    random 17 -9 9 2
} >"$work/polynomial.txt"
is "polynomial: its value and its quotient" \
    "$(example polynomial "$work/polynomial.txt" | sed -n 's/.*: //p' | tr '\n' ' ')" \
    "$(awk 'NR > 1 { printf "%d ", v = v * 3 + $1 }' "$work/polynomial.txt")"
has "polynomial: as its header has it" "$(example polynomial)" "value at x: 85"
everywhere polynomial polynomial "$work/polynomial.txt"
refuses "polynomial: an x alone" 2 "no coefficient" \
    "$scanlab" example polynomial <(echo 4)
is "fibonacci" "$(example fibonacci -n 46 | awk '{ print $3 }')" \
    "$(awk 'BEGIN {
        for (b = 1; i++ < 46; a = b - a) {
            print b
            b += a
        }
    }')"
everywhere fibonacci fibonacci

# ----------------------------------------------------------------- lexing

# lexed FILE: how many tokens there are of each kind, by patterns.
lexed() {
    perl -0777 -ne '
        my ($all, %count) = (0);
        while (/\G(?:\s+|((\/\*.*?\*\/)|("(?:[^"\\]|\\.)*")|(\x27(?:[^\x27\\]|\\.)*\x27)|([0-9][A-Za-z0-9_]*)|([A-Za-z_][A-Za-z0-9_]*)|.))/gs) {
            next unless defined $1;
            $all++;
            $count{defined $2 ? "comments" : defined $3 ? "strings" :
                defined $4 ? "characters" : defined $5 ? "numbers" :
                defined $6 ? "words" : "signs"}++;
        }
        print "$all tokens: ", join(", ", map { "$_ " . ($count{$_} // 0) }
            qw(words numbers strings characters comments signs)), "\n"' "$1"
}
cat >"$work/hard.c" <<'END'
/*/ not closed by its own star */ char *s = "/* no \" comment */", q = '"';
/***/ int a/b, c = a / *p, d = '\'' + '\\'; /* the end * / is here **/x_1=0x1f;
"\\" /**/ 'a'"b"
END
for file in algorithms/examples/tokens.c harness/simt/refuse/text_code.c \
    algorithms/lookback/kernel.cu "$work/hard.c"; do
    is "tokens: ${file##*/}" "$(example tokens "$file" | tail -1)" \
        "$(lexed "$file")"
done
is "tokens: in their order" \
    "$(printf 'x1 = a/b;/* c */\n"s\\""' >"$work/few.c"
    example tokens "$work/few.c" | awk 'NF == 2' | tr -s ' ')" \
    " word x1
 sign =
 word a
 sign /
 word b
 sign ;
 string \"s\\\"\""
everywhere tokens tokens "$work/hard.c"
is "tokens: blanks alone" "$(echo '  ' | "$scanlab" example tokens - 2>&1)" \
    "0 tokens: words 0, numbers 0, strings 0, characters 0, comments 0, signs 0"

# ------------------------------------------------------------------ places

numbers $data/sandwich.txt >"$work/sandwich"
is "sandwich" "$(example sandwich | awk '/cut at/ { print $7 }')" \
    "$(awk 'NR > 1 { print sum += $1 }' "$work/sandwich")"
has "sandwich: what is left" "$(example sandwich)" "39 are left"
has "sandwich: what is missing" "$(echo 5 3 4 | "$scanlab" example sandwich -)" \
    "2 are missing"
everywhere sandwich sandwich
refuses "sandwich: a person without a want" 2 "-1 is negative" \
    "$scanlab" example sandwich <(echo 5 3 -1)
refuses "sandwich: more than numbers can say" 2 "add up to 4294967294" \
    "$scanlab" example sandwich <(echo 2147483647 2147483647)

{
    echo 5000
    random 2000 0 9 3
} >"$work/camp.txt"
for file in $data/camp.txt "$work/camp.txt"; do
    is "camp: ${file##*/}" "$(example camp "$file")" \
        "$(numbers "$file" | awk 'NR == 1 { places = $1; next } {
            fits = first + $1 <= places
            printf "  party %d, size %d: %s\n", NR - 1, $1,
                fits ? "places from " first + 0 : "no room"
            first += $1
            taken += fits ? $1 : 0
        } END { printf "%d of %d places are taken\n", taken, places }')"
done
has "camp: the last place is taken, too" \
    "$(echo 10 4 6 1 | "$scanlab" example camp -)" "10 of 10 places are taken"
everywhere camp camp

{
    for seed in 1 2 3 4 5 6 7 8 9; do
        echo $((-40 * seed))
        random $((50 * seed)) 1 9 $seed
    done
} >"$work/market.txt"
for file in $data/market.txt "$work/market.txt"; do
    is "market: ${file##*/}" "$(example market "$file")" \
        "$(numbers "$file" | awk '$1 < 0 {
            row = -$1
            at = 0
            printf "row of %d metres\n", row
            next
        } {
            printf("  stand of %d: from %d to %d%s\n", $1, at, at + $1,
                at + $1 > row ? ", no room" : "")
            at += $1
        }')"
done
everywhere market market
refuses "market: a stand before any row" 2 "want a row" \
    "$scanlab" example market <(echo 3 4)

paste -d ' ' <(random 1500 0 20 4) <(random 1500 0 99 5) >"$work/messages.txt"
for file in $data/messages.txt "$work/messages.txt"; do
    is "buffers: ${file##*/}" \
        "$(example buffers "$file" | awk 'NR > 1 { print $1, $2, $3, $4 }')" \
        "$(numbers "$file" | paste - - | awk '{ print NR, $1, $2 }' |
            sort -s -n -k2,2 | awk '{ print $0, at + 0; at += $3 }' | sort -n)"
done
everywhere buffers buffers
refuses "buffers: half a pair" 2 "3 numbers: want pairs" \
    "$scanlab" example buffers <(echo 1 2 3)

random 2500 -1 3 6 >"$work/readings.txt"
for file in $data/readings.txt "$work/readings.txt"; do
    is "compaction: ${file##*/}" \
        "$(example compaction "$file" | sed 1d | tr -s ' ' '\n')" \
        "$(numbers "$file" | awk '$1 >= 0')"
done
is "compaction: nothing is valid" \
    "$(echo -1 -1 | "$scanlab" example compaction -)" "0 of 2 readings are valid"
everywhere compaction compaction

# ------------------------------------------------------------ runs and counts

# runs FILE: "length letter" of each run; a new line is \n.
runs() {
    perl -0777 -ne 'while (/((.)\2*)/gs) {
        print length($1), " ", $2 eq "\n" ? "\\n" : $2, "\n"
    }' "$1"
}
for file in $data/picture.txt README.md; do
    example run_lengths "$file" >"$work/runs"
    is "run_lengths: ${file##*/}" "$(sed '/letters in/,$d' "$work/runs" |
        perl -0777 -ne 'while (/ (\d+) (\\n\n|.)/g) {
            print "$1 ", $2 eq "\\n\n" ? "\\n" : $2, "\n" }')" "$(runs "$file")"
    is "run_lengths: ${file##*/} again" \
        "$(sed '1,/letters in/d' "$work/runs")" "$(cat "$file")"
done
everywhere run_lengths run_lengths

for file in algorithms/examples/histogram.c README.md; do
    is "histogram: ${file##*/}" "$(example histogram "$file" | perl -ne '
        print ord($1), " $2\n" if /^   (.) +(\d+)/;
        print hex($1), " $2\n" if /^\\x(..) *(\d+)/')" \
        "$(od -An -v -tu1 -w1 "$file" | sort -n | uniq -c |
            awk '{ print $2, $1 }')"
done
has "histogram: the longest bar is whole" "$(echo aab |
    "$scanlab" example histogram -)" "   a       2 $(printf '%40s' '' | tr ' ' '#')
   b       1 ####################"
everywhere histogram histogram

# ------------------------------------------------------------- sorts and trees

random 1500 -500 500 7 >"$work/keys.txt"
seq 1 600 >"$work/rising.txt"
seq 600 -1 1 >"$work/falling.txt"
yes 7 | head -300 >"$work/same.txt"
for file in $data/keys.txt "$work"/{keys,rising,falling,same}.txt; do
    is "quicksort: ${file##*/}" "$(example quicksort "$file" |
        tail -2 | head -1 | tr -d '|' | tr -s ' ' '\n')" \
        "$(numbers "$file" | sort -n)"
done
is "quicksort: keys in order take no round" \
    "$(example quicksort "$work/rising.txt" | tail -1)" "0 rounds"
everywhere quicksort quicksort

# compared LEFT RIGHT: what sort says.
compared() {
    if [ "$1" = "$2" ]; then
        echo "are the same"
    elif [ "$(printf '%s\n' "$1" "$2" | sort | head -1)" = "$1" ]; then
        echo upper
    else
        echo lower
    fi
}
long=$(printf '%02000d' 0)
while read -r left right; do
    printf '%s\n%s\n' "$left" "$right" >"$work/two.txt"
    has "string_comparison: ${left::10} ${right::10}" \
        "$(example string_comparison "$work/two.txt" | tail -1)" \
        "$(compared "$left" "$right")"
done <<END
carbon cartoon
cartoon carbon
car carbon
carbon car
same same
a b
${long}1 ${long}0
${long} ${long}0
END
has "string_comparison: and where" "$(example string_comparison)" "at letter 4:"
everywhere string_comparison string_comparison
refuses "string_comparison: one line" 2 "but two are needed" \
    "$scanlab" example string_comparison <(echo one)

is "tree_depth" "$(example tree_depth | awk 'NF == 2 && !/nodes/ { print $1, $2 }')" \
    "$(sed 's/[()]/ & /g' $data/tree.txt | tr -s ' \n' '\n\n' | awk '
        $1 == "(" { depth++; next }
        $1 == ")" { depth--; next }
        NF { print depth + 0, $1 }')"
has "tree_depth: a bracket is the last letter" \
    "$(printf 'a(b)' | "$scanlab" example tree_depth -)" "2 nodes"
everywhere tree_depth tree_depth
refuses "tree_depth: a bracket too many" 2 "without an opening bracket" \
    "$scanlab" example tree_depth <(echo 'a(b))(')
refuses "tree_depth: a bracket too few" 2 "1 brackets are not closed" \
    "$scanlab" example tree_depth <(echo 'a(b')

# ---------------------------------------------------------------------- pages

# The page's commands, as from the root of a clone.
house=$work/house
mkdir "$house"
ln -s "$PWD/algorithms" "$house/algorithms"
printf '#!/bin/sh\nSCANLAB_HOME="%s" exec "%s" "$@"\n' "$PWD" "$scanlab" \
    >"$house/scanlab"
chmod +x "$house/scanlab"
root=$PWD
cd "$house" || exit 1
page_try "$root/algorithms/examples/README.md"
cd "$root" || exit 1
is "the page's table has every example" \
    "$(sed -n 's/^| \[\([a-z_]*\)\](\1\.c) .*/\1/p' algorithms/examples/README.md |
        sort)" "$("$scanlab" list --examples | sort)"

# All of them end well as they are, and name their source.
for name in $("$scanlab" list --examples); do
    ok "$name ends well" "$scanlab" example "$name" --costs
    has "$name: and list tells of it" "$("$scanlab" list)" "  $name "
done

# ------------------------------------------------------------------ bad input

refuses "no name" 2 "name an example" "$scanlab" example
refuses "an unknown name" 2 "did you mean 'line_of_sight'?" \
    "$scanlab" example line_of_site
refuses "a missing file" 2 "nosuch.txt" \
    "$scanlab" example line_of_sight "$work/nosuch.txt"
: >"$work/empty.txt"
refuses "an empty file" 2 "empty.txt is empty: want altitudes" \
    "$scanlab" example line_of_sight "$work/empty.txt"
echo "1 two" >"$work/word.txt"
refuses "a word" 2 "word.txt line 1" \
    "$scanlab" example line_of_sight "$work/word.txt"
refuses "-n of a file" 2 "takes a file" "$scanlab" example line_of_sight -n 4
refuses "two files" 2 "takes one file, not 2" \
    "$scanlab" example line_of_sight a b
refuses "an application scans nothing" 2 "application" \
    "$scanlab" example line_of_sight --by reduce
refuses "an unknown scan" 2 "did you mean 'lookback'?" \
    "$scanlab" example line_of_sight --by lookbak
echo "1 2 99999" >"$work/high.txt"
refuses "an altitude out of range" 2 "number 3 is 99999: want -10000" \
    "$scanlab" example line_of_sight "$work/high.txt"

done_testing
