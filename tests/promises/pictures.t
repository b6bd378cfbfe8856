#!/bin/bash
# pictures.t - the film of the first page and the networks of results/viz match what
# results/scripts/viz.sh makes. The film's subtitles are compared as text, with their
# times, and its frames as pictures, in which letters may differ, as fonts do; networks
# shape by shape, if cairo has the version that drew the committed ones.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/viz/viewer.sh

# The script uses the files in the root.
mkdir "$work/root"
for name in algorithms harness viz results; do
    ln -s "$PWD/$name" "$work/root"
done
mkdir "$work/root/scripts"
cp -r results/scripts "$work/root/made"
rm "$work/root/results" && mkdir "$work/root/results"
mv "$work/root/made" "$work/root/results/scripts"
printf '#!/bin/bash\nSCANLAB_HOME="%s" exec -a "$0" "%s" "$@"\n' "$PWD" "$scanlab" \
    >"$work/root/scanlab"
chmod +x "$work/root/scanlab"
ln -s "$(realpath "$scanviz")" "$work/root/scanviz"
made=$work/made
ok "viz.sh makes them" "$work/root/results/scripts/viz.sh" "$made" networks film

frames() { ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width,height \
    -of csv "$1"; }
is "the film has the same subtitles" "$(cat "$made/lookback.vtt")" "$(cat viz/lookback.vtt)"
has "the first page shows it" "$(cat README.md)" "](viz/lookback.gif)"
has "and the command that makes it" "$(cat README.md)" \
    "$(sed -n 's/^    run \(.*\) --export .*/\1/p' results/scripts/viz.sh)"
is "as many networks" "$(cd "$made" && ls -- *.svg)" "$(cd results/viz && ls -- *.svg)"

is "the film is as long" "$(frames "$made/lookback.gif")" "$(frames viz/lookback.gif)"

# The least similar frame, from 0 to 1: 1 is the same.
alike() {
    ffmpeg -loglevel error -i "$1" -i "$2" -lavfi "ssim=stats_file=-" -f null - |
        sed -n 's/.* All:\([0-9.]*\).*/\1/p' | sort -n | head -1
}
similar=$(alike "$made/lookback.gif" viz/lookback.gif)
ok "each frame looks the same ($similar)" awk "BEGIN { exit !($similar > 0.9) }"

# Without letters, whose shapes depend on the fonts; numbers are as cairo writes them.
shapes() { sed '/<defs>/,/<\/defs>/d; /<use /d' "$1"; }
here=$("$BUILD/tests/viz/same_pixels" --cairo)
for file in results/viz/*.svg; do
    if [ "$here" != "$(cat tests/viz/golden/cairo)" ]; then
        skip "$file" "cairo $here; it was drawn by $(cat tests/viz/golden/cairo)"
        continue
    fi
    is "$file matches" "$(shapes "$made/${file##*/}" | md5sum)" \
        "$(shapes "$file" | md5sum)"
done

done_testing
