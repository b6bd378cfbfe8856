#!/bin/bash
# make.sh - the course as a static site: notes, slides with what to say, PDF, labs,
# the catalogue, charts, and a gallery of recorded runs. `make lectures` calls it.
#
#     lectures/site/make.sh [OUT] [LECTURE...]
#
# OUT is build/lectures unless said: a folder that is not there, is empty or holds a
# site, which is replaced. With LECTUREs only these are made, and no other page. A page needs no network and only its own folder. Figures are runs, made anew.
# SOLUTIONS=yes adds what is in the labs' teacher/. PDF=no makes no PDF.
set -euo pipefail
cd "$(dirname "$0")/../.."

site=lectures/site
out=${1:-build/lectures}
shift $(($# > 0 ? 1 : 0))

fail() { # CODE WORDS...
    local code=$1
    shift
    echo "lectures: $*" >&2
    exit "$code"
}
command -v pandoc >/dev/null ||
    fail 3 "pandoc, which makes the pages, is not installed (Debian, Ubuntu, Fedora: install pandoc)"
if [ ! -x scanlab ] || [ ! -x scanviz ]; then
    fail 3 "the figures need ./scanlab and ./scanviz: run make first (scanviz needs SDL2, cairo and zlib)"
fi
command -v gnuplot >/dev/null ||
    fail 3 "gnuplot, which draws the charts, is not installed (Debian: gnuplot-nox)"
if [ -e "$out" ] && [ ! -e "$out/.site" ] && [ -n "$(ls -A "$out")" ] &&
    ! grep -qs 'Scan, a course' "$out/index.html"; then
    fail 2 "$out exists and is not a site of this course: name another folder"
fi
browser=''
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || ! command -v "$name" >/dev/null || browser=$name
done

lectures=("$@")
if [ $# -eq 0 ]; then
    for notes in lectures/*/notes.md; do
        lectures+=("$(basename "$(dirname "$notes")")")
    done
fi
for lecture in "${lectures[@]}"; do
    [ -f "lectures/$lecture/notes.md" ] ||
        fail 2 "no lecture $lecture: want lectures/$lecture/notes.md"
done

# Built beside, then put in place: what was there stays until all is right.
mkdir -p "$(dirname "$out")"
new=$(realpath "$(mktemp -d "$out.XXXXXX")") || exit 1
trap 'rm -rf "$new"' EXIT
chmod 755 "$new"
bin=$new/.bin
mkdir "$bin"
ln -s "$PWD/scanlab" "$PWD/scanviz" "$bin"
export PATH=$bin:$PATH results=$PWD/results stories=$PWD/viz/stories LC_ALL=C.UTF-8
export algorithms=$PWD/algorithms museum=$PWD/tests/museum

export WANTED=$new/.wanted PAGES=$new/.pages
: >"$WANTED"

# field NAME PAGE: of the lines between --- and --- at its top.
field() { sed -n "2,/^---/s/^$1: *//p" "$2"; }

# labs_of LECTURE: their names, in the order of `order` in lab.json.
labs_of() {
    local sheet folder
    for sheet in lectures/"$1"/labs/*/README.md; do
        folder=${sheet%/README.md}
        [ ! -f "$sheet" ] || printf '%s %s\n' \
            "$(sed -n 's/.*"order": *\([0-9]*\).*/\1/p' "$folder/lab.json")" \
            "${folder##*/}"
    done | sort -n | cut -d ' ' -f 2
}

# Pages besides the notes: as they are in the repository.
pages() {
    if [ $# -eq 0 ]; then
        find algorithms -name '*.md'
        echo gallery.md
        echo results/h200/README.md
        echo results/h200/course/README.md
        echo results/epyc-zen4-2core/README.md
        echo results/xeon-emerald-rapids-2core/README.md
        find lectures -mindepth 2 -name '*.md' -not -path "$site/*" \
            -not -name notes.md |
            if [ "${SOLUTIONS-no}" != yes ]; then grep -v /teacher/; else cat; fi
    fi
}
pages "$@" | sort >"$PAGES"
printf 'lectures/%s/notes.md\n' "${lectures[@]}" >>"$PAGES"

# page PATH FROM TEMPLATE TO OPTION...: FROM, which is PATH of the repository.
page() {
    local path=$1 from=$2 template=$3 to=$new/$4 top
    shift 4
    mkdir -p "$(dirname "$to")"
    top=$(dirname "$path" | sed '/^\.$/!s|[^/][^/]*|..|g')
    # As GitHub reads them, but for a number at the begin of a line of the notes,
    # which is no list.
    local as=markdown-smart+gfm_auto_identifiers-implicit_figures-blank_before_header
    case $path in */notes.md) ;; *) as+=+lists_without_preceding_blankline ;; esac
    # pandoc reads the question "[A]: which sum?" as the definition of a link, and
    # omits it from the page. No page defines a link like this.
    perl -pe '$code = !$code if /^```/;
        s/^((?:<details>)?<summary>)?\[(?=[^]]+\]: )/($1 \/\/ "") . "\\["/e unless $code' \
        "$from" >"$new/.page.md"
    PAGE=$path pandoc -f "$as" \
        -t html5 --mathml --self-contained --template="$site/$template" \
        --resource-path=".:$(dirname "$to"):$(dirname "$path")" \
        --lua-filter="$site/links.lua" -V site="$site" -V top="$top/" \
        "$@" -o "$to" "$new/.page.md" 2>"$new/.said" ||
        fail 1 "$path: $(tail -n 1 "$new/.said")"
    # Brackets in a line of text are no taller than it, whatever fonts there are.
    sed -i 's/<mo stretchy="true"\([^>]*>[][()⌈⌉]<\)/<mo stretchy="false"\1/g' "$to"
    if grep -q 'WARNING' "$new/.said"; then
        fail 1 "$path: $(grep -m 1 WARNING "$new/.said")"
    fi
}

# print PAGE.html FILE.pdf: with all answers open.
print() {
    local shown=${1%.html}.print.html
    sed 's/<details>/<details open>/g' "$1" >"$shown"
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu \
        --no-pdf-header-footer --user-data-dir="$new/.browser" \
        --print-to-pdf="$2" "file://$shown" \
        >"$new/.said" 2>&1 && [ -s "$2" ] ||
        fail 1 "$browser could not print $1: $(tail -n 1 "$new/.said")"
    rm -f "$shown"
}

# cards: a figure for each story that scanviz lists, at the middle of its questions.
cards() {
    local name sentence at
    scanviz --story | while read -r name sentence; do
        sentence=${sentence//\"/\'}
        mapfile -t at < <(grep -o '"story": .*' "$stories/$name.json" |
            grep -oE '"at": ?[0-9.]+' | grep -oE '[0-9.]+')
        echo "\`\`\` {.figure #$name caption=\"**${name^}.** ${sentence^}.\"}"
        echo "scanviz --story $name --at ${at[(${#at[@]} - 1) / 2]-60%} --size 960x540 --export $name.png"
        echo "scanviz --story $name --export $name.html"
        printf '```\n\n'
    done
}

# players: of the lectures.
players() {
    local player caption
    while IFS= read -r player; do
        caption=$(basename "$player" .html)
        echo "- [${caption//-/ }](${player#"$new"/})"
    done < <(find "$new" -path '*/figures/*.html' | sort)
}

# strip: the first picture of each part of the gallery.
strip() {
    echo '::: strip'
    perl -ne '$part = lc $1 =~ s/ /-/gr if /^## (.*)/;
        print "[![$part]($1)](gallery.md#$part)\n" if /^<img src="([^"]*)/ && !$seen{$part}++' \
        "$new/.gallery.md"
    echo ':::'
}

# top PAGE: of this folder, as a page at the top of the site.
top() {
    local line
    while IFS= read -r line; do
        case $line in
        CARDS) cards ;;
        STRIP) strip ;;
        LECTURES) printf '::: rows\n%s\n:::\n' "$(sort -n <<<"${rows%$'\n'}" | sed 's/|/. /')" ;;
        PLAYERS) players ;;
        *) printf '%s\n' "${line//](..\/..\//](}" ;;
        esac
    done <"$site/$1"
}

say() { ! [ -t 2 ] || printf '\r\033[K%s' "$1" >&2; }

declare -A picture # of each lecture, for the first page
mkdir "$new/.pictures"
for lecture in "${lectures[@]}"; do
    say "$lecture"
    folder=lectures/$lecture
    mkdir -p "$new/$folder/figures"
    "$site/expand.pl" "$folder/notes.md" "$new/$folder/figures" >"$new/.notes.md" ||
        exit 1
    about=(-M "number=$(field number $folder/notes.md)")
    for lab in $(labs_of "$lecture"); do about+=(-V "lab=$lab"); done
    [ -z "$browser" ] || [ "${PDF-yes}" = no ] || about+=(-V pdf=yes)
    page "$folder/notes.md" "$new/.notes.md" notes.html "$folder/notes.html" \
        --toc --toc-depth=2 "${about[@]}"
    page "$folder/notes.md" "$new/.notes.md" slides.html "$folder/slides.html" \
        --lua-filter="$site/slides.lua" "${about[@]}"
    [ -z "$browser" ] || [ "${PDF-yes}" = no ] ||
        print "$new/$folder/notes.html" "$new/$folder/notes.pdf"
    first=$(sed -n '/^<img src="/{s///;s/".*//p;q}' "$new/.notes.md")
    picture[$lecture]=.pictures/$lecture.${first##*.}
    cp "$new/$folder/$first" "$new/${picture[$lecture]}"
    # What only made the pictures, or stands in the pages already.
    find "$new/$folder/figures" -type f -not -name '*.html' -delete
    rmdir --ignore-fail-on-non-empty "$new/$folder/figures"
done

if [ $# -eq 0 ]; then
    # The pages of the repository.
    while IFS= read -r path; do
        case $path in */notes.md | gallery.md) continue ;; esac
        say "$path"
        to=${path%.md}.html
        case $path in */README.md) to=${path%README.md}index.html ;; esac
        title=$(sed -n '/^# /{s/^# *//;s/`//g;p;q}' "$path")
        page "$path" "$path" notes.html "$to" -M "pagetitle=$title" -V "title=$title"
    done <"$PAGES"
    say gallery
    mkdir "$new/gallery"
    top gallery.md >"$new/.cards.md"
    "$site/expand.pl" "$new/.cards.md" "$new/gallery" >"$new/.gallery.md" || exit 1
    page gallery.md "$new/.gallery.md" notes.html gallery.html \
        -M "pagetitle=Gallery" -V "title=Gallery" -V wide=yes
    # The first page: a row for each lecture.
    rows=''
    for lecture in "${lectures[@]}"; do
        notes=lectures/$lecture/notes.md
        more=''
        for lab in $(labs_of "$lecture"); do
            more+=" · [lab $lab](lectures/$lecture/labs/$lab/README.md)"
        done
        [ ! -f "$new/lectures/$lecture/notes.pdf" ] ||
            more=" · [PDF](lectures/$lecture/notes.pdf)$more"
        rows+="$(field number $notes)|[![](${picture[$lecture]})](lectures/$lecture/notes.md) **$(field title $notes)** $(field about $notes) [notes](lectures/$lecture/notes.md) · [slides](lectures/$lecture/slides.html)$more"$'\n'
    done
    top index.md >"$new/.index.md"
    page index.md "$new/.index.md" notes.html index.html \
        -M "pagetitle=Scan, a course" -V "title=Scan, a course"
    find "$new/gallery" -type f -not -name '*.html' -delete
fi

# What the pages lead to: text as text, so that a browser shows it.
sort -u "$WANTED" | while IFS= read -r file; do
    [[ ${SOLUTIONS-no} = yes || $file != lectures/*/teacher/* ]] || continue
    mkdir -p "$new/$(dirname "$file")"
    case $file in
    *.svg | *.png | *.gif | *.html | *.pdf) cp "$file" "$new/$file" ;;
    *) cp "$file" "$new/$file.txt" ;;
    esac
done

rm -rf "$new"/.[a-z]*
: >"$new/.site"
rm -rf "$out"
mv "$new" "$out"
say ''
count() { find "$out" -name "$1" | wc -l; }
pdfs="$(count '*.pdf') PDFs"
if [ "${PDF-yes}" = no ]; then
    pdfs='no PDFs (PDF=no)'
elif [ -z "$browser" ]; then
    pdfs='no PDFs (no chromium or google-chrome to print them)'
fi
echo "lectures: $(count notes.html) notes, $(count slides.html) slides, $pdfs; $(count '*.html') pages, $(du -sh "$out" | cut -f1) in $out: open $out/index.html"
