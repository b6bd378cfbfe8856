#!/bin/bash
# readme.t - the commands of the first page work, and print what it says.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

# As from the root of a clone: the page's files are made elsewhere.
root=$PWD
house=$work/clone
mkdir "$house"
for part in algorithms harness viz; do
    ln -s "$root/$part" "$house/$part"
done
printf '#!/bin/bash\nSCANLAB_HOME="%s" exec -a "$0" "%s" "$@"\n' "$root" "$scanlab" \
    >"$house/scanlab"
chmod +x "$house/scanlab"
[ ! -x "$(dirname "$scanlab")/scanviz" ] ||
    ln -s "$(dirname "$scanlab")/scanviz" "$house/scanviz"
cd "$house" || exit 1
page_files "$root/README.md"
ok "it shows a monoid" test -s gcd.h

# Small sizes, short times; the rows of a bench are compared by their names.
page_change() {
    local command=$1
    case $command in
    './scanviz '*) [ -x scanviz ] && [ -n "$(command -v ffmpeg)" ] || return 0 ;;
    './scanlab plot cycles.csv'*) ! $page_no_gpu || return 0 ;;
    './scanlab bench '*)
        command=$(sed -E 's/--time-limit [0-9]+[sm]/--time-limit 1s/
            s/2\^10\.\.2\^24/2^10,2^12/; s/-n 2\^24/-n 2^16/' <<<"$command")
        ;;
    esac
    echo "$command"
}
page_filter() {
    case $1 in
    './scanlab bench '*) sed -n 's,^  \([a-z_]*\).*GB/s.*,\1,p' | sort ;;
    *) cat ;;
    esac
}
page_try "$root/README.md"
ok "and what they leave is there" \
    test -s lookback-trace.json -a -s charts/throughput-add_i32.gp
[ ! -x scanviz ] || [ -z "$(command -v ffmpeg)" ] ||
    ok "a film" test -s look.gif

done_testing
