#!/bin/bash
# lectures.t - the notes of each lecture hold what they say: what they include is
# there, what they tell to type prints what the page says, and each has its parts.
# Where pandoc is, a page is made, too: it needs nothing from elsewhere, and each
# link leads to a file of the site.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/end_to_end/page.sh

site=lectures/site
expand=$site/expand.pl

# ------------------------------------------------------- the parts of a lecture

# parts PAGE: names what it lacks.
parts() {
    awk '
        /^---$/ { rules++ }
        rules == 1 && /^(number|title|about): ./ { about++ }
        /^## (Goals|Questions|Try it|Sources)$/ { sections++ }
        /^## / { section = $2 }
        section == "Questions" && /^<details><summary>.*<\/summary>$/ { questions++ }
        /^``` \{\.c include=algorithms\// { kernels++ }
        /^``` \{\.figure #/ { figures++ }
        /\*\*(Why|Can|How) [^*]*\?\*\*|^## Why .*\?$/ { asked++ }
        END {
            if (about != 3) print "number, title, about"
            if (sections != 4) print "Goals, Questions, Try it, Sources"
            if (questions != 3) print questions + 0, "questions of 3"
            if (!kernels) print "a kernel"
            if (FILENAME !~ /reductions|minimal-basis/ && !figures) print "a figure"
            if (!asked) print "a question of the course"
        }' "$1"
}

mkdir "$work/class"
for name in algorithms lectures results tests; do
    ln -s "$PWD/$name" "$work/class"
done
ln -s "$scanlab" "$work/class/scanlab"

for page in lectures/*/notes.md; do
    is "$page has all parts" "$(parts "$page")" ""
    ok "$page: what it includes is there" "$expand" "$page"
    lacks "$page: no directive is left" "$out" "{{"
    # A class does not change the files of the course.
    root=$PWD
    cd "$work/class" || exit 1
    page_try "$root/$page"
    cd "$root" || exit 1
done
is "lectures are numbered from 1" \
    "$(sed -n 's/^number: //p' lectures/*/notes.md | sort -n | tr '\n' ' ')" \
    "$(seq -s ' ' "$(ls lectures/*/notes.md | wc -l)") "
ok "the list of lectures names each" \
    bash -c 'for page in lectures/*/notes.md; do
        grep -q "${page#lectures/}" lectures/README.md || { echo "$page"; exit 1; }
    done'

# -------------------------------------------------- what is not there is told

page=$work/page.md
told() { # NAME WORDS LINE...: of a page of these lines
    local name=$1 words=$2
    shift 2
    printf '%s\n' "$@" >"$page"
    run "$expand" "$page" "$work"
    is "$name: exit 1, one line" "$code $(wc -l <"$work/.err")" "1 1"
    has "$name: its line" "$err" "$page:"
    has "$name: in words" "$err" "$words"
}
c='``` {.c include=algorithms/naive/kernel.cu from="^__global__ void copy_input" to="^}"}'
told "a file that is gone" "there is no algorithms/naive/gone.cu" \
    "${c/kernel/gone}" '```'
told "a function that is gone" 'no line of algorithms/naive/kernel.cu fits "^__global__ void gone"' \
    "${c/copy_input/gone}" '```'
told "an end that is gone" 'on fits "^end"' "${c/^\}/^end}" '```'
told "a block without an end" "a block has no end" "$c"
told "a column that is gone" "has no column cycle" \
    '{{h200/cycles.csv cycle algorithm=sequential n=32}}'
told "no such row" "0 rows of h200/cycles.csv have algorithm=none" \
    '{{h200/cycles.csv cycles algorithm=none}}'
told "two such rows" "one is wanted" '{{h200/cycles.csv cycles algorithm=sequential}}'
told "a figure whose command fails" "figure one was not made: no luck" \
    '``` {.figure #one caption="One."}' 'echo no luck; false' '```'
told "a figure that nothing makes" "the commands make no one.svg or .png" \
    '``` {.figure #one caption="One."}' 'echo' '```'
told "a figure without words" 'needs a caption' '``` {.figure #one}' 'echo' '```'

printf '%s\n' "$c" '```' >"$page"
run "$expand" "$page"
has "lines of a file" "$out" "$(sed -n '/^__global__ void copy_input/,/^}/p' \
    algorithms/naive/kernel.cu)"
lacks "and no more of it" "$out" "reduce_prefixes"
echo 'It is {{h200/cycles.csv cycles algorithm=sequential n=32}}, {{h200/cycles.csv cycles/10 algorithm=sequential n=32 as %.1f}}, {{h200/cycles.csv cycles algorithm=sequential n=32 over h200/cycles.csv cycles algorithm=sequential n=32}}.' >"$page"
cycles=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    $2 == "sequential" && $column["n"] == 32 { print $column["cycles"] }' \
    results/h200/cycles.csv)
run "$expand" "$page"
is "numbers of a table" "$out" \
    "It is $(printf %.3g "$cycles"), $(awk "BEGIN { printf \"%.1f\", $cycles / 10 }"), 1."

# ----------------------------------------------------------------- make it

refuses "no lecture of this name" "$(command -v pandoc >/dev/null && echo 2 || echo 3)" \
    "lectures: " $site/make.sh "$work/out" none
mkdir "$work/bare"
for word in bash dirname mkdir; do
    ln -s "$(command -v $word)" "$work/bare"
done
refuses "without pandoc" 3 "pandoc is not here" \
    env PATH="$work/bare" $site/make.sh "$work/out"
ok "nothing is left" test ! -e "$work/out"

# outside FOLDER: what pages ask for that is not in it.
outside() {
    perl - "$1" <<'PERL'
use strict;
use warnings;
my $root = shift;
my $wrong = 0;
for my $page (split /\n/, `find "$root" -name '*.html'`) {
    next if $page =~ m{/figures/};
    open my $in, '<', $page or die;
    local $/;
    my $text = <$in>;
    my ($folder) = $page =~ m{^(.*)/};
    my %is = map { $_ => 1 } $text =~ /\bid="([^"]*)"/g;
    while ($text =~ /<(\w+)[^>]*?\s(href|src|data-player)="([^"]*)"/g) {
        my ($tag, $link) = ($1, $3);
        next if $link =~ /^data:/ || ($tag eq 'a' && $link =~ /^https?:/);
        my ($path, $anchor) = split /#/, $link, 2;
        next if $path eq '' ? !defined $anchor || $is{$anchor} : -e "$folder/$path";
        print "$page: $link\n";
        $wrong++;
    }
    for ($text =~ /(\{\{[^}]*\}\}|url\((?!["']?data:)[^)]*\)|\@import[^;]*)/g) {
        print "$page: $_\n";
        $wrong++;
    }
}
exit($wrong > 0);
PERL
}

if ! command -v pandoc >/dev/null || ! command -v gnuplot >/dev/null ||
    [ ! -x scanviz ]; then
    skip "a page is made" "pandoc, gnuplot or scanviz is not here"
    done_testing
fi
if thorough; then
    ok "the whole course" env PDF=no SOLUTIONS=no $site/make.sh "$work/out"
    ok "every link leads to a file of the site" outside "$work/out"
    is "solutions are left out" "$(find "$work/out" -path '*teacher*')" ""
fi
ok "a lecture" env PDF=no $site/make.sh "$work/out" kogge-stone
made=$work/out/lectures/kogge-stone
has "formulas are MathML" "$(cat "$made/notes.html")" "<math"
has "the kernel is in it" "$(sed 's/<[^>]*>//g' "$made/notes.html")" \
    "to[i] ="
lacks "a number at the begin of a line is no list" "$(cat "$made/notes.html")" "<ol"
has "a player" "$(ls "$made/figures")" kogge-stone-network.html
is "a slide for each heading, and the first one" \
    "$(grep -oE 'class="slide( first)?"' "$made/slides.html" | wc -l)" \
    "$(($(grep -c '^##' lectures/kogge-stone/notes.md) + 1))"
has "with what to say" "$(cat "$made/slides.html")" '<div class="said">'
is "pages ask for nothing from elsewhere" \
    "$(outside "$work/out" | grep -v -E 'index\.html|GLOSSARY\.html|notes\.html|README')" ""
ok "made anew in its place" env PDF=no $site/make.sh "$work/out" kogge-stone

done_testing
