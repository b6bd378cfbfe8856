# shellcheck shell=bash disable=SC2154  # $scanlab and $work: of tap.sh
# again.sh - the commands that a finding prints, typed as they are printed. Sourced
# after tap.sh:
#
#     see_again NAME         after `run` of a verify that found something: the line
#                            `Reproduce` gives the same finding, and the line
#                            `View` a trace of it, of which scanviz draws a
#                            picture. In `make check` only the second is typed,
#                            since it begins with the first
#
# They are typed in a separate folder, where ./scanviz writes picture.png and
# text.txt instead of opening a window; in `make check-all` it is built with
# AddressSanitizer.

_make_folder() {
    local entry viewer=${scanlab%/*}/scanviz
    mkdir -p "$_typing/bin"
    ln -s "$scanlab" "$_typing/bin/scanlab"
    for entry in "$PWD"/*; do # files are named from the root
        ln -s "$entry" "$_typing"
    done
    rm -f "$_typing/scanviz"
    [ -x "$viewer" ] || return 0
    if thorough; then
        viewer=$PWD/$BUILD/asan-viz/scanviz
        # One test at a time builds it.
        flock "$BUILD" make -s BUILD="$BUILD/asan-viz" \
            SANITIZE=address,undefined \
            CFLAGS="-O1 -g1 -Wno-format-truncation" \
            "$BUILD/asan-viz/scanviz" >"$work/.make" 2>&1
    fi
    # Fonts stay in memory at the end.
    cat >"$_typing/scanviz" <<END
#!/bin/bash
unset DISPLAY WAYLAND_DISPLAY
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1
'$viewer' "\$1" --dump >text.txt && '$viewer' "\$1" --export picture.png
END
    chmod +x "$_typing/scanviz"
}

# Runs LINE in that folder.
_type() { # LINE
    _typing=$work/typing
    [ -d "$_typing" ] || _make_folder
    rm -f "$_typing"/*.json "$_typing"/*.png "$_typing"/text.txt
    # shellcheck disable=SC2016  # $2: of that bash
    PATH=$_typing/bin:$PATH run timeout 120 bash -c 'cd "$1" && eval "$2"' _ \
        "$_typing" "$1"
}

# Prints the first finding in a text, without kind, place, carry and pattern: no
# option of verify chooses these, and another one can come first, in which an
# element that one kind stores is first passed to op(). Bits of elements differ
# between processes, and a lab names a file without its folder.
_finding() {
    local case
    case=$(sed -n '/^  Case: */{s///p;q}' <<<"$1")
    grep -m 1 -E ' (WRONG|NOT JUDGED)[.] ' <<<"${1//"$work/"/}" | sed -E "
        s/^[a-z_0-9]+ +(WRONG|NOT JUDGED)[.] /${case//\//\\/}: /" | sed -E '
        s/, arrays misaligned//
        s/, (in|ex)clusive( in place)?( after a carry)?( \(element 0\))?, n = /, n = /
        s/, [a-z ]+ (kept|flagged|keys), n = /, n = /
        s/; with different bits in the same elements .*//
        s/was computed from memory that (holds no element) of this run/\1/'
}

# True for the same finding, also of another kind: its elements have other numbers.
_is_same() { # FINDING FINDING
    [ "${1%%: *}" = "${2%%: *}" ] || return 1
    [ "$1" != "$2" ] || return 0
    [ "$(tr -s 0-9 N <<<"$1")" = "$(tr -s 0-9 N <<<"$2")" ]
}

_check_same() { # NAME FINDING LINE
    local now
    now=$(_finding "$out")
    if [ -n "$2" ] && _is_same "$2" "$now"; then
        _pass "$1"
    else
        _fail "$1" "typed: $3" "got: ${now:-$out$err}" "want: $2"
    fi
}

_check_picture() { # NAME LINE
    if [ ! -x "$_typing/scanviz" ] && [[ $2 == *./scanviz* ]]; then
        skip "$1" "no scanviz"
    elif [ -s "$(echo "$_typing"/*.png)" ]; then
        _pass "$1"
    else
        _fail "$1" "typed: $2" "exit $code" "$err"
    fi
}

see_again() { # NAME
    local name=$1 finding again look
    finding=$(_finding "$out")
    again=$(sed -n 's/^  Reproduce: //p' <<<"$out")
    look=$(sed -n 's/^  View: *//p' <<<"$out")
    [ -n "$again" ] || return 0 # nothing was run
    if [ -z "$look" ] || thorough; then
        _type "$again"
        _check_same "$name: seen again" "$finding" "$again"
        is "$name: exit, again" "$code" 1
    fi
    [ -n "$look" ] || return 0
    is "$name: how to look at it" "${look%% --trace *}" "$again"
    _type "$look"
    _check_same "$name: seen while it is recorded" "$finding" "$look"
    _check_picture "$name: looked at" "$look"
}
