#!/bin/bash
# catalogue.t - the table of algorithms/README.md agrees with the registry, and the
# other pages agree with `list`, `lab list`, `--help` and `scanviz`: tables of names,
# in both directions; options, names after -d and -m, and numbers such
# as "eleven lectures" on every page and in the newest part of CHANGELOG.md.
. "$(dirname "$0")/../end_to_end/tap.sh"

rows=$(grep '^| *`' algorithms/README.md)

# column NUMBER ROW: a cell, without blanks around it and backquotes.
column() {
    awk -F'|' -v column="$1" '{
        cell = $(column + 1)
        gsub(/^ +| +$|`/, "", cell)
        print cell
    }' <<<"$2"
}

header=$(grep '^| *algorithm *|' algorithms/README.md | head -1)
number() {
    awk -F'|' -v name="$1" '{
        for (i = 2; i < NF; i++) {
            cell = $i
            gsub(/^ +| +$/, "", cell)
            if (tolower(cell) == name)
                print i - 1
        }
    }' <<<"$header"
}

names=$("$scanlab" list --names)
catalogue=$(awk -F'|' '/^\| *algorithm *\|/ { on = 1; next }
    on && !/^\|/ { exit }
    on && /`/ { gsub(/[ `]/, "", $2); print $2 }' algorithms/README.md)
is "the same algorithms" "$(sort <<<"$catalogue")" "$(sort <<<"$names")"

verbose=$("$scanlab" list --verbose)
for name in $names; do
    row=$(grep "^| *\`$name\`" <<<"$rows" | head -1)
    entry=$(awk -v name="$name" '$1 == name { on = 1; next }
        on && /^  [a-z]/ { exit } on' <<<"$verbose")
    costs=$(grep '^      cpu  work ' <<<"$entry")
    work_=${costs#*work }
    depth=${work_#*, depth }
    traffic=${depth#*, traffic }
    work_=${work_%%, depth *}
    depth=${depth%%, traffic *}
    memory=$(sed -n 's/^ *extra memory: //p' <<<"$entry" | head -1)
    source=$(sed -n 's/^      source: //p' <<<"$entry")
    is "$name: work" "$(column "$(number work)" "$row")" "$work_"
    is "$name: depth" "$(column "$(number depth)" "$row")" "$depth"
    is "$name: traffic" "$(column "$(number traffic)" "$row")" "$traffic"
    [ -z "$(number memory)" ] ||
        is "$name: memory" "$(column "$(number memory)" "$row")" "$memory"
    [ -z "$(number source)" ] ||
        is "$name: source" "$(column "$(number source)" "$row")" "$source"
done

# --------------------------------------------------------------- tables of names

list=$("$scanlab" list)

# section HEADING: the names below it in `list`; first_words: one for each line.
section() {
    awk -v heading="$1" 'index($0, heading) == 1 { on = 1; next }
        /^$/ { on = 0 } on' <<<"$list"
}
first_words() { awk '{ print $1 }' | sort; }
all_words() { tr -s ' ' '\n' | grep . | sort; }

# cells PAGE HEADER: the names in the first column of the table with this header.
cells() {
    awk -F'|' -v header="$2" '$2 ~ "^ *" header " *$" { on = 1; next }
        on && !/^\|/ { exit } on && !/^\| *-/ { print $2 }' "$1" |
        grep -o '`[^`]*`\|\[[^]]*\]' | tr -d '`[]' | sort
}
without_proofs() { grep -v '^drawn'; }

applications=$(section Applications | first_words)
is "the same applications" "$(cells algorithms/applications/README.md application)" \
    "$applications"
is "list --names has these and the scans" "$("$scanlab" list --names --applications | sort)" \
    "$(sort <<<"$names
$applications")"
examples=$(section Examples | first_words)
is "the same examples" "$(grep -ohE '^\| \[[a-z_]+\]\([a-z_]+\.c\)' algorithms/examples/README.md |
    sed 's/.*\[//; s/\].*//' | sort)" "$examples"
monoids=$(section Monoids | all_words)
is "the same monoids" "$(cells algorithms/elements/monoids/README.md monoid)" "$monoids"
for kind in predicate key product map; do
    heading=${kind^}s
    is "the same ${kind}s" "$(cells "algorithms/elements/${kind}s/README.md" $kind | without_proofs)" \
        "$(section "$heading" | all_words)"
done
devices=$(section Devices | first_words)
is "a file for each device" "$(git ls-files 'harness/devices/device_*.c' |
    sed 's/.*device_//; s/\.c//' | sort)" "$devices"
help=$("$scanlab" --help)
commands=$(awk '/^  [a-z]+  +[a-z]/ { print $1 }' <<<"$help" | sort)
is "a file for each command" "$(git ls-files 'harness/commands/command_*.c' |
    sed 's/.*command_//; s/\.c//' | sort)" \
    "$commands"
is "each file that the page of the commands names" "$(
    cd harness/commands && grep '^| *`' README.md | cut -d'|' -f2 | grep -o '\b[a-z][a-z_]*\.[ch]\b' |
        while read -r file; do [ -f "$file" ] || echo "$file"; done
)" ""
labs=$("$scanlab" lab list | tail -n +2)
is "the same labs" "$(grep -o '/labs/[a-z-]*/README.md) *[,|]' lectures/README.md | cut -d/ -f3 | sort)" \
    "$(first_words <<<"$labs")"
is "with as many lines" "$(sed -n 's,.*/labs/\([a-z-]*\)/README.md).* | \([0-9]*\) | [^|]*|$,\1 \2,p' \
    lectures/README.md | sort)" \
    "$(sed -E 's/^([a-z-]+) .* [0-9]+ +([0-9]+)  .*/\1 \2/' <<<"$labs" | sort)"
words=(none one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three
    twenty-four twenty-five)
while read -r lecture count; do
    is "labs of $lecture" "$count" "${words[$(find "lectures/$lecture/labs" -mindepth 1 -maxdepth 1 2>/dev/null | wc -l)]}"
done < <(sed -n 's,^| [0-9]* | \[[^]]*\](\([a-z-]*\)/notes.md).* | \[*\([a-z]*\).*|$,\1 \2,p' lectures/README.md |
    sed 's/ $/ none/')
lectures=$(git ls-files 'lectures/*/notes.md' | cut -d/ -f2 | sort)
is "the same lectures" "$(grep -o '(\([a-z-]*\)/notes.md)' lectures/README.md | tr -d '(' | cut -d/ -f1 | sort)" \
    "$lectures"
scanviz=$BUILD/scanviz
stories=''
if [ -x "$scanviz" ]; then
    stories=$("$scanviz" --story | first_words)
    is "the same stories" "$(sed -n 's/^## \([^:]*\):.*/\1/p' viz/stories/README.md |
        sed 's/, and /\n/; s/, /\n/g' | sort)" "$stories"
    run "$scanviz" viz/stories/deep.json --scene none --dump
    is "the same scenes" "$(awk -F'|' '/^\| *scene *\|/ { on = 1; next }
        on && !/^\|/ { exit } on && !/^\| *-/ { print $2 }' viz/README.md | all_words)" \
        "$(sed 's/.*scenes are //; s/ and / /; s/,//g' <<<"$err" | all_words)"
else
    skip "stories and scenes" "scanviz is not built here"
fi

# --------------------------------------------------- names and options in passing

# The pages, and the newest part of CHANGELOG.md.
awk '/^## / { if (++parts > 1) exit } 1' CHANGELOG.md >"$work/CHANGELOG.md"
mapfile -t pages < <(git ls-files '*.md' | grep -v '^CHANGELOG.md')
pages+=("$work/CHANGELOG.md")

# scraped REGEX: FILE:what ( ) matches in backquotes and in indented lines.
scraped() {
    perl -e '
        my $regex = shift;
        for my $file (@ARGV) {
            open my $in, "<", $file or die "$file: $!";
            my $text = do { local $/; <$in> };
            my %seen;
            for my $piece ($text =~ /`([^`]+)`|^ {4,}(?:\$ )?(.*)$/mg) {
                next if !defined $piece || $piece =~ /^\S+\.sh /; # scripts have their own
                while ($piece =~ /$regex/g) {
                    print "$file: $1\n" unless $seen{$1}++;
                }
            }
        }' -- "$1" "${pages[@]}"
}
# unknown NAMES: the lines FILE: NAME whose name is not among these.
unknown() { awk -v names="$1" 'BEGIN { split(names, a); for (i in a) known[a[i]] = 1 } !($NF in known)'; }

all_help=$(for command in $commands man completion; do
    "$scanlab" "$command" --help
done)
[ ! -x "$scanviz" ] || all_help+=$("$scanviz" --help)
parameters=$("$scanlab" list --verbose | grep -oE -- '^ +--[a-z_]+' | sort -u)
options=$(grep -oE -- '--[a-z][a-z_-]*[a-z]' <<<"$all_help$help" | sort -u)
if [ -x "$scanviz" ]; then
    is "options that pages name" "$(
        scraped '(^--[a-z][^|;&#]*|\bscan(?:lab|viz) [^|;&#]*)' | awk -F': ' '{
            n = split($2, words, /[ =]+/)
            for (i = 1; i <= n; i++)
                if (words[i] ~ /^--[a-z][a-z_-]*[a-z]$/)
                    print $1 ": " words[i]
        }' | unknown "$options $parameters --version --help"
    )" ""
fi
is "commands that pages name" "$(
    scraped '(?:^|[;&|(] *|\./)scanlab ([a-z]+)\b(?!:)' |
        unknown "$commands help man completion complete"
)" ""
is "devices that pages name" "$(scraped 'scanlab [^|;&#]*?-d ([a-z0-9]+)' | unknown "$devices")" ""
is "monoids that pages name" "$(scraped 'scanlab [^|;&#]*?-m ([a-z0-9_]+)(?![\w./-])' | unknown "$monoids")" ""
for kind in predicate key product map; do
    is "${kind}s that pages name" "$(
        scraped "scanlab [^|;&#]*?--${kind}[ =]([a-z0-9_]+)(?![\\w./-])" |
            unknown "$(section "${kind^}s" | all_words)"
    )" ""
done
is "applications of the newest changes" "$(sed -n 's/.*application `\([a-z_0-9]*\)`.*/\1/p' "$work/CHANGELOG.md" |
    unknown "$applications")" ""
if [ -x "$scanviz" ]; then
    is "stories that pages name" "$(scraped 'scanviz [^|;&#]*?--story[ =]([a-z-]+)' | unknown "$stories")" ""
fi

# Variants and settings: some device accepts each. In `make check` each fourth.
is "variants that pages name" "$(
    scraped '\b([a-z][a-z_0-9]+:[a-z][a-z_0-9=]*(?:,[a-z][a-z_0-9=]*)*)(?![\w.=,:/-])' |
        awk 'NR == FNR { known[$1] = 1; next } { name = $NF; sub(/:.*/, "", name) }
            name in known && !($NF in seen) { seen[$NF] = 1; print $NF }' \
            <("$scanlab" list --names --applications) - |
        while read -r name; do
            taken 4 || continue
            for device in cpu simt; do
                run "$scanlab" run "$name" -d $device -n 8 -q && break
            done
            [ "$code" -ne 2 ] || echo "$name: $err"
        done
)" ""

# ------------------------------------------------------------------------ numbers

# count NOUN: the right number.
count() {
    case $1 in
    scans | algorithms) wc -l <<<"$names" ;;
    applications) wc -l <<<"$applications" ;;
    examples) wc -l <<<"$examples" ;;
    monoids) wc -l <<<"$monoids" ;;
    labs) wc -l <<<"$labs" ;;
    lectures) wc -l <<<"$lectures" ;;
    stories) wc -l <<<"$stories" ;;
    esac
}
# A number from eight on means all of them; "two labs" need not.
large=$(IFS='|' && echo "${words[*]:8}")
is "numbers that pages give" "$(
    grep -ioE "\b($large|[0-9]+) (scans|algorithms|applications|examples|monoids|labs|lectures|stories)\b" \
        "${pages[@]}" | sed 's/:\([^:]*\) \([a-z]*\)$/:\1:\2/' | while IFS=: read -r page number noun; do
            want=$(count "${noun,,}")
            case ${number,,} in
            "$want" | "${words[want]}" | [0-7]) ;;
            *) echo "$page: $number $noun, there are $want" ;;
            esac
        done
)" ""

done_testing
