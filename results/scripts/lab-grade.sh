#!/bin/bash
# lab-grade.sh - 300 submissions of mixed quality, made from the labs' solutions, wrong
# edits and tests/lab/cheats, graded: is each in the table, and none graded wrong?
#
#     results/scripts/lab-grade.sh [OUT]    OUT is results/lab; five minutes
#
# OUT/submissions.csv has a row for each, with what was expected; OUT/run.csv the time,
# the memory and the counts. SCANLAB_HOME may name a home with other labs.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=${1:-results/lab}
home=${SCANLAB_HOME:-$PWD}
count=300
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
hands=$scratch/hand-ins
mkdir -p "$hands" "$out"

# What is handed in: kind, lab, and how it is made. In turn, until there are enough.
kinds=()
shopt -s nullglob
for solution in "$home"/lectures/*/labs/*/teacher/solution.*; do
    lab=$(basename "$(dirname "$(dirname "$solution")")")
    kinds+=("right $lab $solution -"
        "skeleton $lab ${solution%teacher/*}skeleton.${solution##*.} -")
    for edit in "${solution%/*}"/also_right/*.sed; do
        kinds+=("also_right $lab $solution $edit")
    done
    for edit in "${solution%/*}"/wrong/*.sed; do
        kinds+=("wrong $lab $solution $edit")
    done
done
of_cheats=$(ls "$home"/lectures/*/labs/kogge-stone/teacher/solution.cu)
for edit in tests/lab/cheats/*.sed; do
    kinds+=("cheat kogge-stone $of_cheats $edit")
done
for kind in empty binary huge link pipe broken late; do
    kinds+=("$kind kogge-stone $of_cheats -")
done

make_one() { # FOLDER KIND LAB SOLUTION EDIT
    local file=$1/$3.${4##*.}
    mkdir "$1"
    case $2 in
    right | skeleton) cp "$4" "$file" ;;
    wrong | also_right | cheat) sed -f "$5" "$4" >"$file" ;;
    empty) : >"$file" ;;
    binary) head -c 4000 /dev/zero >"$file" ;;
    huge) head -c 2000000 /dev/zero | tr '\0' x >"$file" ;;
    link) ln -s "$4" "$file" ;;
    pipe) mkfifo "$file" ;;
    broken) sed 's/if (i < count)/if i < count/' "$4" >"$file" ;;
    late) rmdir "$1" && mkdir "$1" ;; # nothing was handed in
    esac
}
printf 'student,kind,lab,edit\n' >"$scratch/expected.csv"
for ((i = 0; i < count; i++)); do
    # 89 has no divisor with the number of kinds: they come mixed.
    read -r kind lab solution edit <<<"${kinds[i * 89 % ${#kinds[@]}]}"
    student=$(printf 's%03d' "$i")
    case $((i % 50)) in 7) student+=" O'Neil" ;; 8) student+='zoë' ;; esac
    make_one "$hands/$student" "$kind" "$lab" "$solution" "$edit"
    printf '%s,%s,%s,%s\n' "$student" "$kind" "$lab" "$(basename "$edit" .sed)" \
        >>"$scratch/expected.csv"
done

# What is resident in it and in all that it has started, added up each half second;
# pages that several share count for each.
export XDG_CACHE_HOME=$scratch/cache
./scanlab lab grade "$hands" -o "$scratch/grades.csv" >"$scratch/said" 2>&1 &
run=$!
most=0
began=$(date +%s.%N)
while kill -0 $run 2>/dev/null; do
    now=$(ps -eo pid=,ppid=,rss= | awk -v run=$run '
        { parent[$1] = $2; rss[$1] = $3 }
        END {
            for (p in rss) {
                for (q = p; q > 1 && q != run; q = parent[q]) ;
                if (q == run) sum += rss[p]
            }
            print int(sum / 1024)
        }')
    [ "$now" -le "$most" ] || most=$now
    sleep 0.5
done
code=0
wait $run || code=$?
seconds=$(awk -v a="$began" -v b="$(date +%s.%N)" 'BEGIN { printf "%.0f", b - a }')

# A row of the table beside what was expected: a right one has all points, another not;
# a wrong edit that breaks the scan or its costs loses points; a cheat gets none.
perl - "$scratch/expected.csv" "$scratch/grades.csv" >"$out/submissions.csv" <<'PERL'
use strict;
use warnings;
my ($expected, $grades) = @ARGV;
my %row;
open my $in, '<', $grades or die "$grades: $!";
<$in>;
while (<$in>) {
    next unless /^"((?:[^"]|"")*)","([^"]*)",(\d+),(\d+),"([^"]*)","((?:[^"]|"")*)","([^"]*)",([\d.]+)/;
    $row{$1} = [$3, $4, $5, $6, $7, $8];
}
print "student,kind,lab,edit,points,most,state,as_expected,seconds\n";
open $in, '<', $expected or die "$expected: $!";
<$in>;
while (<$in>) {
    chomp;
    my ($student, $kind, $lab, $edit) = split /,/;
    my $r = $row{$student};
    my ($points, $most, $state, $finding, $level, $seconds) = $r ? @$r : (0, 0, 'lost', '', '', 0);
    my $right = $r && ($kind =~ /right$/ ? $points == $most
        : $kind eq 'wrong' || $kind eq 'skeleton' ? $points < $most
        : $points == 0) && $state ne 'not judged';
    print join(',', $student, $kind, $lab, $edit, $points, $most, $state,
        $right ? 'yes' : 'NO', $seconds), "\n";
}
PERL
{
    echo "submissions,exit,as_expected,seconds,most_mib,processors,isolation"
    printf '%d,%d,%d,%d,%d,%d,%s\n' "$(($(wc -l <"$out/submissions.csv") - 1))" \
        "$code" "$(grep -c ',yes,' "$out/submissions.csv")" "$seconds" "$most" \
        "$(nproc)" "$(grep -ho '"isolation": "[a-z]*"' "$scratch"/grades/*.json |
            sort | uniq -c | sort -rn | sed -n 's/.*: "\(.*\)"/\1/p' | paste -sd ' ')"
} >"$out/run.csv"
cat "$scratch/said" "$out/run.csv"
grep ',NO,' "$out/submissions.csv" || echo "each as expected"
