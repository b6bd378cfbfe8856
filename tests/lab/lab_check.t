#!/bin/bash
# lab_check.t - `scanlab lab`: list, start, check and hint, as a student has
# them; what is said of wrong files, and of wrong command lines.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/lab/lab_home.sh

# ----------------------------------------------------- list, hint and start

run lab list
has "list: the lab" "$out" "first                First"
run lab hint first
has "hint" "$out" "Hint 1 of 2: look"
has "and the next one" "$out" "scanlab lab hint first 2"
run lab hint first 2
is "the last hint" "$out" "Hint 2 of 2: look again"

mine=$work/mine
run lab start first "$mine"
is "start" "$code" 0
is "what is in the folder" "$(ls -A "$mine" | tr '\n' ' ')" \
    ".gitignore GLOSSARY.md README.md first.cu "
ok "the skeleton under the name of its lab" cmp "$skeleton" "$mine/first.cu"
echo mine >"$mine/first.cu"
refuses "start never overwrites" 2 "will not be overwritten" lab start first "$mine"
is "what was written stays" "$(cat "$mine/first.cu")" mine
mkdir "$work/other"
echo mine >"$work/other/README.md"
refuses "nor a single file" 2 "will not be overwritten" lab start first "$work/other"
is "and leaves nothing half-written" "$(ls -A "$work/other")" README.md
run lab start first "$work/a/b/first"
ok "start makes the folders on the way" test -s "$work/a/b/first/first.cu"
refuses "a file on the way" 2 "Not a directory" lab start first "$mine/first.cu/x"
refuses "a file as folder" 2 "" lab start first "$mine/first.cu"

# ----------------------------------------------------------- what check says

run lab check first "$solution"
is "the solution: exit" "$code" 0
has "it is proved" "$out" "proved for every monoid and input"
has "its points" "$out" "100 of 100 points"
has "its lines" "$out" "16 lines written"
has "the level" "$out" "isolation: "

run lab check first "$skeleton"
is "the skeleton: exit" "$code" 1
has "what is wrong" "$out" "out[0] was never written"
edited 's/stride \*= 2/stride *= 4/'
run lab check first "$work/my.cu"
has "as numbers" "$out" "As numbers:    on 1, 2, 3, ... with +: out[2] = "
run lab check first "$skeleton"
has "the replay" "$out" "Reproduce:     scanlab verify kogge_stone:block=64,double_barrier "
has "with the file as typed" "$out" "--source $skeleton"
has "the rest is not asked" "$out" "costs             not checked     0 of 30"
has "in a line" "$err" "skeleton.cu: 0 of 100 points"

edited 's/op(cell\[i - stride\], cell\[i\])/op(cell[i], cell[i - stride])/'
run lab check first "$work/my.cu"
has "swapped" "$out" "the operands are swapped"
lacks "no hint at first" "$out" "A hint:"
has "with the line" "$out" "The call of op() is at my.cu:57 "
ok "its replay runs" eval "$(sed -n 's/.*Reproduce:     //p' <<<"$out" |
    sed "s|^scanlab|! '$scanlab'|")"

edited 's|sum = op(cell|__syncthreads(); sum = op(cell|; s|if (joins)$|&|
    s|__syncthreads(); /\* \[2\]|__syncthreads(); __syncthreads(); /* [2]|
    s|__syncthreads(); sum|sum|'
run lab check first "$work/my.cu"
is "a barrier too much: exit" "$code" 1
has "the gap" "$out" "barriers: got "
has "what it may take" "$out" "at most 93, ours 76"
has "why" "$out" "a step waits twice"
has "what holds is not called right" "$out" "right             holds"
has "the scan's points stay" "$out" "70 of 100 points"
got=$(sed -n 's/.*barriers: got \([0-9]*\),.*/\1/p' <<<"$out")
run eval "$(sed -n 's/.*Reproduce:     //p' <<<"$out" | sed "s|^scanlab|'$scanlab'|")"
has "its replay shows the count" " $out" " $got "
lacks "and writes no file" "$(ls)" counts.csv

edited 's/op(cell\[i - stride\], cell\[i\])/op(cell[i], cell[i - stride])/
    s|^    for (int stride|    printf("stride %d\\n", stride);\n&|; s|printf("stride %d\\n", stride)|printf("i %d\\n", i)|'
run lab check first "$work/my.cu"
has "what it printed" "$out" "It printed:    i 0"
run lab check first "$work/my.cu"
has "the same finding again has its hint" "$out" "A hint:        scanlab lab hint first 2"
edited 's/sum = op(/sum = opp(/'
run lab check first "$work/my.cu"
has "an unknown function" "$out" "my.cu:57: the SIMT machine does not know opp()"
edited 's/sum = op(/sum = = op(/'
run lab check first "$work/my.cu"
has "does not compile" "$out" "does not compile: my.cu:57"

# -------------------------------------------------------------- which line?

edited 's/stride < count; stride/stride + 1 < count; stride/'
run lab check first "$work/my.cu"
has "a loop that ends too early" "$out" "Which line:    scanlab lab hint first '$work/my.cu'"
lacks "its line is in no finding" "$(sed '/Which line/d' <<<"$out")" "my.cu:52"
run lab hint first "$work/my.cu"
is "its line: exit" "$code" 0
has "its line" "$out" "my.cu:52: another comparison on this line, and nothing else, makes everything right:"
has "as it stands there" "$out" "    for (int stride = 1; stride + 1 < count;"
has "and what it is worth" "$out" "100 of 100 points with that change, 0 without it"
lacks "no more than the line" "$out" "<="
refuses "a right file has no wrong line" 1 "all properties hold" lab hint first "$solution"
edited 's/sum = op(/sum = opp(/'
refuses "nor has one that does not compile" 1 "nothing ran" lab hint first "$work/my.cu"
refuses "a file that is not there" 2 "No such file" lab hint first "$work/nothing.cu"

# ------------------------------------------------------------------ in C

run lab check second "$home/lectures/one/labs/second/teacher/solution.c"
is "in C: exit" "$code" 0
has "what is known" "$out" "right fold in every run, n = 0..9,100"
has "and of races" "$out" "not checked for races"
lacks "nothing is proved" "$out" "proved"
sed 's/j < end; j++/j + 1 < end; j++/' \
    "$home/lectures/one/labs/second/teacher/solution.c" >"$work/early.c"
run lab hint second "$work/early.c"
has "in C: the wrong line" "$out" "makes everything right"
run lab hint second "$home/lectures/one/labs/second/skeleton.c"
is "nothing mends the skeleton: exit" "$code" 0
has "nothing mends the skeleton" "$out" "small one-line changes corrects \`right\`: it may need a larger change"
run lab check second "$home/lectures/one/labs/second/skeleton.c"
is "its skeleton: exit" "$code" 1
has "what is wrong there" "$out" "out[0] "
sed 's|T sum = in\[0\];|& printf("right"); fork();|' \
    "$home/lectures/one/labs/second/skeleton.c" >"$work/cheat.c"
run lab check second "$work/cheat.c"
is "C that forks: exit" "$code" 1
has "it may not" "$out" "fork"

# ------------------------------------------------------------ the given part

# told NAME PART SED: the check ends before anything is compiled.
told() {
    edited "$3"
    run lab check first "$work/my.cu"
    is "$1: exit" "$code" 1
    has "$1" "$out" "$2"
    has "$1: no points" "$out" "0 of 100 points"
}
told "a changed line" "my.cu:23: the given part was changed: 'return rest < 1" \
    's/return rest < BLOCK/return rest < 1/'
told "a declaration of one's own" "my.cu:43: 'T mine;' was added to the given part" \
    's|^    /\* FILL \[A\].*|    T mine;\n&|'
told "a comment of a FILL that is gone" "the skeleton's comment 'FILL [A]' is missing" \
    '/FILL \[A\]/s/FILL/Fill/'
told "a line more" "my.cu:16: the given part was changed" \
    's|^#include "gpu.h"|#define BLOCK 1\n&|'
told "a line at the end" "is not between FILL and END" '$s/$/\nint x;/'
told "a line less" "the given part" '/\[3\] result/d'
told "cut off" "the given part is cut off" '/Given. Block b/,$d'
told "a directive" "no lines that begin with # are allowed" \
    's|^    if (i < count)$|#define op max\n&|'
told "a bracket that closes the kernel" "closes nothing" \
    's|^        cell\[i\] = in.*|&\n}\nint x;\nvoid f(void) {|'
told "a bracket that stays open" "FILL [A] ends here, but a '}' is missing" \
    's|^        cell\[i\] = in.*|&\n{|'
told "assembler" "'asm' is not allowed here" \
    's|^        cell\[i\] = in.*|&\nasm("");|'
edited 's|/\* \[1\] all have.*||; s|    if (joins)|\tif  (joins) // if it does|'
run lab check first "$work/my.cu"
is "blanks and comments may change" "$code" 0

# file NAME PART FILE: what is no solution at all.
file() {
    run lab check first "$3"
    is "$1: exit" "$code" 1
    has "$1" "$out" "$2"
}
: >"$work/empty.cu"
file "empty" "the file is empty" "$work/empty.cu"
head -c 2000 /dev/zero >"$work/binary.cu"
file "binary" "not a text file" "$work/binary.cu"
head -c 300000 /dev/zero | tr '\0' x >"$work/huge.cu"
file "huge" "longer than 262144 bytes" "$work/huge.cu"
ln -s "$PWD/$solution" "$work/link.cu"
file "a link" "a symbolic link" "$work/link.cu"
mkfifo "$work/pipe.cu"
file "a pipe" "this is not a file" "$work/pipe.cu"
cp "$solution" "$work/it's \$odd;.cu"
run lab check first "$work/it's \$odd;.cu"
is "an odd name" "$code" 0

# ------------------------------------------- a lab that demands reproducible

# A look-back is right, but not reproducible; a Kogge-Stone scan is.
demands() { # ALGORITHM SOLUTION
    local third=$home/lectures/one/labs/third
    mkdir -p "$third/teacher"
    cp "$2" "$third/teacher/solution.cu"
    cp "${2%/teacher/*}/skeleton.cu" "$third/"
    echo "# The third sheet" >"$third/README.md"
    cat >"$third/lab.json" <<JSON
{ "title": "Third", "order": 3, "minutes": 30, "exercise": "made for tests",
  "kind": "kernel", "algorithm": "${1%%:*}", "lines": 16, "checks": [
    {"property": "right", "points": 60, "verify": "$1", "sizes": "300", "bytes": "4"},
    {"property": "reproducible", "points": 40, "verify": "$1", "sizes": "300", "bytes": "4",
     "options": ["--require", "reproducible"], "after": "right"} ] }
JSON
    run lab check third "$2"
    rm -r "$third"
}
demands kogge_stone:block=64,form=0 "$solution"
is "reproducible: exit" "$code" 0
has "reproducible: its line" "$(grep '^  reproducible ' <<<"$out")" "40 of 40"
has "reproducible: what holds" "$(grep '^  reproducible ' <<<"$out")" "; reproducible"
lacks "it is said where it is demanded" "$(grep '^  right ' <<<"$out")" "reproducible"
demands lookback:block=64,items=1,window=4 lectures/look-back/labs/look-back/teacher/solution.cu
is "not reproducible: exit" "$code" 1
has "it is right" "$(grep '^  right ' <<<"$out")" "60 of 60"
has "not reproducible: its line" "$(grep '^  reproducible ' <<<"$out")" "0 of 40"
has "not reproducible: the finding" "$out" "not reproducible: out["
has "not reproducible: the replay" "$out" "--require reproducible --source"

# --------------------------------------------------------------- wrong use

refuses "no word" 2 "name a command" lab
refuses "no such word" 2 "did you mean 'start'" lab strat first x
refuses "no such lab" 2 "did you mean 'first'" lab check frist "$solution"
refuses "no such file" 2 "No such file" lab check first "$work/nothing.cu"
refuses "too few" 2 "takes a lab's name and a file" lab check first
refuses "no such hint" 2 "want a number from 1 to 2" lab hint first 3
refuses "no file of this lab" 2 "or a file NAME.cu" lab hint first my.txt
refuses "no such level" 2 "--isolation wall" \
    lab check first "$solution" --isolation wall
bad=$home/lectures/one/labs/bad
mkdir "$bad"
echo '{"title": 1,' >"$bad/lab.json"
refuses "a broken lab.json" 2 "bad/lab.json:" lab list
echo '{"title": "x", "kind": "c", "checks": [{"property": "x"}]}' >"$bad/lab.json"
refuses "a check without a command" 2 'a check wants "property"' lab list
rm -r "$bad"
# In a cache of its own: other tests check, too.
mkdir -p "$work/cache/scanlab/lab-999999999-abcdef"
touch "$work/cache/scanlab/lab-999999999-abcdef/my.cu"
XDG_CACHE_HOME=$work/cache run lab check first "$work/empty.cu"
is "no folder is left in the cache, and none of a process that was killed" \
    "$(find "$work/cache/scanlab" -name 'lab-*')" ""

done_testing
