#!/bin/bash
# shellcheck shell=bash disable=SC2034
# lab_home.sh - what the tests of `scanlab lab` share: a home with labs of known
# content, after tap.sh:
#
#     $home          sources as they are, and labs/ of these tests alone
#     $solution      of the lab "first", a Kogge-Stone scan; $skeleton
#     edited SED...  a copy of the solution, changed, as $work/my.cu
#     lab WORD...    scanlab lab, with that home
_lab=lectures/kogge-stone/labs/kogge-stone
solution=$_lab/teacher/solution.cu
skeleton=$_lab/skeleton.cu
home=$work/home
mkdir -p "$home/lectures/one/labs/first/teacher"
cp -r algorithms harness "$home"
cp "$skeleton" "$home/lectures/one/labs/first/"
cp "$solution" "$home/lectures/one/labs/first/teacher/"
echo "# The sheet" >"$home/lectures/one/labs/first/README.md"
cat >"$home/lectures/one/labs/first/lab.json" <<'JSON'
{ "title": "First", "order": 2, "minutes": 30, "exercise": "made for tests",
  "kind": "kernel", "algorithm": "kogge_stone", "lines": 16,
  "hints": ["look", "look again"], "hint_for": [["swapped", 2]],
  "checks": [
    {"property": "right", "points": 60, "verify": "kogge_stone:block=64,form=0",
     "sizes": "0..4,65", "bytes": "4", "options": ["--schedule", "inorder"]},
    {"property": "runs", "points": 10, "run": "kogge_stone", "sizes": "1000",
     "after": "right"},
    {"property": "costs", "points": 30, "measure": "kogge_stone:block=256,form=0",
     "sizes": "1024", "limits": {"work": [7945, 7945], "barriers": [76, 93, "a step waits twice"]},
     "why": "two barriers per step"}
  ] }
JSON

# A lab in C: the naive scan, of which the loop is to be written.
_second=$home/lectures/one/labs/second
mkdir -p "$_second/teacher"
echo "# The second sheet" >"$_second/README.md"
awk '/T sum = carry/ { print "        /* FILL [A]: the fold */" } { print }
    /sum = op\(sum, in/ { print "        /* END [A] */" }' \
    algorithms/naive/cpu.c >"$_second/teacher/solution.c"
sed '/FILL \[A\]/,/END \[A\]/{/FILL\|END/!d}; s|/\* END|T sum = in[0];\n&|' \
    "$_second/teacher/solution.c" >"$_second/skeleton.c"
cat >"$_second/lab.json" <<'JSON'
{ "title": "Second", "order": 1, "minutes": 30, "kind": "c",
  "algorithm": "naive", "lines": 3, "checks": [
    {"property": "right", "points": 90, "verify": "naive", "sizes": "0..9,100",
     "bytes": "4", "options": ["--threads", "1,2"]},
    {"property": "runs", "points": 10, "run": "naive", "sizes": "100"} ] }
JSON

lab() { SCANLAB_HOME=$home "$scanlab" lab "$@"; }
edited() {
    sed "$@" "$solution" >"$work/my.cu"
    ! cmp -s "$solution" "$work/my.cu" ||
        _fail "sed $*" "no line of the solution fits it any more"
}
