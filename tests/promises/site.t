#!/bin/bash
# site.t - `make lectures`: the site of the course, whole, with its PDFs. No page has
# lost a line of its source, each link leads to a file of the site, and nothing is
# loaded from elsewhere. The gallery has a card for each story, with a picture and a
# player.
. "$(dirname "$0")/../end_to_end/tap.sh"

make=lectures/site/make.sh
refuses "no lecture of this name" 2 "lectures: no lecture none" \
    $make "$work/out" none
mkdir "$work/homework"
echo mine >"$work/homework/notes.txt"
for there in homework homework/notes.txt; do
    refuses "$there is no site" 2 "is not a site of this course" $make "$work/$there" kogge-stone
done
is "and is kept" "$(cat "$work/homework/notes.txt")" mine
mkdir "$work/bare"
for word in bash dirname mkdir; do
    ln -s "$(command -v $word)" "$work/bare"
done
refuses "without pandoc" 3 "pandoc, which makes the pages, is not installed" \
    env PATH="$work/bare" $make "$work/out"
ok "nothing is left" test ! -e "$work/out"

# ---------------------------------------------------------------- the whole site

# outside FOLDER: files that its pages load or link and that are not in it.
outside() {
    perl - "$1" <<'PERL'
use strict;
use warnings;
my $root = shift;
my $wrong = 0;
for my $page (split /\n/, `find "$root" -name '*.html'`) {
    next if $page =~ m{/(figures|gallery)/};
    open my $in, '<', $page or die;
    local $/;
    my $text = <$in>;
    my ($folder) = $page =~ m{^(.*)/};
    my %is = map { $_ => 1 } $text =~ /\bid="([^"]*)"/g;
    while ($text =~ /<(\w+)[^>]*?\s(href|src|data-player)="([^"]*)"/g) {
        my ($tag, $link) = ($1, $3);
        next if $link =~ /^data:/ || ($tag eq 'a' && $link =~ /^https?:/);
        my ($path, $anchor) = split /#/, $link, 2;
        next if $path eq '' ? !defined $anchor || $is{$anchor} : -e "$folder/$path";
        print "$page: $link\n";
        $wrong++;
    }
    for ($text =~ /(\{\{[^}]*\}\}|url\((?!["']?data:)[^)]*\)|\@import[^;]*)/g) {
        print "$page: $_\n";
        $wrong++;
    }
}
exit($wrong > 0);
PERL
}

# lost FOLDER PAGE...: lines of a source whose words are not on its page. Letters and
# digits are compared, but not code, formulas and numbers of a CSV.
lost() {
    perl - "$@" <<'PERL'
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));
my $site = shift;
my $lost = 0;
sub text {
    open my $in, '<', shift or return;
    local $/;
    return <$in>;
}
sub letters {
    return shift =~ s/&(?:lt|gt|quot|amp|#39);//gr =~ s/\W+|_//gr;
}
for my $path (@ARGV) {
    my $to = $path =~ s{README\.md$}{index.html}r =~ s{\.md$}{.html}r;
    my $page = text("$site/$to");
    if (!defined $page) {
        print "$path: there is no $to\n";
        $lost++;
        next;
    }
    $page =~ s{<(style|script)\b.*?</\1>}{}gs;
    my $have = letters($page =~ s/<[^>]*>//gsr);
    my $source = text($path);
    $source =~ s/\A---\n.*?\n---\n//s;
    $source =~ s/<!--.*?-->//gs;
    $source =~ s/^ *```.*?^ *```\s*$//gms;
    $source =~ s/^:::.*$//gm;
    $source =~ s/\$\$.*?\$\$/|/gs;
    $source =~ s/\$(?:(?!\n\n)[^\$])*\$/|/gs;
    $source =~ s/\{\{.*?\}\}/|/gs;
    $source =~ s/!\[[^]]*\]\([^)]*\)//g;
    $source =~ s/\[((?:[^][]|\[[^]]*\])*)\]\([^)]*\)/$1/g;
    for (split /\n/, $source) {
        next if /^    /; # code
        s/<[^>]*>/|/g;
        s/^\s*\d+\. //;
        for my $part (split /\|/) {
            next if index($have, letters($part)) >= 0;
            print "$path: not on its page: $part\n";
            $lost++;
        }
    }
}
exit($lost > 0);
PERL
}

# cards SITE STORY...: prints a line for each card of its gallery, and fails if a story has
# none, or a card lacks its picture, its sentence, its player or the line that embeds it.
cards() {
    perl - "$@" <<'PERL'
use strict;
use warnings;
my ($site, @stories) = @ARGV;
open my $in, '<', "$site/gallery.html" or die;
my $page = do { local $/; <$in> };
my ($wrong, %cards) = (0);
while ($page =~ m{<figure\s[^>]*?id="([^"]*)".*?</figure>}gs) {
    my ($name, $card) = ($1, $&);
    my $player = "gallery/$name.html";
    my %needs = (picture => qr{<img\s[^>]*src="data:image/(?:png|svg)},
        sentence => qr{<strong>[^<]+</strong> .*\.}s,
        link => qr{<a [^>]*href="$player"},
        'embed line' => qr{&lt;iframe src=(?:"|&quot;)$player\b});
    my @lacks = grep { $card !~ $needs{$_} } sort keys %needs;
    push @lacks, 'player' unless -s "$site/$player";
    print "$name: no $_\n" and $wrong++ for @lacks;
    print "$name\n";
    $cards{$name}++;
}
print "$_: no card\n" and $wrong++ for grep { !$cards{$_} } @stories;
exit($wrong > 0);
PERL
}

# The pages of the repository that are on the site.
sources() {
    find algorithms lectures results/h200/README.md results/h200/course/README.md \
        results/epyc-zen4-2core/README.md \
        results/xeon-emerald-rapids-2core/README.md -name '*.md' -not -path 'lectures/site/*' \
        -not -path lectures/README.md -not -path lectures/TEACHING.md \
        -not -path '*/teacher/*' # SOLUTIONS=yes adds these
}
lectures=$(find lectures -name notes.md | wc -l)
pdfs="no PDFs (PDF=no)"
! thorough || pdfs="$lectures PDFs"
ok "the whole course" env PDF="$(thorough && echo yes || echo no)" $make "$work/out"
has "the last line counts" "$out" "lectures: $lectures notes, $lectures slides, $pdfs; "
mapfile -t all < <(sources)
ok "no page has lost a line of its source" lost "$work/out" "${all[@]}"
for page in lectures/applications/labs/{spmv,segmented-scan} lectures/hierarchies/labs/three-phases; do
    is "$page: its questions" \
        "$(grep -A 2 '<summary>' "$work/out/$page/index.html" | grep -c '^\[[A-D]\]: ')" 3
done
ok "every link leads to a file of the site" outside "$work/out"

mapfile -t names < <(./scanviz --story | cut -d ' ' -f 1)
ok "there are stories" test ${#names[@]} -gt 0
ok "the gallery has a card for each story, and each has all parts" \
    cards "$work/out" "${names[@]}"
shown=$out
for group in network h200 wrong; do
    ok "cards of $group" test "$(grep -c "^$group-" <<<"$shown")" -ge 4
done
run cards "$work/out" "${names[@]}" none
is "a story without a card is missed" "$code $(tail -n 1 <<<"$out")" "1 none: no card"
is "the first page has a picture for each lecture" \
    "$(tr -s ' \n' ' ' <"$work/out/index.html" |
        grep -oE '<a href="lectures/[^"]*/notes.html"> ?<img src="data:' | wc -l)" "$lectures"
has "and the way to the gallery" "$(cat "$work/out/index.html")" 'href="gallery.html"'

made=$work/out/lectures/kogge-stone
has "formulas are MathML" "$(cat "$made/notes.html")" "<math"
lacks "a lab's lines are not in it" "$(sed 's/<[^>]*>//g' "$made/notes.html")" \
    "to[i] ="
has "but the way to the lab" "$(cat "$made/notes.html")" "These lines are yours to write"
lacks "a number at the beginning of a line is not a list" "$(cat "$made/notes.html")" "<ol"
has "a player" "$(ls "$made/figures")" kogge-stone-network.html
is "a slide for each heading, and the first one" \
    "$(grep -oE 'class="slide( first)?"' "$made/slides.html" | wc -l)" \
    "$(($(grep -c '^##' lectures/kogge-stone/notes.md) + 1))"
has "with the speaker's text" "$(cat "$made/slides.html")" '<div class="said">'
! thorough || is "a PDF of each lecture" \
    "$(head -qc 4 "$work"/out/lectures/*/notes.pdf | grep -o '%PDF' | wc -l)" "$lectures"

# ------------------------------------------------------------------- parts of it

if thorough; then
    ok "without solutions and PDFs, in its place" \
        env PDF=no $make "$work/out"
    is "solutions are left out" "$(find "$work/out" -path '*teacher*')" ""
fi
ok "one lecture, with solutions, in its place" env SOLUTIONS=yes $make "$work/out" kogge-stone
has "its last line" "$out" "lectures: 1 notes, 1 slides, 1 PDFs; "
has "the kernel is in it" "$(sed 's/<[^>]*>//g' "$made/notes.html")" "to[i] ="
is "its PDF" "$(head -c 4 "$made/notes.pdf")" "%PDF"
is "alone" "$(ls "$work/out/lectures")" kogge-stone

# A warning of pandoc is an error, and the old site stays.
mkdir "$work/warns"
printf '#!/bin/sh\necho "[WARNING] Odd" >&2\nexec "%s" "$@"\n' "$(command -v pandoc)" \
    >"$work/warns/pandoc"
chmod +x "$work/warns/pandoc"
refuses "a warning is an error" 1 "kogge-stone/notes.md: [WARNING] Odd" \
    env PDF=no PATH="$work/warns:$PATH" $make "$work/out" kogge-stone
ok "and the old site is left" test -s "$made/notes.html"
mkdir "$work/none"
for word in $(compgen -c | grep -E '^[a-z0-9_.+-]+$' | sort -u); do
    case $word in chromium* | google-chrome*) continue ;; esac
    program=$(type -P "$word") && ln -sf "$program" "$work/none" 2>/dev/null
done
ok "without a browser" env PATH="$work/none" $make "$work/out" kogge-stone
has "the last line says why there is no PDF" "$out" \
    "1 notes, 1 slides, no PDFs (no chromium or google-chrome to print them); "

done_testing
