#!/bin/bash
# lab_kogge_stone.t - what the Kogge-Stone lab has more than others (tests/lab/labs.t
# tests what all have): its further tasks, and the sheet's commands, which run as
# printed.
. "$(dirname "$0")/../end_to_end/tap.sh"

lab=lectures/kogge-stone/labs/kogge-stone
teacher=$lab/teacher sheet=$lab/README.md
verify=("$scanlab" verify kogge_stone -d simt --strict-barriers)
# One of the kernel's settings, with several warps, and sections of n = 257.
right=("$scanlab" verify "kogge_stone:block=64,form=0" -d simt -n "0..5,33,257"
    --bytes 4)
! thorough || right=("${verify[@]}" -n "0..70,255..257,1023..1025")

# ------------------------------------------------------ lecture.cu, mended

cp $lab/lecture.cu "$work"
for mend in "$teacher"/lecture_mended/*.sed; do
    run timeout 60 "${verify[@]}" --source "$work/lecture.cu"
    has "lecture.cu before $(basename "$mend")" "$(head -1 <<<"$out")" \
        "$(sed -n 's/^# says: //p' "$mend")"
    ok "which mends it" sed -i -f "$mend" "$work/lecture.cu"
done
ok "lecture.cu with all mends" timeout 120 "${right[@]}" \
    --source "$work/lecture.cu"

# --------------------------------------------- the sheet, as it is printed

# A fresh folder, as a student has it.
clone=$work/clone
mkdir "$clone"
cp -r lectures "$clone"
ln -s "$scanlab" "$clone/scanlab"

# commands FILE: what a page tells to type, a line each.
commands() {
    { # shellcheck disable=SC2016  # backquotes of Markdown
        sed -n 's/^ *\(\(cp\|echo\|sed\|\.\/scanlab\) .*\)/\1/p' "$1"
        grep -o '`\./scanlab [^`]*`' "$1" | tr -d '`'
    } | awk '!seen[$0]++'
}
typed() {
    run timeout 300 bash -c 'cd "$1" && eval "$2"' typed "$clone" "$1"
}

first=$(commands $sheet | head -1)
typed "$first"
mine=$clone/my/kogge-stone.cu
ok "$first" cmp "$lab/skeleton.cu" "$mine"
typed "$(commands $sheet | grep 'check.*my/kogge-stone.cu' | head -1)"
is "the skeleton fails: exit" "$code" 1

cp $teacher/double.cu "$clone/my"
typed="|$first|" # already
for page in $sheet $teacher/rubric.md; do
    while IFS= read -r command; do
        case $typed in *"|$command|"*) continue ;; esac
        typed+="$command|"
        [[ $command != *" lab test "* ]] || continue # of tests/lab/labs.t
        case $command in sed*) ;; *) cp $teacher/solution.cu "$mine" ;; esac
        typed "$command"
        case $command in *"--source my/lecture.cu") want=1 ;; *) want=0 ;; esac
        is "$command" "$code" "$want"
    done < <(commands $page)
done

run "$scanlab" measure kogge_stone:block=256 -d simt -n 1024 \
    --source $teacher/double.cu -o "$work/my.csv"
barriers=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR == 2 { print $column["barriers"] }' "$work/my.csv")
ok "double.cu: $barriers barriers, the sheet asks for 48" \
    test "$barriers" -le 48

done_testing
