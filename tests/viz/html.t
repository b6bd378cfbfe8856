#!/bin/bash
# html.t - the page that scanviz writes is one file, says what scanviz says, and
# keeps words of a trace from being markup or script. With a browser (chromium)
# it is opened, played by its keys and looked at without script.
. "$(dirname "$0")/../end_to_end/tap.sh"

scanviz=${scanlab%/*}/scanviz
if [ ! -x "$scanviz" ]; then
    skip "a page" "it is not built: SDL2 or cairo is missing"
    done_testing
fi
captions=$BUILD/tests/viz/say_captions

trace=$work/look.json
page=$work/look.html
run "$scanlab" trace lookback:block=32,items=1,window=4 -n 300 \
    --schedule random:3 -o "$trace"
is "a trace" "$code" 0

# count WORDS FILE: how often.
count() {
    grep -oF -e "$1" "$2" | wc -l
}

# field FILE EXPRESSION: of the page's data, which is $d there.
field() {
    perl -MJSON::PP -e '
        my ($file, $what) = @ARGV;
        open(my $in, "<", $file) or die;
        my $page = join "", <$in>;
        $page =~ m{<script type="application/json" id="data">(.*?)</script>}s
            or die "no data";
        our $d = JSON::PP->new->utf8->decode($1);
        binmode STDOUT, ":utf8";
        print join("\n", eval $what), "\n";
        die $@ if $@' "$1" "$2"
}

# Each caption with its time, put together from its pattern.
all_captions='map {
    my ($pattern, @numbers) = @{$_->[4]};
    my $line = $d->{words}[$pattern];
    $line =~ s/\x01/shift @numbers/ge;
    sprintf("%.17g %s", $_->[1], $line);
} grep { $_->[4] } @{$d->{events}}'

# --------------------------------------------------------------------- a page

run bash -c 'cd / && "$@"' _ "$scanviz" "$trace" -e "$page"
is "a page, from another folder" "$code$out$err" 0
ok "nothing else is left" test ! -e "$page.part"
ok "a page of HTML" bash -c 'head -c 15 "$1" | grep -qx "<!DOCTYPE html>"' _ \
    "$page"
for outside in 'http:' 'https:' 'src=' '<link' '<img' '<iframe' '@import' \
    'url(http' 'url(data' 'href="h' 'fetch(' 'XMLHttp' 'import('; do
    is "no $outside in it" "$(count "$outside" "$page")" 0
done
is "no script but its own" "$(count '<script' "$page")" 2
is "no blank is left" "$(count '{{' "$page")" 0
has "its head" "$(cat "$page")" "<h1><bdi>Decoupled look-back, inclusive scan"
has "and how it was run" "$(cat "$page")" \
    "<p><bdi>lookback:block=32,items=1,window=4 on simt, schedule random:3<"
has "a picture without script" "$(cat "$page")" '<svg viewBox="0 '
run "$scanviz" "$trace" -e "$work/again.html"
ok "the same trace, the same page" cmp -s "$page" "$work/again.html"

is "its tiles" "$(field "$page" 'scalar @{$d->{tile}}')" 10
is "its scenes" "$(field "$page" 'map { $_->{name} } @{$d->{scenes}}[0 .. 2]')" \
    "$(printf 'tiles\nlanes\nstatistics')"
for name in lookback:block=32,items=1,window=4 lookahead:block=32,items=1; do
    run "$scanlab" trace $name -n 300 -m affine_u32 -o "$work/other.json"
    run "$scanviz" "$work/other.json" -e "$work/other.html"
    field "$work/other.html" "$all_captions" >"$work/page.txt"
    "$captions" "$work/other.json" >"$work/own.txt"
    ok "$name has captions" test -s "$work/own.txt"
    ok "$name: they are those of scanviz" \
        diff "$work/page.txt" "$work/own.txt"
done
run "$scanlab" trace kogge_stone -n 40 -o "$work/other.json"
run "$scanviz" "$work/other.json" -e "$work/other.html"
is "a trace without tiles" "$code$out$err" 0
is "its captions" "$(field "$work/other.html" "$all_captions")" \
    "$("$captions" "$work/other.json")"

run "$scanlab" trace lookback:block=32,items=1,window=8 -n 2^15 \
    -o "$work/other.json"
run "$scanviz" "$work/other.json" -e "$work/other.html"
ok "a page of 1024 tiles is less than a megabyte" \
    test "$(wc -c <"$work/other.html")" -lt 1000000
is "it has no picture" "$(count '<svg' "$work/other.html")" 0

refuses "two traces" 2 "a page holds one trace" \
    "$scanviz" "$trace" --with "$trace" -e "$work/two.html"
refuses "no such folder" 1 "No such file" \
    "$scanviz" "$trace" -e "$work/none/look.html"
refuses "no room" 1 "File too large" \
    bash -c 'trap "" XFSZ; ulimit -f 16; "$@"' _ \
    "$scanviz" "$trace" -e "$work/full.html"
ok "no room: no page" test ! -e "$work/full.html" -a ! -e "$work/full.html.part"

# -------------------------------------------------------------- hostile words

# As JSON, and as they are.
json='</script><script>alert(1)</script><!--<script>\"'"'"'&amp;\u2028{{data}} 007'
json+=' 1234567890123456789'
words=$(printf '%b' \
    "</script><script>alert(1)</script><!--<script>\"'&amp;\342\200\250{{data}} 007")
words+=' 1234567890123456789'
hostile=$work/hostile.html
words=$json perl -pe '
    s{("(?:title|monoid|device|schedule|algorithm|variant)": *")[^"]*"}
     {$1$ENV{words}"};
    s{("name":")slot 0"}{$1$ENV{words}"};
    s{("value":")[^"]*"}{$1$ENV{words}"};
    s{("cat":"launch","name":")[^"]*"}{$1$ENV{words}"}' \
    "$trace" >"$work/hostile.json"
run "$scanviz" "$work/hostile.json" -e "$hostile"
is "hostile words: exit" "$code$out$err" 0
is "hostile words: no other script" "$(count '<script' "$hostile")" 2
is "hostile words: no script ends early" "$(count '</script' "$hostile")" 2
is "hostile words: no comment begins" "$(count '<!--' "$hostile")" \
    "$(count '<!--' "$page")"
is "hostile words: no line ends in a string" \
    "$(field "$hostile" '1' >/dev/null &&
        sed -n '/id="data"/,$p' "$hostile" | grep -c $'\342\200\250')" 0
is "hostile words: kept as they are" "$(field "$hostile" '$d->{rows}[0]')" \
    "$words"
is "hostile words: in captions" "$(field "$hostile" "$all_captions")" \
    "$("$captions" "$work/hostile.json")"

# A caption has room for so many bytes; a letter may take two.
long=$(printf '\303\251%.0s' $(seq 400)) perl -pe '
    s{("value":")[^"]*"}{$1$ENV{long}"}' "$trace" >"$work/long.json"
run "$scanviz" "$work/long.json" -e "$work/long.html" --scene lanes
is "a long value: exit" "$code$out$err" 0
is "a long value: the picture is whole" "$(count '<svg' "$work/long.html")" 1
ok "a long value: whole letters" iconv -f UTF-8 -t UTF-16 "$work/long.html"

# ------------------------------------------------------------------ a browser

browser=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome)
if [ -z "$browser" ]; then
    skip "in a browser" "no chromium"
    done_testing
fi

# visit FILE [HASH]: $out is the page after its script has run, $err what it
# has complained of.
visit() {
    local options=(--headless --disable-gpu --no-first-run
        --user-data-dir="$work/profile" --enable-logging=stderr
        '--window-size=1280,720' --virtual-time-budget=3000 --dump-dom)
    [ "$(id -u)" -ne 0 ] || options+=(--no-sandbox)
    run timeout -k 5 120 "$browser" "${options[@]}" \
        "file://${1// /%20}${2:+#$2}"
    err=$(grep CONSOLE <<<"$err")
}

# shown ID: the text of that element, in $out.
shown() {
    sed -n "s/.* id=\"$1\"[^>]*>\([^<]*\)<.*/\1/p" <<<"$out"
}

# said_at TIME: the last caption up to then.
said_at() {
    "$captions" "$trace" | awk -v at="$1" '
        $1 <= at { sub(/^[^ ]* /, ""); line = $0 } END { print line }'
}

duration=$(field "$page" '$d->{duration}')
visit "$page"
if [ "$code" -ne 0 ]; then
    skip "in a browser" "$browser does not run here"
    done_testing
fi
is "begins without a complaint" "$err" ""
for percent in 0 30 62 100; do
    visit "$page" "at=$percent%25"
    is "at $percent %" "$(shown caption)" \
        "$(said_at "$(awk "BEGIN { print $duration * $percent / 100 }")")"
done
for scene in tiles lanes statistics; do
    for theme in light dark projector; do
        visit "$page" "at=60%25&scene=$scene&theme=$theme"
        is "$scene, $theme" "$err" ""
        has "$scene, $theme: told" "$out" "aria-label=\"$scene, "
    done
done
visit "$hostile" "at=50%25"
is "hostile words: no complaint" "$err" ""
is "hostile words: two scripts" "$(count '<script' "$work/.out")" 2

# played JAVASCRIPT: $out is what `log` was given, line by line.
played() {
    perl -pe 'BEGIN { $script = shift @ARGV }
        s{</body>}{<script>
            const lines = [];
            const log = line => lines.push(line);
            function press_(key) {
                document.dispatchEvent(new KeyboardEvent("keydown", {key}));
                show(0);
            }
            function point(what, on, x, y) {
                const box = on.getBoundingClientRect();
                on.dispatchEvent(new PointerEvent(what, {bubbles: true,
                    clientX: box.left + box.width * x,
                    clientY: box.top + box.height * y}));
                show(0);
            }
            $script
            document.body.append(...lines.map(line => {
                const row = document.createElement("pre");
                row.textContent = line;
                return row;
            }));
            </script></body>}' "$1" "$page" >"$work/played.html"
    visit "$work/played.html"
    out=$(sed -n 's/.*<pre>//; s,</pre>.*,,p' <<<"${out//<\/pre>/<\/pre>$'\n'}")
}

played 'for (let k = 0; k < 5; k++) {
            press_("ArrowRight");
            log(view.at + " " + part("caption").textContent);
        }'
is "Right goes from event to event" "$out$err" \
    "$("$captions" "$trace" | grep -v begins: | awk '
        $1 > 0 { last[$1] = $0; if (!seen[$1]++) order[n++] = $1 }
        END { for (k = 0; k < 5; k++) print last[order[k]] }')"
played 'press_("End"); log(view.at === duration);
        press_("ArrowLeft"); log(view.at < duration);
        press_("PageUp"); log(moment.at === view.at);
        press_("Home"); log(view.at);
        press_("2"); log(view.scene);
        press_("3"); log(view.scene); press_("1"); log(view.scene);
        press_("ArrowUp"); log(part("clock").textContent.split("   ")[1]);
        press_("ArrowDown"); press_("ArrowDown");
        log(part("clock").textContent.split("   ")[1]);
        press_("l"); log(document.documentElement.dataset.theme);
        press_("p"); log(document.documentElement.className);
        press_("?"); log(part("help").className); press_("Escape");
        log(part("help").className);
        press_(" "); log(view.playing); press_(" "); log(view.playing);
        press_("b"); press_("End"); press_("b"); press_("Home"); press_("]");
        press_("]"); log(view.at === duration); press_("["); log(view.at);
        press_("s"); goTo(duration / 2); show(0);
        log(part("remark").textContent !== "");
        press_("constructor");'
is "all keys" "$out$err" "$(printf '%s\n' true true true 0 1 2 0 x2 \
    x1/2 dark 'script projector' open '' true false true 0 true)"
played 'point("pointerdown", part("bar"), 0.5, 0.5);
        point("pointermove", document.body, 0.9, 0.1);
        point("pointerup", document.body, 0.9, 0.1);
        log(view.at > duration * 0.9);
        point("pointerdown", canvas, 0.05, 0.2);
        point("pointerup", canvas, 0.05, 0.2); log(view.follow);
        log(part("caption").textContent.startsWith("tile 0 "));
        press_("Escape"); log(view.follow);
        point("pointermove", canvas, 0.05, 0.2);
        log(drawn.tiles.tell(sceneBox(), view.hover.x, view.hover.y));
        canvas.dispatchEvent(new WheelEvent("wheel", {deltaY: -1, clientX: 300,
            clientY: 300})); show(0); log(view.zoom);
        press_("0"); log(view.zoom);'
is "the pointer" "$out$err" "$(printf '%s\n' true 0 true -1 \
    "tile 0: elements 0 to 31; the prefix up to it is published, $(
        perl -ne 'print $1 if /"tile":0,"state":"P","value":"([^"]*)"/' \
            "$trace")" 1.25 1)"
done_testing
