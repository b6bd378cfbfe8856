#!/bin/bash
# golden.t - pictures are what they were.
#
#     UPDATE=1 tests/viz/golden.t       makes tests/viz/golden/ anew: look at it
#
# What is drawn, as text, is the same everywhere. Pixels are compared where cairo
# is the version that golden/cairo names.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh
same_pixels=$BUILD/tests/viz/same_pixels
golden=tests/viz/golden

# picture NAME.png|NAME.txt STORY TIME SCENE
picture() {
    local view=(--story "$2" --at "$3" --scene "$4")
    case $1 in
    *.txt) "$scanviz" "${view[@]}" --dump >"$1" ;;
    *) "$scanviz" "${view[@]}" --size 320x180 --font @cairo:monospace -e "$1" ;;
    esac
}

here=$("$same_pixels" --cairo)
views=()
for scene in tiles timeline statistics both; do
    views+=("deep 1657 $scene" "deep 1775 $scene"
        "chained 1.9 $scene" "chained 4 $scene")
done

if [ -n "${UPDATE-}" ]; then
    rm -f "$golden"/*-*.png "$golden"/*-*.txt # film.txt is of film.t
    for view in "${views[@]}"; do
        # shellcheck disable=SC2086
        for ending in txt png; do
            picture "$golden/${view// /-}.$ending" $view || exit 1
        done
    done
    echo "$here" >"$golden/cairo"
fi

for view in "${views[@]}"; do
    name=${view// /-}
    # shellcheck disable=SC2086
    picture "$work/$name.txt" $view
    ok "$view: what is drawn" diff "$golden/$name.txt" "$work/$name.txt"
    lacks "$view: ASCII alone" \
        "$(tr -d '\n -~' <"$work/$name.txt" | od -An -c)" "\\"
    if [ "$here" != "$(cat "$golden/cairo")" ]; then
        skip "$view: pixels" "cairo $here; those are of $(cat "$golden/cairo")"
        continue
    fi
    # shellcheck disable=SC2086
    picture "$work/$name.png" $view
    ok "$view: pixels" "$same_pixels" "$golden/$name.png" "$work/$name.png"
done

done_testing
