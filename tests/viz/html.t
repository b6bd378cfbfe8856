#!/bin/bash
# html.t - the page that scanviz writes is one file, says what scanviz says, and
# keeps words of a trace from being markup or script. A browser opens it, plays it
# with its keys, and shows it without script.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh
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

# --------------------------------------------------------------------- a page

run bash -c 'cd / && "$@"' _ "$scanviz" "$trace" -e "$page"
is "a page, from another folder" "$code$out$err" 0
ok "nothing else is left" test -z "$(compgen -G "$work/*part")"
ok "a page of HTML" bash -c 'head -c 15 "$1" | grep -qx "<!DOCTYPE html>"' _ \
    "$page"
for outside in 'http:' 'https:' 'src=' '<link' '<img' '<iframe' '@import' \
    'url(http' 'url(data' 'href="h' 'fetch(' 'XMLHttp' 'import('; do
    is "no $outside in it" "$(count "$outside" "$page")" 0
done
is "no script but its own" "$(count '<script' "$page")" 3
is "no blank is left" "$(count '{{' "$page")" 0
has "its head" "$(cat "$page")" "<h1><bdi>Decoupled look-back, inclusive scan"
has "and how it was run" "$(cat "$page")" \
    "<p><bdi>lookback:block=32,items=1,window=4 on simt, schedule random:3<"
has "a picture without script" "$(cat "$page")" '<svg viewBox="0 '
run "$scanviz" "$trace" -e "$work/again.html"
ok "the same trace, the same page" cmp -s "$page" "$work/again.html"

for name in lookback:block=32,items=1,window=4 lookahead:block=32,items=1; do
    run "$scanlab" trace $name -n 300 -m affine_u32 -o "$work/other.json"
    run "$scanviz" "$work/other.json" -e "$work/other.html"
    "$captions" "$work/other.html" >"$work/page.txt"
    "$captions" "$work/other.json" >"$work/own.txt"
    ok "$name has captions" test -s "$work/own.txt"
    ok "$name: they are those of scanviz" \
        diff "$work/page.txt" "$work/own.txt"
done
run "$scanlab" trace kogge_stone -n 40 -o "$work/other.json"
run "$scanviz" "$work/other.json" -e "$work/other.html"
is "a trace without tiles" "$code$out$err" 0
is "its captions" "$("$captions" "$work/other.html")" \
    "$("$captions" "$work/other.json")"

run "$scanlab" trace lookback:block=32,items=1,window=8 -n 2^15 \
    -o "$work/many.json"
run "$scanviz" "$work/many.json" -e "$work/many.html"
ok "a page of 1024 tiles is less than 256 KiB" \
    test "$(wc -c <"$work/many.html")" -lt 262144
is "it has no picture" "$(count '<svg' "$work/many.html")" 0
run "$scanviz" viz/stories/hang.json -e "$work/hang.html"
is "a run that hangs" "$code$out$err" 0

run "$scanlab" trace lookback:block=32,items=1,window=4 -n 200 \
    --schedule random:4 -o "$work/second.json"
run "$scanviz" "$trace" --with "$work/second.json" -e "$work/two.html"
is "two traces" "$code$out$err" 0
for k in 0 1; do
    ok "two traces: number $k is there" cmp -s \
        <("$captions" "$work/two.html" $k) \
        <("$captions" "$([ $k = 0 ] && echo "$trace" || echo "$work/second.json")")
done
is "two traces: no script but its own" "$(count '<script' "$work/two.html")" 4
is "two traces: each has its head" "$(count '<h1>' "$work/two.html")" 2
refuses "no such folder" 1 "No such file" \
    "$scanviz" "$trace" -e "$work/none/look.html"
refuses "no room" 1 "File too large" \
    bash -c 'trap "" XFSZ; ulimit -f 16; "$@"' _ \
    "$scanviz" "$trace" -e "$work/full.html"
ok "no room: no page" test ! -e "$work/full.html" \
    -a -z "$(compgen -G "$work/*part")"

# -------------------------------------------------------- memory and networks

# texts TRACE SCENE PERCENT: what scanviz writes in that scene, sorted; not its
# head and caption. A text with a place of its own is told at 0,0. "totals of
# sections" has room in some fonts, and in others not.
size=1280x720
texts() {
    "$scanviz" "$1" --scene "$2" --at "$3%" --size "$size" --dump |
        sed -nE 's/^text [0-9]+,([0-9]+) [a-z]+ [0-9]+: (.+)/\1 \2/p' |
        awk '!$1 || ($1 > 60 && $1 < 636) { sub(/^[0-9]+ /, ""); print }' |
        sed '/^totals of/d; s/^.*, \(+ P \)/\1/' |
        LC_ALL=C sort
}

lookback=lookback:block=32,items=1,window=4
for name in kogge_stone:double,block=32 blelloch:block=32 $lookback; do
    short=$work/${name%%:*}
    run "$scanlab" trace "$name" -n 64 -o "$short.json"
    run "$scanviz" "$short.json" -e "$short.html"
    is "$name: exit" "$code$out$err" 0
done
has "without tiles it begins with memory" \
    "$(grep 'beginning =' "$work/blelloch.html")" "{scene: 3, "

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
is "hostile words: no other script" "$(count '<script' "$hostile")" 3
is "hostile words: no script ends early" "$(count '</script' "$hostile")" 3
is "hostile words: no comment begins" "$(count '<!--' "$hostile")" \
    "$(count '<!--' "$page")"
is "hostile words: in captions" "$("$captions" "$hostile")" \
    "$("$captions" "$work/hostile.json")"
has "hostile words: kept as they are" "$("$captions" "$hostile")" "$words"

# A caption has room for so many bytes; a letter may take two.
long=$(printf '\303\251%.0s' $(seq 400)) perl -pe '
    s{("value":")[^"]*"}{$1$ENV{long}"}' "$trace" >"$work/long.json"
run "$scanviz" "$work/long.json" -e "$work/long.html" --scene timeline
is "a long value: exit" "$code$out$err" 0
is "a long value: the picture is whole" "$(count '<svg' "$work/long.html")" 1
ok "a long value: whole letters" iconv -f UTF-8 -t UTF-16 "$work/long.html"

# ------------------------------------------------------------------ a browser

browser=$(command -v chromium || command -v chromium-browser ||
    command -v google-chrome)
ok "there is a browser: make deps" test -n "$browser"
[ -n "$browser" ] || done_testing

window=1280,720
# visit FILE [HASH]: $out is the page after its script has run, $err what it
# has complained of, but for advice on speed.
visit() {
    local options=(--headless --disable-gpu --no-first-run
        --user-data-dir="$work/profile" --enable-logging=stderr
        "--window-size=$window" --virtual-time-budget=3000 --dump-dom)
    [ "$(id -u)" -ne 0 ] || options+=(--no-sandbox)
    run timeout -k 5 120 "$browser" "${options[@]}" \
        "file://${1// /%20}${2:+#$2}"
    err=$(grep CONSOLE <<<"$err" | grep -v willReadFrequently)
}

# shown CLASS: the text of that element, in $out.
shown() {
    sed -n "s/.* class=\"$1\"[^>]*>\([^<]*\)<.*/\1/p" <<<"$out"
}

# said_at TIME [TRACE]: the last caption up to then.
said_at() {
    "$captions" "${2:-$trace}" | awk -v at="$1" '
        $1 <= at { sub(/^[^ ]* /, ""); line = $0 } END { print line }'
}

# The last event's end: of the metadata it says nothing.
duration_of() {
    "$scanviz" "$1" --dump | sed -n 's/^scene .* of //p'
}
# The film of two runs.
run "$scanviz" --film lookback -e "$work/film.html"
is "a film: a page" "$code$out$err" 0
for at in 8 17.2 29; do
    visit "$work/film.html" "at=$at"
    is "a film: at $at without a complaint" "$err" ""
    is "a film: its sentence at $at" "$(shown caption)" \
        "$("$scanviz" --film lookback --at $at --dump | sed -n 's/^at [0-9.]* s: //p')"
    has "a film: its time" "$(shown clock)" " of 30.0 s"
done

duration=$(duration_of "$trace")
visit "$page"
is "it runs" "$code" 0
is "begins without a complaint" "$err" ""
for percent in 0 62; do
    visit "$page" "at=$percent%25"
    is "at $percent %" "$(shown caption)" \
        "$(said_at "$(awk "BEGIN { print $duration * $percent / 100 }")")"
done
for theme in light dark projector; do
    visit "$page" "at=60%25&scene=timeline&theme=$theme"
    is "timeline, $theme" "$err" ""
    has "timeline, $theme: told" "$out" 'aria-label="timeline, '
done
visit "$hostile" "at=50%25"
is "hostile words: no complaint" "$err" ""
is "hostile words: no script is made" "$(count '<script' "$work/.out")" 3

# The program begins with these letters.
sed 's/^eN/eM/' "$page" >"$work/broken.html"
visit "$work/broken.html"
has "a browser that cannot run it says so" "$out" "<p>This page plays a"

# played JAVASCRIPT [PAGE]: $out is what `log` was given, line by line.
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
            /* What the program writes for a part: all texts, as asked for. */
            function texts(part = parts[0]) {
                const marks = askOf(part, "draw"), begin = code.marks();
                const kinds = new Uint8Array(memory.buffer, begin);
                const numbers = new Int32Array(memory.buffer, begin);
                const rows = new Float64Array(memory.buffer, begin);
                const said = [];
                for (let k = 0; k < marks; k++)
                    if (kinds[k * 72] === TEXT || kinds[k * 72] === LETTERS)
                        said.push(...Array(kinds[k * 72] === TEXT ? 1
                            : rows[k * ROW + 3]).fill(textAt(code.texts() +
                                numbers[k * 18 + 1])));
                return said;
            }
            /* What is told at a point, of 0 to 1 each way; or null. */
            function tipAt(x, y, part = parts[0]) {
                const {width, height} = part.canvas;
                view.hover = null;
                const before = texts(part);
                view.hover = {part, x: x * width, y: y * height};
                const after = texts(part);
                view.hover = null;
                return after.at(-1) === before.at(-1) ? null : after.at(-1);
            }
            /* All that is told at some point. */
            function tips() {
                const said = new Set();
                for (let y = 0.01; y < 1; y += 0.02)
                    for (let x = 0.005; x < 1; x += 0.0075)
                        said.add(tipAt(x, y));
                return said;
            }
            ready.then(() => {
                const duration = code.duration(0), {canvas} = parts[0];
                const of = name => own(parts[0], name);
                $script
                document.body.append(...lines.map(line => {
                    const row = document.createElement("pre");
                    row.textContent = line;
                    return row;
                }));
            });
            </script></body>}' "$1" "${2:-$page}" >"$work/played.html"
    visit "$work/played.html"
    out=$(perl -0777 -ne 'print "$1\n" while m{<pre>(.*?)</pre>}sg' \
        "$work/.out")
}

played 'for (let k = 0; k < 5; k++) {
            press_("ArrowRight");
            log(view.at + " " + of("caption").textContent);
        }'
is "Right goes from event to event" "$out$err" \
    "$("$captions" "$trace" | grep -v begins: | awk '
        $1 > 0 { last[$1] = $0; if (!seen[$1]++) order[n++] = $1 }
        END { for (k = 0; k < 5; k++) print last[order[k]] }')"
played 'press_("End"); log(view.at === duration);
        press_("ArrowLeft"); log(view.at < duration);
        press_("PageUp"); log(code.duration(0) > view.at);
        press_("Home"); log(view.at);
        press_("2"); log(view.scene);
        press_("3"); log(view.scene); press_("1"); log(view.scene);
        press_("ArrowUp"); log(of("clock").textContent.split("   ")[1]);
        press_("ArrowDown"); press_("ArrowDown");
        log(of("clock").textContent.split("   ")[1]);
        press_("l"); log(document.documentElement.dataset.theme);
        press_("p"); log(document.documentElement.className);
        press_("?"); log(byId("help").className); press_("Escape");
        log(byId("help").className);
        press_(" "); log(view.playing); press_(" "); log(view.playing);
        press_("b"); press_("End"); press_("b"); press_("Home"); press_("]");
        press_("]"); log(view.at === duration); press_("["); log(view.at);
        press_("s"); goTo(duration / 2); show(0);
        log(of("remark").textContent !== "");
        press_("constructor");'
is "all keys" "$out$err" "$(printf '%s\n' true true true 0 1 2 0 x2 \
    x1/2 dark 'script projector' open '' true false true 0 true)"
played 'point("pointerdown", of("bar"), 0.5, 0.5);
        point("pointermove", document.body, 0.9, 0.1);
        point("pointerup", document.body, 0.9, 0.1);
        log(view.at > duration * 0.9);
        point("pointerdown", canvas, 0.05, 0.4);
        point("pointerup", canvas, 0.05, 0.4); log(view.follow);
        log(of("caption").textContent.startsWith("Tile 0 "));
        press_("Escape"); log(view.follow);
        point("pointermove", canvas, 0.05, 0.4);
        log(view.hover !== null); log(tipAt(0.05, 0.4));
        canvas.dispatchEvent(new WheelEvent("wheel", {deltaY: -1, clientX: 300,
            clientY: 300})); show(0); log(view.zoom);
        press_("0"); log(view.zoom);'
is "the pointer" "$out$err" "$(printf '%s\n' true 0 true -1 true \
    "tile 0: elements 0 to 31; the prefix up to it is published, $(
        perl -ne 'print $1 if /"tile":0,"state":"P","value":"([^"]*)"/' \
            "$trace")" 1.25 1)"

# A story's questions: by keys, and as it plays.
run "$scanviz" --story deep -e "$work/deep.html"
is "a story: a page" "$code$out$err" 0
played 'const says = () => log(of("caption").textContent.slice(0, 22));
        log(view.follow); log(document.querySelectorAll(".bar b").length);
        press_("]"); says(); press_("s"); log(of("remark").textContent.length > 9);
        press_("]"); says(); press_("]"); says(); press_("["); says();
        press_("ArrowLeft"); log(view.asks); goTo(1400);
        const plays = (dt, until) => {
            view.playing = true;
            for (let k = 0; k < 5000 && view.playing && !until(); k++)
                playOn(dt);
            tell(parts[0]);
        };
        plays(0.1, () => false); says(); log(view.playing);
        press_(" "); says(); log(view.playing);
        plays(0.1, () => view.asks < 0); says();
        press_("k"); goTo(1400); plays(0.1, () => false); says(); log(view.playing);
        press_(" "); says(); log(view.playing);' "$work/deep.html"
is "a story: its questions" "$out$err" "15
4
Question: Tile 14 show
true
Answer: No: 9 is the s
Question: These four A
Answer: No: 9 is the s
-1
Question: Tile 14 show
false
Answer: No: 9 is the s
true
Tile 15 sees that tile
Question: Tile 14 show
false
Answer: No: 9 is the s
false"
# As the window plays it: at each tenth of a second what is said and how far a look is.
played 'press_("Home"); view.speaker = false;
        for (let k = 0; k < 40; k++) {
            view.playing = true; playOn(0.1); tell(parts[0]);
        }
        log(of("caption").textContent); log(texts().length);
        press_("End"); press_("Home"); log(view.played)' "$work/deep.html"
run "$BUILD/tests/viz/say_captions" viz/stories/deep.json views
has "a story plays by event: four seconds in, a sentence is read" "$out" \
    "$(head -1 "$work/.out")"

played 'press_("6");
        const y = Array.from({length: 99}, (_, k) => k / 99).find(y =>
            /^tile 0: P since/.test(tipAt(0.999, y)));
        log(tipAt(0.999, y)); log(tipAt(0.08, y));
        point("pointerdown", canvas, 0.999, y);
        point("pointerup", canvas, 0.999, y); log(view.follow);
        press_("Escape");
        log([...tips()].some(tip =>
            /^slot [0-9]+: tile [0-9]+ looks back, [0-9]+ steps$/.test(tip)));'
is "the pointer on tiles and timeline" "$out$err" "$(printf '%s\n' \
    "tile 0: P since step $(
        perl -ne 'print $1 if /"ts":([0-9]+),.*"tile":0,"state":"P"/' "$trace")" \
    'tile 0: nothing published' 0 true)"

played 'goTo(wholeDuration() / 2); show(0);
        for (const {section} of parts)
            log(section.querySelector(".caption").textContent.replace(/\u00a0/g, " "));
        press_("c"); log(parts[1].section.hidden);
        log(wholeDuration() === duration);
        press_("c"); log(parts[1].section.hidden);
        const bar = parts[1].section.querySelector(".bar");
        point("pointerdown", bar, 0.5, 0.5);
        point("pointerup", bar, 0.5, 0.5);
        log(Math.abs(view.at - code.duration(1) / 2) < 20);
        const second = parts[1].section.querySelector("canvas");
        const y = Array.from({length: 99}, (_, k) => k / 99).find(y =>
            /^tile 0:/.test(tipAt(0.05, y, parts[1])));
        point("pointerdown", second, 0.05, y);
        point("pointerup", second, 0.05, y); log(view.follow);
        press_("End"); log(view.at === wholeDuration());
        press_("d"); log(view.diagram);
        press_("d"); press_("6");
        const ends = parts.map(part => {
            let most = 0;
            for (let x = 0; x < 1; x += 0.02)
                for (let y = 0.6; y < 1; y += 0.05)
                    if (/^slot/.test(tipAt(x, y, part)))
                        most = Math.max(most, x);
            return most;
        });
        log(ends[0] > ends[1] + 0.1);' "$work/two.html"
half=$(awk -v a="$duration" -v b="$(duration_of "$work/second.json")" \
    'BEGIN { print (a > b ? a : b) / 2 }')
is "two traces: one clock, one axis, c, and the pointer" "$out$err" "$(
    said_at "$half"
    said_at "$half" "$work/second.json"
    printf '%s\n' true true false true 0 true true true)"

played 'log(Array.from(byId("scenes").children, scene => scene.textContent));
        press_("5"); press_("End");
        let said = tips(); log(said.has("out[63] is [0..63]"));
        log(said.has("op 0 makes [0..1] = 7 at depth 1: [0] with [1]"));
        press_("4"); said = [...tips()].map(tip =>
            String(tip).replace(/kernel.cu:[0-9]+/g, "kernel.cu"));
        log(said.find(tip => tip.startsWith("cell[0] ")));
        log(said.find(tip => tip.startsWith("thread 1:")));
        press_("1"); log(texts().join().startsWith("This kernel does not report"));
        HTMLAnchorElement.prototype.click = function () {
            log(`${this.download} ${this.href.slice(0, 22)}`);
        };
        press_("e");' \
    "$work/blelloch.html"
is "a trace without tiles: its scenes and what they tell" "$out$err" \
    "timeline,memory,network
true
true
cell[0] = 0, bank 0: written by thread 0 at kernel.cu; in this step read by thread 0
thread 1: reads cell[1] at kernel.cu, writes out[0] at kernel.cu, reads cell[33] at kernel.cu, writes out[32] at kernel.cu
true
scanviz-tiles.png data:image/png;base64,"

# No letters of a scene are below a 40th of its height, and they stand out from
# what is below them: 4.5 times as light or dark.
letters='const light = ([r, g, b]) => [r, g, b].reduce((sum, part, k) =>
        sum + Math.pow(part / 255, 2.2) * [0.2126, 0.7152, 0.0722][k], 0.05);
    const write = CanvasRenderingContext2D.prototype.fillText;
    let texts = 0;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most) {
        const size = parseFloat(this.font), {height: h} = canvas;
        const {data} = this.getImageData(x, y - size * 0.7, size, size * 0.6);
        const paper = [0, 0, 0], ink = parseInt(
            this.fillStyle.slice(1), 16);
        for (let i = 0; i < data.length; i += 4) {
            const [r, g, b] = data[i + 3] ? data.slice(i, i + 3)
                : view.dark ? [22, 24, 28] : [255, 255, 255];
            paper[0] += r; paper[1] += g; paper[2] += b;
        }
        const a = light(paper.map(sum => sum * 4 / data.length));
        const b = light([ink >> 16, ink >> 8 & 255, ink & 255]);
        texts++;
        if (size < h / 40 - 0.01)
            log(`${text}: ${size} pixels of ${h}`);
        if (Math.max(a, b) / Math.min(a, b) < 4.5)
            log(`${text}: ${a} on ${b}`);
        write.call(this, text, x, y, most);
    };
    for (const dark of [false, true])
        for (const scene of "12345678") {
            press_(scene);
            view.dark = dark;
            goTo(duration * 0.6);
            restyle();
            show(0);
        }
    log(texts > 100);'
for look in 1280,720:look 1280,720:lookback 1280,720:many 500,900:lookback \
    500,900:hang; do
    window=${look%:*}
    played "$letters" "$work/${look#*:}.html"
    is "$look: letters are seen" "$out$err" true
done

# Two recordings: side by side, or on a phone one above the other.
places='const [a, b] = parts.map(({canvas}) => canvas.getBoundingClientRect());
    log(b.left >= a.right);
    log(b.top >= a.bottom);
    log(Math.min(a.width, b.width) / document.body.clientWidth > 0.9);'
window=1280,720
played "$places" "$work/two.html"
is "two recordings on a wide screen" "$out$err" $'true\nfalse\nfalse'
window=500,900
played "$places" "$work/two.html"
is "two recordings on a high one" "$out$err" $'false\ntrue\ntrue'
window=1280,720

# What is written in a scene, at four times, is what scanviz writes there in a
# window as large. How much of a long sum fits before its prefix depends on the
# fonts. One scene a visit: a browser with too much to draw at the same time waits
# forever.
drawn_words='view.scene = scenes.findIndex(scene => scene.name === SCENE);
    for (const percent of [0, 40, 75, 100]) {
        goTo(percent / 100 * duration);
        log(`${percent}: ` + texts()
            .map(text => text.replace(/^.*, ([+] P )/, "$1")).sort()
            .filter(text => text && !/^totals of/.test(text)).join("|"));
    }'
# writes TRACE PAGE SCENE...
writes() {
    local json=$1 html=$2 scene percent
    shift 2
    for scene; do
        played "${drawn_words/SCENE/\"$scene\"}" "$html"
        is "$(basename "$json"): what is written in $scene" "$out$err" "$(
            for percent in 0 40 75 100; do
                echo "$percent: $(texts "$json" "$scene" $percent |
                    paste -s -d '|')"
            done)"
    done
}
played 'log(`${innerWidth}x${innerHeight}`)'
size=$out
writes "$trace" "$page" tiles timeline statistics both
writes "$work/kogge_stone.json" "$work/kogge_stone.html" memory network
if thorough; then
    writes viz/stories/hang.json "$work/hang.html" tiles both
    writes "$work/many.json" "$work/many.html" tiles statistics both
    writes "$work/kogge_stone.json" "$work/kogge_stone.html" timeline
    writes "$work/blelloch.json" "$work/blelloch.html" memory network
    writes "$work/lookback.json" "$work/lookback.html" statistics memory network
fi
done_testing
