#!/bin/bash
# lab_grade.t - `scanlab lab grade`: a folder of good, wrong and hostile
# submissions; none is lost, each has its points, and what has not changed is
# not judged again.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/lab/lab_home.sh

hands=$work/hand-ins
mkdir -p "$hands"/{alice,bob/work,dave,"erin <b>&\"' =x","$(printf 'o\nd\td')"} \
    "$hands/=1+1" "$hands/zoë"
cp "$solution" "$hands/alice/first.cu"
cp "$solution" "$hands/=1+1/first.cu"
swapped='s/op(cell\[i - stride\], cell\[i\])/op(cell[i], cell[i - stride])/'
sed "$swapped" "$solution" >"$hands/bob/work/first.cu"
echo "no time" >"$hands/dave/notes.txt"
cp "$skeleton" "$hands/erin <b>&\"' =x/first.cu"
: >"$hands/$(printf 'o\nd\td')/first.cu"
head -c 5000 /dev/zero >"$hands/zoë/first.cu"
mkdir "$hands/link" "$hands/pipe" "$hands/broken" "$hands/bomb"
ln -s "$PWD/$solution" "$hands/link/first.cu"
mkfifo "$hands/pipe/first.cu"
sed 's/sum = op(/sum = = op(/' "$solution" >"$hands/broken/first.cu"
sed -f tests/lab/cheats/fork_bomb.sed "$solution" >"$hands/bomb/first.cu"
sed 's|^__syncthreads(); /\* \[2\]|&|; s|__syncthreads(); /\* \[2\]|__syncthreads(); &|' \
    "$solution" >"$hands/first.cu"
mkdir "$hands/carol"
mv "$hands/first.cu" "$hands/carol/first.cu"

run lab grade "$hands" -o "$work/grades.csv"
if [ "$code" = 3 ] && [ ! -s "$work/grades.csv" ]; then
    has "grade wants seccomp" "$err" "to grade without it: --isolation limits"
    run lab grade "$hands" -o "$work/grades.csv" --isolation limits
fi
is "grade: exit" "$code" 0
has "what was graded" "$out" "12 submissions: 2 right, 1 partly right, 9 with no points"

# row STUDENT: points, state of its row.
row() {
    awk -F'","|",|,"' -v name="$1" 'index($0, "\"" name "\",") == 1 {
        split($3, points, ","); print points[1], $4 }' "$work/grades.csv"
}
is "a row for each" "$(wc -l <"$work/grades.csv")" 13
is "right" "$(row alice)" "100 right"
is "one folder further in" "$(row bob)" "0 wrong"
is "too many barriers" "$(row carol)" "70 in part"
is "nothing found" "$(row dave)" "0 nothing found"
is "an odd name" "$(row "erin <b>&\"\"' =x")" "0 wrong"
is "the name contains a line break; empty" "$(row 'o d d')" "0 no solution"
is "no text" "$(row zoë)" "0 no solution"
is "a link" "$(row link)" "0 no solution"
is "a pipe" "$(row pipe)" "0 no solution"
is "does not compile" "$(row broken)" "0 does not compile"
is "a fork bomb" "$(row bomb)" "0 wrong"
is "a name that is no formula" "$(row "'=1+1")" "100 right"
has "a column for each property" "$(head -1 "$work/grades.csv")" 'report,"right","runs","costs"'
has "with its points" "$(grep '^"carol' "$work/grades.csv")" ',60,10,0'
has "the finding" "$(cat "$work/grades.csv")" "the operands are swapped"

page=$(cat "$work"/grades/bob-*.html)
has "a report" "$page" "0 of 100 points"
has "says what to mend" "$page" "the operands are swapped"
lacks "and names no folder of the teacher's" "$page" "$hands"
if [ -x "$(dirname "$scanlab")/scanviz" ]; then
    has "with its picture" "$page" '<img alt="The run that shows it" src="data:image/png'
fi
has "and with what was missed" "$(cat "$work"/grades/carol-*.html)" "Gap: barriers: got "
has "a name is no markup" "$(cat "$work"/grades/erin*.html)" "erin &lt;b&gt;&amp;"
has "a page of all" "$(cat "$work/grades/index.html")" 'zoë</a>'
if command -v xmllint >/dev/null; then
    ok "pages are sound" xmllint --html --noout "$work"/grades/*.html
fi
if command -v jq >/dev/null; then
    is "all as JSON" "$(jq '[.[] | select(. != null) | .points] | add' \
        "$work/grades.json")" 270
fi

# ------------------------------------------------------------------ again

run lab grade "$hands" -o "$work/grades.csv" --isolation \
    "$(sed -n 's/.*"isolation": "\(.*\)",/\1/p' "$work"/grades/bob-*.json)"
has "what has not changed is not judged again" "$out" "(11 unchanged)"
cp "$solution" "$hands/bob/work/first.cu"
rm "$work"/grades/alice-*.json
run lab grade "$hands" -o "$work/grades.csv" --isolation \
    "$(sed -n 's/.*"isolation": "\(.*\)",/\1/p' "$work"/grades/carol-*.json)"
has "what has, is" "$out" "12 submissions: 3 right"
has "and what was lost" "$out" "(9 unchanged)"

# ------------------------------------------------------- files, one for each

flat=$work/flat
mkdir "$flat"
sed "$swapped" "$solution" >"$flat/frank.cu"
echo x >"$flat/readme.txt"
run lab grade "$flat" -o "$work/flat.csv" --lab first --hide-expected \
    --isolation limits
is "files of a lab that is named: exit" "$code" 0
has "their rows" "$(cat "$work/flat.csv")" '"frank","first",0,100,"wrong","it does not hold"'
has "another is not lost" "$(cat "$work/flat.csv")" \
    '"readme.txt","first",0,100,"nothing found","the name does not have the suffix'
run lab grade "$flat" -o "$work/other.csv" --isolation limits
has "without its name" "$(cat "$work/other.csv")" "which lab is this"

# --------------------------------------------------------------- wrong use

refuses "no -o" 2 "needs -o grades.csv" lab grade "$flat"
refuses "no .csv" 2 "must end in .csv" lab grade "$flat" -o "$work/x.txt"
refuses "no folder" 2 "No such file" lab grade "$work/no" -o "$work/x.csv"
mkdir "$work/empty"
refuses "nothing in it" 2 "the folder is empty" lab grade "$work/empty" -o "$work/x.csv"
refuses "no such lab" 2 "did you mean 'first'" \
    lab grade "$flat" -o "$work/x.csv" --lab frist
refuses "no place for the table" 2 "" lab grade "$flat" -o "$work/no/x.csv"

done_testing
