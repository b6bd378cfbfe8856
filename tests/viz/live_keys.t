#!/bin/bash
# live_keys.t - in a real window, the keys of --live, each of which makes a run
# anew, and `c` for the second trace. What was run is told by `e`: it prints the
# command.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/window.sh

scan=lookback:block=4,items=1,window=4
ok "a window opens" opens --live $scan -n 64

# said: the command that `e` prints, up to the time. By then all keys before it
# have been taken, and a run is made.
said() {
    local lines
    lines=$(wc -l <"$work/said")
    press e
    for _ in $(seq 100); do
        [ "$(wc -l <"$work/said")" -gt "$lines" ] && break
        sleep 0.1
    done
    tail -1 "$work/said" | sed 's/ --at .*//'
}
# runs NAME KEY SCAN SETTINGS: it plays, so that one goes to its end.
runs() {
    press "$2"
    press End
    is "$1" "$(said)" "scanlab trace $3 -n 64 --schedule $4 -o live.json\
 && scanviz live.json --scene tiles"
    settle "$work/after"
    ok "$1: seen" differs before after
    cp "$work/after" "$work/before"
}

settle "$work/before"
has "as it began" "$(said)" "scanlab trace $scan -n 64 --schedule timed -o"
runs "o: another order" o $scan inorder
runs "n: a random one, the next seed" n $scan random:2
runs "n: and the next" n $scan random:3
runs "r: one block at a time" r $scan "random:3 --resident 1"
runs "r: two" r $scan "random:3 --resident 2"
runs "t: no tickets" t $scan,no_tickets "random:3 --resident 2"
runs "t: tickets" t $scan "random:3 --resident 2"
# Latency is of a machine's file, which the command does not have.
runs "y: slower memory" y $scan "random:3 --resident 2"
quits "q: exit"

# ------------------------------------------------------------------- a story

ok "a story opens" opens --story deep
settle "$work/before"
press z # the greeting goes
settle "$work/before"
changes "]: the first question" bracketright
keep question
changes "]: its answer" bracketright
keep answer
changes "s: what the speaker may say" s
returns "s: not any more" s answer
changes "]: the next question" bracketright
keep second
returns "[: the answer before" bracketleft answer
returns "[: its question" bracketleft question
sleep 1
settle "$work/before"
ok "it stays" equals before question
changes "Right: on, without it" Right
changes "[: back to the question" bracketleft
ok "is the same" equals before question
press Home
press k # by the clock of the run
press Up
press Up
press Up
press Up
press space
sleep 3
press Down
press Down
press Down
press Down
settle "$work/before"
ok "Space: plays to the first question, and no further" equals before question
quits "q: the story is closed"

# ------------------------------------------------------------- two at a time

trace() { # NAME VARIANT
    "$scanlab" trace "$scan$2" -n 64 --schedule timed -o "$work/$1.json"
}
ok "a trace" trace one ''
ok "another one" trace two ,chained
ok "a window of both opens" opens one.json --with two.json --at 50%
settle "$work/before"
press z # the greeting goes
settle "$work/before"
keep both
changes "c: one alone" c
keep one
returns "c: both again" c both
has "e: tells of both" "$(said)" "scanviz one.json --with two.json"
returns "c: and one" c one
lacks "e: tells of one" "$(said)" "--with"
quits "q: exit again"
done_testing
