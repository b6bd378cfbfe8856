#!/bin/bash
# lectures.t - the notes of each lecture hold what they say: what they include is
# there, their commands print what the page says, and each has its parts. site.t
# tests the site that is made of them.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

expand=lectures/site/expand.pl

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
            if (!figures) print "a figure"
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

done_testing
