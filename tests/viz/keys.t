#!/bin/bash
# keys.t - each key does in a real window what the help says, as far as it can
# be seen. Those of --live and --with: live_keys.t.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/window.sh

# A run that asks nothing.
grep -v '^ "story": ' viz/stories/deep.json >"$work/deep.json"
ok "a window opens" opens deep.json --at 60%
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

changes "d: what a tile decides" d
returns "d: not any more" d tiles
changes "s: a remark for the speaker" s
returns "s: not any more" s tiles
returns "c: there is no second trace" c tiles

# A bookmark at the start is below the bar's end; one more, later on.
changes "b: a bookmark" b
keep marked
changes "PgDn: on" Next
changes "b: another one" b
changes "[: to the one before" bracketleft
keep first
changes "]: to the one after" bracketright
keep second
returns "]: there is no other" bracketright second
returns "[: to the first again" bracketleft first
changes "b: takes it away" b
changes "]: to the other" bracketright
changes "b: takes it away too" b
returns "Home: none is left" Home tiles

# Faster and slower is seen by how far it plays. Four steps up, and it is at the
# end soon; the usual speed is not shown beside the bar.
# By the run's clock, that is: by event each sentence takes its time.
press k
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
xdotool mousemove 300 340 # a tile
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
# The command makes the same picture.
read -ra command < <(sed 's/--export .*//' "$work/said")
run env -C "$work" "$(realpath "$scanviz")" "${command[@]:1}" --export again.png
is "e: the command: exit" "$code$err" 0
ok "e: the command makes that picture" cmp "$work/again.png" \
    "$work/scanviz-1.png"
ok "e: the window stays" equals before tiles

# Others do nothing.
for key in z F5; do
    press "$key"
done
settle "$work/before"
ok "other keys" equals before tiles

# Buttons, at the left of the bar: 800x450 in the
# middle of the screen.
button() { # NAME X
    xdotool mousemove $((240 + $2)) $((135 + 438)) click 1
    xdotool mousemove 1279 719
    settle "$work/before"
    ok "button: $1" differs before "$3"
}
button "the next event" 60 tiles
keep stepped
button "the event before" 22 stepped
button "another scene" 140 tiles
keep another
press 1
returns "1: tiles again, at the beginning" Home tiles
changes "Tab: the next scene" Tab
returns "1: tiles" 1 tiles

quits "q: exit"

# Without arguments: the stories.
ok "the stories" opens
settle "$work/before"
keep menu
changes "Down: the next story" Down
keep listed
changes "Enter: it opens" Return
keep story
changes "Space is no key of the list any more: Right" Right
returns "m: the stories again" m listed
changes "q: none" Up
quits "q in the list: exit"

# The film.
ok "the film" opens --film lookback --at 30%
settle "$work/before"
keep film
changes "film, Right: to the end of the sentence" Right
changes "film, l: dark" l
changes "film, l: light" l
keep both
returns "film, c: it is made of both runs" c both
changes "film, Home" Home
rm -f "$work"/scanviz-*.png
press e
settle "$work/before"
read -ra command < <(sed 's/--export .*//' "$work/said")
run "$scanviz" "${command[@]:1}" --export "$work/again.png"
is "film, e: the command: exit" "$code$err" 0
has "film, e: the command" "${command[*]}" "scanviz --film lookback --at 0 "
ok "film, e: the command makes that picture" cmp "$work/again.png" "$work/scanviz-1.png"
changes "film, m: the stories" m
changes "film, Enter: one of them" Return
quits "q: exit after the film"

ok "a window opens again" opens deep.json --at 60%
settle "$work/before"
ok "the same view, the same window" equals before start
quits "q: exit again"
done_testing
