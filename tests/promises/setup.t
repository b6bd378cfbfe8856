#!/bin/bash
# setup.t - the other ways to get at the program: container, notebook, tarball;
# and that all places tell the same version.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/promises/page.sh

root=$PWD
version=$(sed -n 's/^VERSION := //p' Makefile)
targets=$(make help | sed -n 's/^  make \([a-z-]*\).*/\1/p')

# ---------------------------------------------------------------- the version

is "the program tells it" "$("$scanlab" --version | head -n 1)" \
    "scanlab $version"
is "CITATION.cff has it" "$(sed -n 's/^version: "\(.*\)"/\1/p' CITATION.cff)" \
    "$version"
is "CHANGELOG.md begins with it, or with what is not released" \
    "$(sed -n 's/^## \[\([0-9.]*\)\].*/\1/p' CHANGELOG.md | head -n 1)" "$version"
is "on the same day" "$(sed -n 's/^## \[.*\] - //p' CHANGELOG.md | head -n 1)" \
    "$(sed -n 's/^date-released: "\(.*\)"/\1/p' CITATION.cff)"

# ------------------------------------------------------- container, devcontainer

# A target of make for each `make TARGET` of a text.
makes() {
    grep -o 'make [^&|"]*' | tr ' ' '\n' | grep '^[a-z][a-z-]*$' | sort -u |
        grep -v '^make$'
}
known() {
    local target
    while read -r target; do
        grep -qx "$target" <<<"$targets" || echo "$target"
    done
}
is "Dockerfile calls targets of make" \
    "$(sed -n 's/^RUN \(make.*\)/\1/p' Dockerfile | makes | known)" ""
for source in $(sed -n 's/^COPY \([^ ]*\) .*/\1/p' Dockerfile); do
    ok "Dockerfile copies $source" test -e "$source"
done
# value FILE KEY.KEY...: of a JSON file; dies where it is none.
value() {
    perl -MJSON::PP -e '
        local $/;
        open my $in, "<", $ARGV[0] or die;
        my $at = decode_json(<$in>);
        $at = $at->{$_} for split /\./, $ARGV[1];
        print $at' "$@"
}
container=.devcontainer/devcontainer.json
is "devcontainer.json leads to the Dockerfile" \
    "$(realpath ".devcontainer/$(value $container build.dockerfile)")" \
    "$root/Dockerfile"
ok "to a stage of it" \
    grep -q " AS $(value $container build.target)\$" Dockerfile
is "and calls targets of make" \
    "$(value $container postCreateCommand | makes | known)" ""

# ------------------------------------------------------------------- notebook

cells=$(perl -MJSON::PP -e '
    local $/;
    my $book = decode_json(<STDIN>);
    die "not nbformat 4" if $book->{nbformat} != 4;
    my %seen;
    for my $cell (@{$book->{cells}}) {
        die "a cell without an id of its own" if $seen{$cell->{id}}++;
        next if $cell->{cell_type} eq "markdown";
        die $cell->{cell_type} if $cell->{cell_type} ne "code";
        die "outputs are kept" if @{$cell->{outputs}};
        print @{$cell->{source}}, "\n";
    }' <lectures/colab.ipynb 2>&1)
is "colab.ipynb is a notebook" "$?" 0
is "it calls targets of make" \
    "$(grep '^!make' <<<"$cells" | makes | known)" ""
mkdir "$work/clone"
ln -s "$root/algorithms" "$work/clone"
printf '#!/bin/bash\nSCANLAB_HOME="%s" exec -a "$0" "%s" "$@"\n' "$root" "$scanlab" \
    >"$work/clone/scanlab"
chmod +x "$work/clone/scanlab"
cd "$work/clone" || exit 1
page_change() { [[ $1 == *bench.csv* ]] && $page_no_gpu || echo "$1"; }
{
    sed -n 's/^!\(sed .*\)/    $ \1/p; s/^!\(\.\/scanlab .*\)/    $ \1/p' \
        <<<"$cells" | sed 's/ verify .*broken.cu$/&\n    ...\n    WRONG/'
} >notebook.md
has "its commands are found" "$(cat notebook.md)" "run lookback -d cuda"
page_filter() { grep -o 'WRONG' || true; }
page_try notebook.md
cd "$root" || exit 1

# -------------------------------------------------------------------- tarball

if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    skip "make dist" "not a clone"
    done_testing
fi
mkdir "$work/dist"
ok "make dist" git archive --prefix="scanlab-$version/" \
    -o "$work/dist/scanlab.tar.gz" HEAD
has "is that command" "$(make -n dist)" "git archive --prefix=scanlab-$version/"
cd "$work/dist" || exit 1
tar -xzf scanlab.tar.gz
cd "scanlab-$version" || exit 1
for file in README.md LICENSE CHANGELOG.md CITATION.cff Makefile; do
    ok "$file is in it" test -s "$file"
done
# What was built from the same sources need not be built again.
mkdir build
for part in algorithms harness viz; do
    [ ! -e "$root/$BUILD/$part" ] || cp -a "$root/$BUILD/$part" build
done
unset BUILD
ok "it builds without git" make -s all
ok "and runs from another folder" sh -c \
    'cd / && "$1" run kogge_stone -d simt -n 8' - "$PWD/scanlab"

done_testing
