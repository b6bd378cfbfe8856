# shellcheck shell=bash
# window.sh - a window of scanviz in Xvfb, and keys that are pressed in it.
# Sourced after tap.sh; skips the test where it cannot be.
#
#     opens OPTION...      starts scanviz; $viewer is its process
#     press KEY            as xdotool calls it
#     settle FILE          waits until the screen stays the same, and keeps it
#     changes NAME KEY     another picture than `before`, which it is then
#     returns NAME KEY AS  the picture that was kept as AS
#     keep AS
#     quits NAME
#
# Xvfb keeps its screen in a file: what is shown is read from there.
. tests/viz/viewer.sh
if [ -z "$(command -v Xvfb)" ] || [ -z "$(command -v xdotool)" ]; then
    skip "the window" "no Xvfb, or no xdotool"
    done_testing
fi

mkdir "$work/screen"
timeout 300 Xvfb -displayfd 3 -screen 0 1280x720x24 -fbdir "$work/screen" \
    3>"$work/display" >/dev/null 2>&1 &
server=$!
viewer=
trap 'kill $server $viewer 2>/dev/null; wait; rm -rf "$work"' EXIT
for _ in $(seq 600); do
    [ -s "$work/display" ] && break
    sleep 0.1
done
DISPLAY=:$(cat "$work/display")
export DISPLAY
for _ in $(seq 600); do # on a busy machine it answers later
    xdotool getmouselocation >"$work/mouse" 2>&1 && break
    sleep 0.1
done

# In a folder of its own: `e` writes a picture there.
opens() {
    local path
    path=$(realpath "$scanviz")
    (cd "$work" && exec timeout -k 5 120 "$path" --size 800x450 "$@") \
        >"$work/said" 2>&1 &
    viewer=$!
    for _ in 1 2 3; do
        window=$(timeout 20 xdotool search --sync --name scanviz | head -1)
        [ -z "$window" ] || break
        sleep 1
    done
    [ -n "$window" ] || return 1
    xdotool mousemove 1279 719 # out of the way
    sleep 1                    # until it is drawn
}

screen() { cp "$work/screen/Xvfb_screen0" "$1"; }

# Waits until the screen stays the same for a moment, and keeps it.
settle() {
    local tries
    screen "$work/one"
    for tries in $(seq 50); do
        sleep 0.1
        screen "$work/two"
        cmp -s "$work/one" "$work/two" && [ "$tries" -gt 2 ] && break
        mv "$work/two" "$work/one"
    done
    cp "$work/one" "$1"
}

press() { timeout 20 xdotool key --window "$window" "$1"; }

differs() { ! cmp -s "$work/$1" "$work/$2"; }
equals() { cmp -s "$work/$1" "$work/$2"; }

# changes NAME KEY: another picture; it is `after` then.
changes() {
    press "$2"
    settle "$work/after"
    ok "$1" differs before "after"
    cp "$work/after" "$work/before"
}
# returns NAME KEY AS: the picture that was kept as AS.
returns() {
    press "$2"
    settle "$work/before"
    ok "$1" equals before "$3"
}
keep() { cp "$work/before" "$work/$1"; }

# The window goes with it. On a busy machine a key can be lost between xdotool
# and the window: pressed again, as a person would.
quits() {
    local tries
    for tries in 1 2 3 4; do
        press q 2>/dev/null
        timeout 10 tail --pid="$viewer" -f /dev/null && break
        printf '# q was pressed %d times\n' "$tries"
    done
    wait "$viewer"
    is "$1" "$?" 0
    viewer=
}
