#!/bin/bash
# sources.t - SOURCES.md: each row of the five texts names a command, and it runs.
. "$(dirname "$0")/../end_to_end/tap.sh"

page=algorithms/SOURCES.md
root=$PWD

# A folder in which ./scanlab, ./scanviz and results/ are found, and that may be
# written to.
mkdir "$work/house"
printf '#!/bin/bash\nSCANLAB_HOME="%s" exec -a "$0" "%s" "$@"\n' "$root" "$scanlab" \
    >"$work/house/scanlab"
chmod +x "$work/house/scanlab"
ln -s "$root/$BUILD/scanviz" "$root/results" "$root/algorithms" "$work/house"

is "five texts" "$(grep -c '^## ' $page)" 5
rows=0
while IFS= read -r row; do
    [[ $row != '| in the text |'* && $row != '| --- |'* ]] || continue
    there=$(cut -d'|' -f2 <<<"$row")
    command=$(sed -n 's/.*| `\(\.\/scan[^`]*\)` |$/\1/p' <<<"$row")
    rows=$((rows + 1))
    if [ -z "$command" ]; then
        _fail "$there: a command" "$row"
        continue
    fi
    [[ $command != ./scanviz* || -x $BUILD/scanviz ]] || continue
    [[ $command != *' plot '* || -n $(command -v gnuplot) ]] || continue
    run timeout 120 bash -c "cd $(printf %q "$work/house") && $command"
    is "$there:$command" "$code" 0
done < <(grep '^|' $page)
ok "it has the rows of all texts" test "$rows" -gt 75

done_testing
