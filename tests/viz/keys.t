#!/bin/bash
# keys.t - each key does in a real window what the help says, as far as it can
# be seen. Xvfb keeps its screen in a file: what is shown is read from there.
. "$(dirname "$0")/../end_to_end/tap.sh"

scanviz=${scanlab%/*}/scanviz
if [ ! -x "$scanviz" ]; then
    skip "scanviz" "it is not built: SDL2 or cairo is missing"
    done_testing
fi
if [ -z "$(command -v Xvfb)" ] || [ -z "$(command -v xdotool)" ]; then
    skip "the window" "no Xvfb, or no xdotool"
    done_testing
fi
unset WAYLAND_DISPLAY SDL_VIDEODRIVER

mkdir "$work/screen"
timeout 300 Xvfb -displayfd 3 -screen 0 1280x720x24 -fbdir "$work/screen" \
    3>"$work/display" >/dev/null 2>&1 &
server=$!
viewer=
trap 'kill $server $viewer 2>/dev/null; wait; rm -rf "$work"' EXIT
for _ in $(seq 100); do
    [ -s "$work/display" ] && break
    sleep 0.1
done
DISPLAY=:$(cat "$work/display")
export DISPLAY

# In a folder of its own: `e` writes a picture there.
opens() {
    local path=$1
    (cd "$work" && exec timeout 120 "$path" --story deep --size 800x450 \
        --at 60%) >"$work/said" 2>&1 &
    viewer=$!
    window=$(timeout 20 xdotool search --sync --name scanviz | head -1)
    [ -n "$window" ] || return 1
    xdotool mousemove 1279 719 # out of the way
    sleep 1                    # until it is drawn
}
ok "a window opens" opens "$(realpath "$scanviz")"

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
    cp "$work/two" "$1"
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

settle "$work/before"
keep start

changes "Right: the next event" Right
keep next
changes "Right: one more" Right
returns "Left: the one before" Left next
changes "PgDn: the next phase" Next
changes "PgUp: the one before" Prior
changes "End" End
keep end
changes "Home" Home
keep home
returns "End again" End end
returns "Home again" Home home

keep tiles
changes "2: the second scene" 2
keep two
changes "3: the third scene" 3
returns "1: the first" 1 tiles
returns "2: the second again" 2 two
returns "and back" 1 tiles

changes "l: dark" l
returns "l: light" l tiles
changes "p: for a projector" p
returns "p: not any more" p tiles
changes "?: the keys" question
returns "Esc: they are gone" Escape tiles
changes "h: the keys as well" h
returns "h: gone" h tiles

# Faster and slower is seen by how far it plays. Four steps up, and it is at the
# end soon; the usual speed is not shown beside the bar.
press Up
press Up
press Up
press Up
changes "Up, Space: plays to the end" space
sleep 3
for _ in 1 2 3 4; do
    press Down
done
settle "$work/before"
ok "Up, Space: to the end" equals before end
for _ in 1 2 3 4; do
    press Down
done
press Home
settle "$work/before"
press space
sleep 1
screen "$work/playing"
ok "Down, Space: plays, slowly" differs before playing
press space
settle "$work/before"
keep paused
sleep 0.5
settle "$work/before"
ok "Space: pauses" equals before paused
ok "it is not at the end" differs before end
for _ in 1 2 3 4; do
    press Up
done

# ------------------------------------------------------------------ the mouse

press Home
press 1
settle "$work/before"
ok "before the mouse" equals before tiles
xdotool mousemove 300 200 # a tile
settle "$work/before"
ok "hover: tells of a tile" differs before tiles
keep hovered
xdotool click 4
settle "$work/before"
ok "wheel: larger" differs before hovered
press 0
settle "$work/before"
ok "0: fits again" equals before hovered
xdotool click 1
xdotool mousemove 1279 719
settle "$work/before"
ok "click: follows a tile" differs before tiles
returns "Esc: lets it go" Escape tiles

press e
settle "$work/before"
ok "e: writes the view" test -s "$work/scanviz-1.png"
has "e: says how" "$(cat "$work/said")" "--export scanviz-1.png"
ok "e: the window stays" equals before tiles

# Others do nothing.
for key in z F5 Tab; do
    press "$key"
done
settle "$work/before"
ok "other keys" equals before tiles

press q 2>/dev/null # the window goes with it
wait $viewer
is "q: exit" "$?" 0
viewer=

ok "a window opens again" opens "$(realpath "$scanviz")"
settle "$work/before"
ok "the same view, the same window" equals before start
press q 2>/dev/null # the window goes with it
wait $viewer
is "q: exit again" "$?" 0
viewer=
done_testing
