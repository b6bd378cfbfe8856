#!/bin/bash
# lab_kogge_stone.t - what the Kogge-Stone lab has more than others (tests/lab/labs.t
# tests what all have): its further tasks, solutions that are outside of the limits,
# the sheet's table of limits, and its commands, which run as printed.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/lab/lab.sh

lab_open lectures/kogge-stone/labs/kogge-stone
sheet=$lab/README.md
verify=("$scanlab" verify kogge_stone -d simt --strict-barriers)
# One of the kernel's settings, with several warps, and sections of n = 257.
right=("$scanlab" verify "kogge_stone:block=64,form=0" -d simt -n "0..5,33,257"
    --bytes 4)
! thorough || right=("${verify[@]}" -n "0..70,255..257,1023..1025")

# ------------------------------------------------------ wrong solutions

heard='' # all that is said about wrong ones
for wrong in "$teacher"/wrong/*.sed; do
    thorough || break
    name=$(basename "$wrong" .sed)
    changed "$wrong"
    run timeout 60 "${verify[@]}" --source "$work/my.cu"
    is "$name: exit" "$code" 1
    has "$name is told" "$(head -1 <<<"$out")" "$(field says "$wrong")"
    heard+=$out$'\n'
done

cp $lab/lecture.cu "$work"
for mend in "$teacher"/lecture_mended/*.sed; do
    run timeout 60 "${verify[@]}" --source "$work/lecture.cu"
    has "lecture.cu before $(basename "$mend")" "$(head -1 <<<"$out")" \
        "$(field says "$mend")"
    ok "which mends it" sed -i -f "$mend" "$work/lecture.cu"
done
ok "lecture.cu with all mends" timeout 120 "${right[@]}" \
    --source "$work/lecture.cu"

# ------------------------------------------------- limits of the counts

# within FILE: names the columns of the sheet's table that its counts are
# outside of.
within() {
    run timeout 60 "$scanlab" measure kogge_stone:block=256 -d simt -n 1024 \
        --source "$1" -o "$work/my.csv"
    awk -F '[|,]' '
        { gsub(/^ +| +$/, "") }
        FNR == 1 { file++ }
        file == 1 && FNR == 1 { for (i = 1; i <= NF; i++) name[i] = $i }
        file == 1 && FNR == 2 {
            for (i = 1; i <= NF; i++) got[name[i]] = $i
            got["sectors"] = got["read_sectors"] + got["write_sectors"]
            got["shared"] = got["shared_wavefronts"]
            got["conflicts"] = got["shared_conflicts"]
        }
        file == 2 && /^\| [a-z]+ \| [0-9]+ \| [0-9]+ \|$/ {
            gsub(/ /, "")
            rows++
            if (!($2 in got) || got[$2] < $3 + 0 || got[$2] > $4 + 0)
                printf "%s ", $2
        }
        END { if (rows != 7) print rows + 0, "rows of 7" }
        ' "$work/my.csv" $sheet
}

is "the solution is within the limits" "$(within $solution)" ""
for also in "$teacher"/also_right/*.sed; do
    name=$(basename "$also" .sed)
    changed "$also"
    ok "$name is right" timeout 120 "${right[@]}" \
        --source "$work/my.cu"
    is "$name is within the limits" "$(within "$work/my.cu")" ""
done
for outside in "$teacher"/outside/*.sed; do
    name=$(basename "$outside" .sed)
    changed "$outside"
    ok "$name is right" timeout 120 "${right[@]}" \
        --source "$work/my.cu"
    has "$name is outside of the limits" " $(within "$work/my.cu")" \
        " $(field outside "$outside") "
    run "$scanlab" measure kogge_stone -d simt -n 1024 --source "$work/my.cu"
    heard+=$out$'\n'
done

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
ok "$first" cmp $lab/skeleton.cu "$mine"
typed "$(commands $sheet | grep 'verify.*my/kogge-stone.cu' | head -1)"
is "the skeleton fails: exit" "$code" 1
outputs=$out$'\n'
heard+=$out$'\n'

cp $teacher/double.cu "$clone/my"
typed="|$first|" # already
for page in $sheet $teacher/rubric.md; do
    while IFS= read -r command; do
        case $typed in *"|$command|"*) continue ;; esac
        typed+="$command|"
        case $command in sed*) ;; *) cp $solution "$mine" ;; esac
        typed "$command"
        case $command in *"--source my/lecture.cu") want=1 ;; *) want=0 ;; esac
        is "$command" "$code" "$want"
        outputs+=$out$'\n'
    done < <(commands $page)
done

while IFS= read -r line; do
    has "it prints: $line" "$outputs" "${line%...}"
done < <(sed -n 's/^    \(kogge_stone  .*\)/\1/p' $sheet)

# The first words of each row of the table of messages.
while IFS= read -r words; do
    thorough || break
    has "the sheet explains: $words" "$heard" "$words"
done < <(sed -n '/^| it says/,/^$/s/^| `\([^`]*\)`.*/\1/p' $sheet)

within $teacher/double.cu >"$work/outside"
barriers=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR == 2 { print $column["barriers"] }' "$work/my.csv")
ok "double.cu: $barriers barriers, the sheet asks for 48" \
    test "$barriers" -le 48

done_testing
