#!/bin/bash
# lab_kogge_stone.t - the lab holds what it says: the skeleton is the solution
# without its lines, and fails; the solution is proved and within the limits;
# each wrong solution is caught by the message that is meant to; the sheet's
# commands run as printed.
. "$(dirname "$0")/../end_to_end/tap.sh"

lab=lectures/kogge-stone/labs/kogge-stone
teacher=$lab/teacher
sheet=$lab/README.md
solution=$teacher/solution.cu
verify=("$scanlab" verify kogge_stone -d simt)
# One of the kernel's settings, with several warps, and sections of n = 257.
right=("$scanlab" verify "kogge_stone:block=64,form=0" -d simt -n "0..5,33,257"
    --bytes 4)
! thorough || right=("${verify[@]}" -n "0..70,255..257,1023..1025")

field() { # field NAME FILE: what its comment says
    sed -n "s/^# $1: //p" "$2"
}

# changed SED [FILE]: the solution with this change, as $work/my.cu.
changed() {
    sed -f "$1" "${2-$solution}" >"$work/my.cu"
    ! cmp -s "${2-$solution}" "$work/my.cu" ||
        _fail "$1" "no line of ${2-$solution} fits it any more"
}

# ------------------------------------------------- skeleton and solution

is "the skeleton is the solution without its lines" "$(awk '
    /FILL \[/ { fill = 1 }
    /END \[/ { fill = emptied = 0 }
    !emptied { print }
    fill && !emptied && /\*\// { emptied = 1; print "" }
    ' $solution)" "$(cat $lab/skeleton.cu)"

# In the order of the file: what is filled in, and what the comments allow.
is "as many lines as the comments say" "$(awk '
    /END \[/ { printf "%d ", lines; fill = 0 }
    fill && /\*\// { lines = -1; counting = 1; fill = 0 }
    counting { lines++ }
    /FILL \[/ { fill = 1; counting = 0 }
    ' $solution)" "$(sed -n 's/.*(\([0-9]*\) lines).*/\1/p' $solution |
    tr '\n' ' ')"
is "and as the sheet says" \
    "$(sed -n 's/.*(\([0-9]*\) lines).*/\1/p' $solution | tr '\n' ' ')" \
    "$(sed -n 's/^| `FILL .*` | \([0-9]*\) |.*/\1/p' $sheet | tr '\n' ' ')"
total=$(sed -n 's/.*(\([0-9]*\) lines).*/\1/p' $solution |
    awk '{ sum += $1 } END { print sum }')
has "so many in all" "$(cat $sheet)" "**$total lines**"
has "in the skeleton, too" "$(cat $lab/skeleton.cu)" "END, $total at most"

# ------------------------------------------------------ wrong solutions

said='' # all that is said about wrong ones
for wrong in "$teacher"/wrong/*.sed; do
    name=$(basename "$wrong" .sed)
    changed "$wrong"
    run timeout 60 "${verify[@]}" --source "$work/my.cu"
    is "$name: exit" "$code" 1
    has "$name is told" "$(head -1 <<<"$out")" "$(field says "$wrong")"
    said+=$out$'\n'
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
    said+=$out$'\n'
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
ok "$first" cmp $lab/skeleton.cu "$clone/my.cu"
typed "$(commands $sheet | grep 'verify.*my.cu' | head -1)"
is "the skeleton fails: exit" "$code" 1
outputs=$out$'\n'
said+=$out$'\n'

cp $teacher/double.cu "$clone"
typed="|$first|" # already
for page in $sheet $teacher/rubric.md; do
    while IFS= read -r command; do
        case $typed in *"|$command|"*) continue ;; esac
        typed+="$command|"
        case $command in sed*) ;; *) cp $solution "$clone/my.cu" ;; esac
        typed "$command"
        case $command in *"--source lecture.cu") want=1 ;; *) want=0 ;; esac
        is "$command" "$code" "$want"
        outputs+=$out$'\n'
    done < <(commands $page)
done

while IFS= read -r line; do
    has "it prints: $line" "$outputs" "${line%...}"
done < <(sed -n 's/^    \(kogge_stone  .*\)/\1/p' $sheet)

# The first words of each row of the table of messages.
while IFS= read -r words; do
    has "the sheet explains: $words" "$said" "$words"
done < <(sed -n '/^| it says/,/^$/s/^| `\([^`]*\)`.*/\1/p' $sheet)

within $teacher/double.cu >"$work/outside"
barriers=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR == 2 { print $column["barriers"] }' "$work/my.csv")
ok "double.cu: $barriers barriers, the sheet asks for 48" \
    test "$barriers" -le 48

done_testing
