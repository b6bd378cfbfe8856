#!/bin/bash
# display.t - where no display answers scanviz says so at once, and does not
# wait for one; without arguments it helps.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

# lacks_display NAME WORDS VARIABLE=VALUE...: exit 3, in one line; timeout(1)
# would end it with 124.
lacks_display() {
    local name=$1 words=$2
    shift 2
    refuses "$name" 3 "$words" env "$@" timeout -k 5 30 \
        "$scanviz" --story deep
    has "$name: what to do" "$err" "--export FILE.png writes a picture"
}

lacks_display "no DISPLAY" "neither DISPLAY nor WAYLAND_DISPLAY is set" A=b
lacks_display "empty names" "neither DISPLAY nor WAYLAND_DISPLAY is set" \
    DISPLAY= WAYLAND_DISPLAY=
lacks_display "no server" "no X server answers at DISPLAY=$work/none" \
    DISPLAY="$work/none"
lacks_display "no display of that number" "answers at DISPLAY=:54321" \
    DISPLAY=:54321
lacks_display "nonsense" "answers at DISPLAY=nonsense" DISPLAY=nonsense

no_compositor="no Wayland compositor answers SDL at WAYLAND_DISPLAY="
lacks_display "no compositor" "${no_compositor}none" \
    WAYLAND_DISPLAY=none XDG_RUNTIME_DIR="$work"
lacks_display "no compositor, and no folder for it" "${no_compositor}none" \
    -u XDG_RUNTIME_DIR WAYLAND_DISPLAY=none
lacks_display "neither" \
    "no X server answers at DISPLAY=:54321, and ${no_compositor}none" \
    DISPLAY=:54321 WAYLAND_DISPLAY=none XDG_RUNTIME_DIR="$work"

# A server that takes the connection, and hangs.
perl -MIO::Socket::UNIX -e '
    my $listener = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 9)
        or die $!;
    sleep 60;' "$work/hangs" &
hanging=$!
for _ in $(seq 100); do
    [ -S "$work/hangs" ] && break
    sleep 0.1
done
ok "a server that hangs is there" test -S "$work/hangs"
lacks_display "a server that hangs" "no X server answers at" \
    DISPLAY="$work/hangs"
lacks_display "a compositor that hangs" "${no_compositor}hangs" \
    WAYLAND_DISPLAY=hangs XDG_RUNTIME_DIR="$work"
lacks_display "both hang" "and $no_compositor$work/hangs" \
    DISPLAY="$work/hangs" WAYLAND_DISPLAY="$work/hangs" XDG_RUNTIME_DIR="$work"
ok "it was still there" kill "$hanging"
wait "$hanging" 2>/dev/null

# No display is asked for where none is needed.
run env DISPLAY="$work/none" "$scanviz" --story deep -e "$work/look.png"
is "a picture needs none: exit" "$code$err" 0

run "$scanviz"
is "without arguments: exit" "$code$out" 2
has "without arguments: a trace" "$err" "scanviz TRACE.json"
has "without arguments: the stories" "$err" "scanviz --story"
has "without arguments: the help" "$err" "--help"
run env DISPLAY="$work/none" "$scanviz"
has "without arguments, with a dead display" "$code$err" "2scanviz: name a trace"

done_testing
