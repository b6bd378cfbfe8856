#!/bin/bash
# install.t - make install into an empty folder, the installed program from
# another folder, its manual pages, and make uninstall.
. "$(dirname "$0")/../end_to_end/tap.sh"

if [ ! -x scanlab ]; then
    echo "1..0 # Skip no ./scanlab: make first"
    exit 1
fi
root="$work/a root"
usr=$root/usr
export XDG_CACHE_HOME="$work/cache"

# put WORD...: make WORD, with what was built taken as it is.
put() {
    make -o all -o scanlab -o scanviz "$@" DESTDIR="$root" PREFIX=/usr
}
lie() {
    find "$root" 2>/dev/null | sort
}

ok "make install" put install
is "it says nothing" "$out$err" ""
mkdir "$work/elsewhere"
for device in cpu simt; do
    run sh -c 'cd "$1" && "$2" run lookback -n 8 -d "$3" --quiet -o x.npy &&
        test -s x.npy' - "$work/elsewhere" "$usr/bin/scanlab" $device
    is "the installed program on $device, from another folder" \
        "$code$out$err" 0
done
ok "its verify" sh -c 'cd "$1" && "$2" verify kogge_stone -n 5 --bytes 4' - \
    "$work/elsewhere" "$usr/bin/scanlab"
run sh -c 'cd "$1" && "$2" example tokens' - "$work/elsewhere" "$usr/bin/scanlab"
has "its examples find their own files" "$out" "/* tokens.c - "
ok "a home by a name that begins here" sh -c 'cd "$1" &&
    SCANLAB_HOME=scanlab XDG_CACHE_HOME="$3" "$2" run kogge_stone -n 5 -q' - \
    "$usr/share" "$usr/bin/scanlab" "$work/new"
has_mpi && ok "and by two ranks" sh -c 'cd "$1" && mpirun -n 2 "$2" run lookback -n 8 -q' - \
    "$work/elsewhere" "$usr/bin/scanlab"
ok "its list" "$usr/bin/scanlab" list
is "labs are installed without solutions" \
    "$(cd "$usr/share/scanlab" && find lectures -type f 2>/dev/null | sort)" \
    "$(find lectures -path '*/labs/*' -type f ! -path '*/teacher/*' | sort)"
if [ -d "$usr/share/scanlab/lectures" ]; then
    ok "and listed from another folder" sh -c 'cd "$1" && "$2" lab list' - \
        "$work/elsewhere" "$usr/bin/scanlab"
fi

# A student without a clone: `lab start` writes a complete folder. Links lead to files of
# the folder, and the sheet's commands run there.
PATH=$usr/bin:$PATH
leads() { # PAGE: each link that leads nowhere
    (cd "${1%/*}" && grep -o ']([^)]*)' "$1" | sed 's/^](//; s/[)#].*//' |
        while read -r to; do
            [[ -z $to || $to == *://* || -e $to ]] || echo "${1##*/}: $to"
        done)
}
# A finding, typed as it is printed: in a folder of one's own there is no ./scanviz.
if [ -e "$usr/bin/scanviz" ]; then
    sed '/\[2\]/d' algorithms/kogge_stone/kernel.cu >"$work/elsewhere/mine.cu"
    look_at() { # COMMAND: its line `View`, with a picture in place of a window
        run sh -c 'cd "$1" && $2' - "$work/elsewhere" "$1"
        looks=$(printf "%s\n" "$out" "$err" | sed -n "s/^  View: *//p")
        run sh -c 'cd "$1" && rm -f x.png && eval "$2"; test -s x.png' - \
            "$work/elsewhere" "$looks --export x.png"
        is "$1: how to look at it, typed" "$code" 0
    }
    look_at "scanlab verify kogge_stone:block=32 -n 3 --source mine.cu"
    look_at "scanlab verify kogge_stone:block=32 -n 3 --source mine.cu --trace t.json"
    look_at "scanlab run kogge_stone:block=32 -n 3 --source mine.cu --trace t.json"
    look_at "scanlab trace kogge_stone:block=32 -n 3 -o t.json"
else
    skip "findings away from the clone" "scanviz is not built"
fi
try=0
for lab in $(scanlab lab list | sed '1d; s/ .*//'); do
    mine=$work/started/$lab
    mkdir -p "$work/started"
    run scanlab lab start "$lab" "$mine"
    has "$lab: started" "$code$out" "0"
    has "$lab: the next command" "$out" "  then       scanlab lab check $lab '$mine/$lab."
    is "$lab: links" "$(leads "$mine/README.md"; leads "$mine/GLOSSARY.md")" ""
    lacks "$lab: no path of a clone" "$(cat "$mine/README.md")" "lectures/"
    lacks "$lab: nor of its program" "$(cat "$mine/README.md")" "./scanlab"
    thorough || [ $((try++)) = 0 ] || continue
    while read -r command; do
        [[ $command != *" start "* && $command != *double.cu* ]] || continue
        run bash -c 'cd "$1" && eval "$2"' - "$mine" "$command"
        ok "$lab: $command" test "$code" -lt 2
    done < <({
        sed -nE 's/^ *((scanlab|echo) .*)/\1/p' "$mine/README.md"
        grep -o '`scanlab [^`]*`' "$mine/README.md" | tr -d '`'
    } | awk '!met[$0]++')
done
rm -rf "${work:?}/cache"

# ------------------------------------------------------------- manual pages

pages=$usr/share/man/man1
is "a page for scanlab and for each command" \
    "$(cd "$pages" && echo scanlab*.1)" \
    "$(for c in '' -bench -example -explore -lab -list -measure -plot -run -trace -verify; do
        echo "scanlab$c.1"
    done | sort | tr '\n' ' ' | sed 's/ $//')"
if command -v groff >/dev/null; then
    for page in "$pages"/*.1; do
        is "groff has nothing to say of $(basename "$page")" \
            "$(groff -ww -man -Tascii "$page" 2>&1 >/dev/null)" ""
    done
else
    skip "the pages in groff" "no groff"
fi
if command -v man >/dev/null && man -l "$pages/scanlab.1" >/dev/null 2>&1; then
    for page in "$pages"/*.1; do
        is "nor man of $(basename "$page")" \
            "$(man --warnings -l "$page" 2>&1 >/dev/null)" ""
    done
    text=$(MANWIDTH=80 man -l "$pages/scanlab-run.1" 2>/dev/null | col -b)
    # Every option of --help is in the page, with what it says.
    missing=$("$scanlab" run --help | grep -o -- '--[a-z-]*' | sort -u |
        while read -r option; do
            grep -q -- "$option" <<<"$text" || echo "$option"
        done)
    is "every option of run --help is in its page" "$missing" ""
    has "and the example" "$text" "Example: echo 3 1 7 0 4 1 6 3 | scanlab run"
else
    skip "the pages in man" "no man that shows them"
fi
# The same of the viewer, whose page is made from its --help.
if [ -e "$usr/bin/scanviz" ]; then
    is "every option of scanviz --help is in its page" \
        "$(sed -n '/^\\fB/s/\\f.\|\\//gp' "$pages/scanviz.1" |
            grep -o -- '--[a-z]*' | sort -u)" \
        "$("$usr/bin/scanviz" --help | grep -o '^ .*' |
            grep -o -- '--[a-z]*' | sort -u)"
    has "and what it says of it" "$(cat "$pages/scanviz.1")" \
        "write a picture (.png, .svg, .pdf), a film"
else
    skip "the page of scanviz" "scanviz is not built"
fi
is "scanlab man run prints what is installed" \
    "$("$scanlab" man run)" "$(cat "$pages/scanlab-run.1")"
refuses "a page of no command" 2 "no command 'rum'" "$scanlab" man rum
refuses "pages for a folder that is not there" 2 "nowhere" \
    "$scanlab" man -o "$work/nowhere"
for file in bash-completion/completions/scanlab \
    zsh/site-functions/_scanlab fish/vendor_completions.d/scanlab.fish; do
    is "completion is installed: $file" "$(cat "$usr/share/$file")" \
        "$("$scanlab" completion "${file%%[-/]*}")"
done

# --------------------------------------------------------------- and away

before=$(lie)
ok "make install once more" put install
is "leaves the same files" "$(lie)" "$before"
echo mine >"$usr/share/scanlab/mine.txt"
ok "make uninstall" put uninstall
is "leaves a file of one's own, and its folders" "$(lie)" \
    "$(printf '%s\n' "$root" "$usr" "$usr/share" "$usr/share/scanlab" \
        "$usr/share/scanlab/mine.txt")"
run put uninstall
is "twice: exit" "$code" 2
has "and why" "$err" "nothing of scanlab is installed in $usr"
rm -r "$root"
ok "make install, to go whole" put install
ok "make uninstall, whole" put uninstall
is "leaves nothing" "$(lie)" ""
mkdir -p "$usr/share/man" "$usr/bin"
: >"$usr/bin/other"
before=$(lie)
ok "make install beside others" put install
ok "make uninstall beside others" put uninstall
is "leaves what was there, empty folders too" "$(lie)" "$before"

done_testing
