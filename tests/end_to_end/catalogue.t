#!/bin/bash
# catalogue.t - the table of algorithms/README.md says what the registry says.
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
    memory=$(sed -n 's/^ *memory besides in and out: //p' <<<"$entry" | head -1)
    source=$(sed -n 's/^      source: //p' <<<"$entry")
    is "$name: work" "$(column "$(number work)" "$row")" "$work_"
    is "$name: depth" "$(column "$(number depth)" "$row")" "$depth"
    is "$name: traffic" "$(column "$(number traffic)" "$row")" "$traffic"
    [ -z "$(number memory)" ] ||
        is "$name: memory" "$(column "$(number memory)" "$row")" "$memory"
    [ -z "$(number source)" ] ||
        is "$name: source" "$(column "$(number source)" "$row")" "$source"
done

done_testing
