# shellcheck shell=bash disable=SC2154  # $scanlab: of tap.sh
# viewer.sh - what tests of scanviz begin with. Sourced after tap.sh:
#
#     $scanviz                  the program; where it is not built, the test is
#                               skipped
#     size_of FILE              of a PNG, by its header: 800x450
#     differ NAME FILE FILE     passes when the two pictures, in $work, differ
#
# There is no display; window.sh makes one.
scanviz=${scanlab%/*}/scanviz
if [ ! -x "$scanviz" ]; then
    skip "scanviz" "it is not built: SDL2 or cairo is missing"
    done_testing
fi
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER

size_of() {
    od -An -tu1 -j16 -N8 "$1" |
        awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'
}

differ() {
    ok "$1" bash -c '! cmp -s "$1" "$2"' _ "$work/$2" "$work/$3"
}
