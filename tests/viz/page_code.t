#!/bin/bash
# page_code.t - the scenes stand once: a new one, a file and a line, is in what
# scanviz draws and in what clang compiles for pages. Without clang scanviz is
# built, and refuses pages.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

trace=$work/look.json
run "$scanlab" trace lookback:block=32,items=1,window=4 -n 300 -o "$trace"
is "a trace" "$code" 0

# ---------------------------------------------------------------- a new scene

tree=$work/tree
mkdir -p "$tree"
cp -r Makefile viz "$tree"
cat >"$tree/viz/scenes/scene_new.c" <<'C'
#include "scene.h"

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    (void)stage;
    use_colour(d, COLOUR_A);
    fill_box(d, box);
    draw_text(d, "new here", 20, box.x, box.y, 0, 0);
}

const struct scene scene_new = {.name = "new", .about = "a test", .draw = draw};
C
sed -i 's/line(both)/line(both) line(new)/' "$tree/viz/scenes/scene.h"
is "one line" "$(diff viz/scenes/scene.h "$tree/viz/scenes/scene.h" |
    grep -c '^>')" 1
cat >"$tree/main.c" <<'C'
#include "players/dump.h"

int main(int argc, char **argv)
{
    struct recording *recording;
    struct view view = view_of(1280, 720);
    char why[512];

    view.scene = scene_by_name(argv[1]);
    if (argc < 3 || view.scene < 0 ||
        !recording_open(argv[2], &recording, why, sizeof why))
        return 2;
    dump_picture(recording, &view, stdout);
    recording_close(recording);
    return 0;
}
C
read -ra compiler <<<"${CC:-gcc}"
# shellcheck disable=SC2016  # the inner shell's
run env -C "$tree" bash -c '"$@" main.c viz/players/dump.c viz/scenes/*.c \
    viz/recording/{recording*,json_walk,store,instant,accesses,caption*,culprits,messages,running_sum,two_ways,ways,show,network}.c \
    -ljansson -lm' _ "${compiler[@]}" -std=gnu11 -D_GNU_SOURCE -I viz -o dump
is "a new scene, and neither SDL nor cairo: compiled" "$code$err" 0
run "$tree/dump" new "$trace"
has "it is drawn" "$out" "left 20: new here"
has "its colour has a name" "$out" "fill a: "
run "$tree/dump" tiles "$trace"
is "others stay what they are" "$out" "$("$scanviz" "$trace" --dump)"

if command -v clang >/dev/null && command -v wasm-ld >/dev/null; then
    run make -s -C "$tree" BUILD=build build/viz/players/page.wasm
    is "compiled for pages" "$code$err" 0
    ok "it is in pages" grep -q "new here" "$tree/build/viz/players/page.wasm"
else
    skip "it is in pages" "no clang, or no lld"
fi

# -------------------------------------------------------------- without clang

run make -s -C "$tree" WASM= BUILD=none none/viz/players/page.wasm
is "without clang there is no code" \
    "$code $(wc -c <"$tree/none/viz/players/page.wasm")" "0 0"
objects=()
for file in viz/*.c viz/*/*.c; do
    [ "$file" = viz/players/page.c ] || objects+=("$BUILD/${file%.c}.o")
done
read -ra libraries <<<"$(pkg-config --libs sdl2 cairo zlib)"
read -ra sanitizer <<<"${SANITIZE:+-fsanitize=$SANITIZE}"
run "${compiler[@]}" "${sanitizer[@]}" -I viz \
    -DPAGE_CODE="\"$tree/none/viz/players/page.wasm\"" -o "$tree/none/scanviz" \
    viz/players/page.c "${objects[@]}" "${libraries[@]}" -ljansson -ldl -lm
is "without clang: built" "$code$err" 0
refuses "without clang: a page" 3 "built without clang and lld" \
    "$tree/none/scanviz" "$trace" -e "$work/look.html"
ok "no page" test ! -e "$work/look.html"
run "$tree/none/scanviz" "$trace" -e "$work/look.png"
is "without clang: a picture" "$code$err" 0
done_testing
