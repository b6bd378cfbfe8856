#!/bin/bash
# figures.t - the measured figures of the pages are in the files of results/ that the pages
# name. A figure is
#
#     a decimal number        0.97, "1.4 times"
#     a time, a throughput    142 us, 3 s, 4231 GB/s, 7 in a column of that unit
#     a percentage            5 % more time
#
# outside of code, formulas, comments and {{...}} (expand.pl takes these from a CSV); in
# tables that a script writes (<!-- NAME.sh --> to <!-- end -->), only in rows that link CSVs.
# The page names its files with links or in `backquotes`: .csv, .txt, .md of results/, and
# traces. Those in the same paragraph, list item or row count; if there are none, those of
# the section. Or with a comment, up to the next heading; above the first ## for the whole page:
#
#     <!-- figures: results/h200/again.csv -->   also these files
#     <!-- no figures: WHY -->                   these numbers are set or computed
#
# A figure is found if a median of a CSV equals it, rounded as the page shows it: a time,
# GB/s, or a fraction of the copy; in (0.97..0.98) an end of an interval; if the sentence
# compares ("times", "faster"), also a median over another with the same n and monoid. Only
# rows with the n, the input and the scan that the page names there count. Other files are
# read as text: each number in them counts, with its unit.
#
#     figures.t PAGE...     these pages alone
. "$(dirname "$0")/../end_to_end/tap.sh"

# The program, tried on made-up pages too. figures ROOT FILE.md...
figures() {
    perl - "$@" <<'PERL'
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));
use Text::ParseWords qw(parse_line);
my $root = shift;
my ($wrong, $seen, $held, %files) = (0, 0, 0);
my %ns = (ns => 1, us => 1e3, 'µs' => 1e3, 'μs' => 1e3, microseconds => 1e3, ms => 1e6,
    milliseconds => 1e6, s => 1e9, second => 1e9, seconds => 1e9);
my $time = join '|', sort { length $b <=> length $a } keys %ns;
my $unit = qr{(?:(?:$time|GB/s|TB/s)(?![\w/]|-\w)|%)};
my $size = qr{(?:[KMG]i?B|(?:mega|giga|kilo)?bytes?|[MG]Hz)\b(?!/)};
my $versions = join '|', qw(version sections? listings? figures? chapters? lab exercise CUB
    CUDA PTX driver toolkit OpenCL Ubuntu Debian Fedora gcc clang C\+\+ Python NumPy);
my $unit_of = qr{(?:^|[\s,(])($unit)};
my $number = qr{\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?};

# A file of results/: {rows} of a CSV, each by its columns, or the {numbers} of a text.
sub read_file {
    my $path = shift;
    return $files{$path} if $files{$path};
    my ($how, @what) = $path =~ /\.gz$/ ? ('-|', 'gzip', '-dc', "$root/$path")
        : ('<', "$root/$path");
    open my $in, $how, @what or die "$path: $!\n";
    my @lines = <$in>;
    if ($path =~ /\.gz$/) { # only the end of a trace
        shift @lines while @lines && $lines[0] !~ /^"metadata"/;
    }
    @lines = grep { !/^#/ } @lines;
    my %is = (path => $path);
    chomp(my @names = parse_line(',', 0, $lines[0] // ''));
    if ($path =~ /\.csv$/ && grep { /_ns$|^seconds$|^points$/ } @names) {
        for (@lines[1 .. $#lines]) {
            chomp;
            my %row;
            @row{@names} = /"/ ? parse_line(',', 0, $_) : split /,/, $_, -1;
            push @{$is{rows}}, \%row;
        }
    } else {
        my @head;
        for (@lines) {
            @head = () if !/^\|/;
            my @cells = /^\|/ ? split /\|/ : $_;
            @head = @cells if !@head;
            for my $k (0 .. $#cells) {
                my $titled = @cells > 1 && ($head[$k] // '') =~ $unit_of ? $1 : '';
                $titled = 'us' if $cells[$k] =~ /_us"/;
                while ($cells[$k] =~ /(?<![\d.])($number)(?!\d)(?: ?($unit))?/g) {
                    my ($value, $is) = ($1, $2 // $titled);
                    push @{$is{numbers}}, [$value =~ s/,//gr, $is];
                }
            }
        }
    }
    return $files{$path} = \%is;
}

# True if a value, rounded to so many decimals, is the one that the page shows.
sub rounds {
    my ($value, $shown, $step) = @_;
    return abs($value - $shown) <= 0.5000001 * $step;
}

# The rows that a piece of a page is about, by n, scan and input; always with the copy's.
sub about {
    my ($piece, @rows) = @_;
    my $keep = sub {
        my $fits = shift;
        my @fit = grep { $fits->($_) } @rows;
        @rows = grep { ($_->{algorithm} // '') eq 'memcpy' || $fits->($_) } @rows if @fit;
        return scalar @fit;
    };
    my $cells = $piece->{cells};
    $keep->(sub { $piece->{sizes}{$_[0]{n} // ''} });
    $keep->(sub { $cells->{$_[0]{pattern} || '|'} });
    $keep->(sub { $cells->{join ':', grep { $_ } @{$_[0]}{qw(algorithm variant)}} })
        || $keep->(sub {
            my $name = ($_[0]{algorithm} // '') =~ s/_//gr;
            return $name ne 'memcpy' && $piece->{letters} =~ /\b\Q$name\E\b/;
        });
    return @rows;
}

# The n that a text names: "2^28", "2^21 to 2^23".
sub sizes {
    my ($text, %is) = @_;
    while ($text =~ /\b2\^(\d+)(?:(?:\s+to\s+|\.\.)2\^(\d+))?/g) {
        $is{2 ** $_} = 1 for $1 .. $2 // $1;
    }
    return \%is;
}

# True if the files have a figure of this unit. Ends of an interval, (0.97..0.98), are
# looked up in the columns of intervals, other figures among medians.
sub found {
    my ($shown, $unit, $ends, $piece, @from) = @_;
    my $step = $shown =~ /\.(\d+)/ ? 10 ** -length $1 : 1;
    my $columns = $ends ? qr/^of_memcpy_|^runs_of_memcpy_|^ci_|^runs_(?:low|high)_ns|^within_/
        : qr/^(?:runs_)?(?:median_ns|of_memcpy)$|^gbps$|^seconds$|^faster$/;
    for my $file (@from) {
        for (@{$file->{numbers} // []}) {
            my ($value, $is) = @$_;
            if ($ns{$unit} && $ns{$is}) { $value *= $ns{$is} / $ns{$unit} }
            elsif ($is ne $unit) { next }
            return 1 if rounds($value, $shown, $step);
        }
        my @rows = about($piece, @{$file->{rows} // []});
        for my $row (@rows) {
            for my $name (grep { /$columns/ } keys %$row) {
                my $value = $row->{$name} // '';
                next if $value !~ /^\d+(?:\.\d+)?(?:e[-+]?\d+)?$/;
                if ($name =~ /_ns$/) { next if !$ns{$unit}; $value /= $ns{$unit} }
                elsif ($name eq 'seconds') { next if !$ns{$unit}; $value *= 1e9 / $ns{$unit} }
                elsif ($name eq 'gbps') {
                    next if $unit !~ m{^[GT]B/s};
                    $value /= 1000 if $unit eq 'TB/s';
                }
                elsif ($unit ne '') { next }
                return 1 if rounds($value, $shown, $step);
            }
        }
        next unless $piece->{compares} && ($unit eq '' || $unit eq '%');
        my %of;
        push @{$of{join ' ', map { $_ // '' } @$_{qw(n monoid)}}}, $_->{median_ns}
            for grep { $_->{median_ns} } @rows;
        for my $times (values %of) {
            for my $over (@$times) {
                for my $under (grep { $_ != $over } @$times) {
                    my $is = $over / $under;
                    return 1 if $unit eq '' ? rounds($is, $shown, $step)
                        : rounds(100 * $is, $shown, $step)
                        || rounds(100 * abs($is - 1), $shown, $step);
                }
            }
        }
    }
    return 0;
}

# The files that a piece of a page names, as paths from the root.
sub named {
    my ($folder, $text) = @_;
    my @paths;
    push @paths, $1 while $text =~ m{\]\(\s*<?([^)\s>#]+\.(?:csv|txt|md|json\.gz))[^)]*\)}g;
    push @paths, $1 while $text =~ m{`([\w./-]+\.(?:csv|txt|json\.gz))`}g;
    my %is;
    for (@paths) {
        my $path = "$folder$_";
        1 while $path =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
        $is{$path} = 1 if $path =~ m{^results/} && $path !~ m{README\.md$}
            && -f "$root/$path";
    }
    return sort keys %is;
}

# A page in pieces, without code: [line, text, section, head of its table].
sub pieces {
    my $path = shift;
    open my $in, '<', "$root/$path" or die "$path: $!\n";
    my ($section, $fenced, $made, $blank, @pieces, @head) = (0, 0, 0, 1);
    my ($list, $front) = (0, 0);
    while (<$in>) {
        chomp;
        $front = $. == 1 if /^---$/;
        next if $front;
        $fenced = !$fenced, next if /^\s*(?:```|~~~)/;
        next if $fenced;
        $made = 1 if /^<!-- \S+\.sh -->/;
        $made = 0, $section++ if /^<!-- end -->/;
        $blank = 1, @head = (), next if /^\s*$/;
        $list = 1 if /^(?:\d+\.|[-*]) /;
        $list = 0 if /^\S/ && !/^(?:\d+\.|[-*]) / && $blank;
        next if $blank && ($list ? /^ {7}/ : /^ {4}/);
        if (/^#/) {
            $section++;
            push @pieces, [$., $_, $section];
        } elsif (/^\s*\|/) {
            my @cells = split /(?<!\\)\|/, s/`[^`]*`/ /gr, -1;
            push @pieces, [$., $_, $section, [@head], $made];
            @head = @cells if !@head;
        } elsif ($blank || !@pieces || /^\s*(?:\d+\.|[-*]) |^<!--|^:::/
            || $pieces[-1][1] =~ /^#|-->\s*$/) {
            push @pieces, [$., $_, $section, undef, $made];
        } else {
            $pieces[-1][1] .= "\n$_";
        }
        $blank = 0;
    }
    return @pieces;
}

for my $file (@ARGV) {
    my ($folder) = $file =~ m{^(.*/)} ? $1 : '';
    my @pieces = pieces($file);
    my (%links, %also, %free);
    my $first = (grep { $_->[1] =~ /^##/ } @pieces)[0];
    for (@pieces) {
        my ($line, $text, $section) = @$_;
        push @{$links{$section}}, named($folder, $text);
        my $scope = $first && $line < $first->[0] ? 'page' : $section;
        for ($text =~ /<!-- figures: (.*?) *-->/s ? split /[\s,]+/, $1 : ()) {
            push(@{$also{$scope}}, $_), next if -f "$root/$_";
            print "$file:$line: there is no $_\n";
            $wrong++;
        }
        $free{$scope} = 1 if $text =~ /<!-- no figures: \S/;
    }
    my ($any, $caption) = (0, '');
    for (@pieces) {
        my ($line, $text, $section, $head, $made) = @$_;
        next if $free{page} || $free{$section};
        my @own = named($folder, $text);
        my $words = $text =~ s/\]\([^)]*\)/]/gr =~ s/<!--.*?-->//gsr;
        $caption = $words if !$head;
        next if $made && (!@own || grep { !/\.csv$/ } @own);
        my @paths = (@own, @{$also{page} // []}, @{$also{$section} // []});
        @paths = @{$links{$section} // []} unless @paths;
        my %once;
        my @from = map { read_file($_) } grep { !$once{$_}++ } @paths;
        my %piece = (
            letters => lc(($head ? $caption : '') . $words) =~ s/[-_]//gr,
            cells => {map { s/^\s+|\s+$|[][`]//gr =~ s/: /:/r => 1 }
                $head ? split /\|/, $words : ()},
        );
        # Spaces replace the parts that are not read, so that lines and cells stay.
        my $hide = sub { $_[0] =~ s/[^\n|]/ /gr };
        $text =~ s/(<!--.*?-->|\{\{.*?\}\}|``.*?``|`[^`]*`)/$hide->($1)/ges;
        $text =~ s/(\$\$.*?\$\$|\$[^\$\n]*\$)/$hide->($1)/ges;
        $text =~ s/(\]\([^)]*\)|<\/?[a-z][^>]*>|\bdoi:\S+|https?:\S+)/$hide->($1)/ge;
        my ($at, $column, $last) = ($line, 0, '');
        # A line, a cell, or a number with its unit: "2s" is twice s, "2 s" two seconds.
        while ($text =~ /\G.*?(?:(\n)|(\|)
                |(?<![\w^*\/])(?<!(?<!\.)\.)($number)(?!\.\d)
                 ((?:\s+(?:to|and|or)\s+|[ ]?\.\.[ ]?|-)(?=\d))?
                 (?:[ ]($unit)|[ ]?(%|us|ms|ns|µs)(?!\w))?)/gcsx) {
            my ($new, $cell, $shown, $range, $is) = ($1, $2, $3, $4, $5 // $6);
            if ($new) { $at++; next }
            if ($cell) { $column++; next }
            $at += $range =~ tr/\n// if $range;
            my ($from, $to, $end) = ($-[3], $+[4], $+[0]);
            my $so_far = substr $text, 0, $from;
            my $after = substr $text, $end, 30;
            $is //= $1 if $range
                && substr($text, $to) =~ /^(?:$number(?:, | to | and ))*$number ?($unit)/;
            $is //= $1 if $after =~ /^(?:, $number)*,? and $number ?($unit)/;
            if (@{$head // []}) {
                my $title = $head->[$column] // '';
                next if $title =~ /^ *(?:floor|aim|of the bound) *$|$size/;
                $is //= $1 if $column > 1 && ($title =~ $unit_of || $head->[1] =~ $unit_of);
            }
            # Its row, or its sentence; for n also the text before it.
            my $said = $head ? join(' ', $text, @$head)
                : ($so_far =~ s/.*[.;:]\s//sr) . (substr($text, $from) =~ s/[.;]\s.*//sr);
            my $n = sizes($said);
            $piece{sizes} = ($head && $head->[$column] // '') =~ /^ *(\d{3,}) *$/ ? {$1 => 1}
                : %$n ? $n : sizes($so_far);
            $piece{compares} = $said
                =~ /\b(?:times|time over|of\s+the\s+time|faster|slower|(?:more|less)\s+time)\b/;
            $is //= '';
            next if $is eq '' && $shown !~ /\./;
            next if !$range && $after =~ /^\w|^[.]\d|^\^/;
            next if $is eq '%' && $after =~ /^\s+(?:confidence\s+)?interval/;
            next if $so_far =~ /(?:$versions)[\s(]*(?:[\d.]+(?:,|\ and|\ to)\s+)*$/ix;
            next if $so_far =~ /[=<>≈≤≥] ?$/ || $after =~ /^(?:, [\d.]+)*(?: and [\d.]+)?\s?$size/;
            $shown =~ s/,//g;
            $seen++;
            $any = 1;
            $last = $is if $ns{$is};
            my $ends = ($range // '') =~ /\.\./ || $so_far =~ /\.\. ?$/;
            my $what = $is eq '' ? $shown : "$shown $is";
            if (!@from) {
                print "$file:$at: $what: no file is named\n";
                $wrong++;
            } elsif (!grep { found($shown, $_, $ends, \%piece, @from) } $is, $last) {
                print "$file:$at: $what is not in ", join(', ', map { $_->{path} } @from), "\n";
                $wrong++;
            }
        }
    }
    $held += $any;
}
print scalar(@ARGV), " pages, $held with figures, $seen figures\n";
exit($wrong ? 1 : 0);
PERL
}

# Pages of the repository; those of tests/ are about code, not time.
pages() {
    git ls-files '*.md' | grep -E -e '^README.md$' -e '^(algorithms|harness|viz)/.*README.md$' \
        -e '^lectures/' -e '^results/.*README.md$' | grep -v '^lectures/site/'
}

if [ $# -gt 0 ]; then
    all=("$@")
else
    mapfile -t all < <(pages)
fi
ok "each measured figure is in the file that its page names" figures . "${all[@]}"
echo "# ${out##*$'\n'}"
[ $# -eq 0 ] || done_testing # exits

# It reports a wrong figure, a missing file and a missing row.
house=$work/house
mkdir -p "$house/results/gpu/traces" "$house/scan"
cat >"$house/results/gpu/scan.csv" <<'CSV'
algorithm,variant,n,monoid,samples,median_ns,ci_low_ns,gbps,of_memcpy,of_memcpy_low,of_memcpy_high
memcpy,,1048576,add_i32,41,50000,49000,167.77,1,1,1
lookback,"block=64,items=4",1048576,add_i32,42,62500,61000,134.2,0.8004,0.79,0.81
lookback,,1024,add_i32,43,3100,3000,2.64,0.31,0.3,0.32
CSV
cat >"$house/results/gpu/log.txt" <<'LOG'
# 77.7 us in a comment
lookback   61.26 us  0.7531 of memcpy
LOG
printf '{"ts": 9.9,\n"metadata": {\n "traced_us": 12.46\n}}\n' |
    gzip >"$house/results/gpu/traces/look.json.gz"
cat >"$house/README.md" <<'PAGE'
# Scans, version 2.7

[scan.csv](results/gpu/scan.csv): at 2^20 look-back reaches 0.80 of a copy (0.790..0.81).
It takes 62.5 us where the copy takes 50.0, that is 1.25 times as long, 25 % more time.
134 GB/s. `0.99` is code, CUB 3.5.0 a version, x = 0.99 a formula; 1.07 GB are bytes.

    12.3 us

## A table

| us | file | 1024 | 1048576 |
| --- | --- | ---: | ---: |
| look-back | [all](results/gpu/scan.csv) | 3.1 | 62 |

## A log

The log ([log.txt](results/gpu/log.txt)) has 61.3 us, 0.753; the trace 12.5 us
(`results/gpu/traces/look.json.gz`).

## By a comment

<!-- figures: results/gpu/scan.csv -->

- It takes 3.1 us.

## Limits

<!-- no figures: limits that the code sets -->

After 20 s it ends.

## By a script

<!-- bench.sh -->
| scan | floor | of a copy |
| --- | --- | --- |
| [look-back](results/gpu/scan.csv) | 0.95 | 0.80 |
| as a script computes it | | 0.77 |
<!-- end -->
PAGE
ok "a right page" figures "$house" README.md
is "its figures are counted" "$out" "1 pages, 1 with figures, 15 figures"

# wrong NAME WANT TEXT: a page with this text is wrong, with this message.
wrong() {
    printf '%s\n' "$3" >"$house/scan/README.md"
    run figures "$house" scan/README.md
    is "$1: an error" "$code" 1
    has "$1" "$out" "scan/README.md:$2"
}
csv='[scan.csv](../results/gpu/scan.csv)'
wrong "a wrong fraction" "1: 0.81 is not in results/gpu/scan.csv" "Look-back reaches 0.81 ($csv)."
wrong "one digit too many" "1: 0.801 is not in" "Look-back reaches 0.801 ($csv)."
wrong "a wrong time" "2: 63.5 us is not in" "Look-back ($csv)"$'\n'"takes 63.5 us."
wrong "the first of two" "1: 61 us is not in" "From 61 to 62.5 us ($csv, 2^10)."
wrong "another unit" "1: 62.5 ms is not in" "It takes 62.5 ms ($csv)."
wrong "the row of another n" "1: 62.5 us is not in" "At 2^10 it takes 62.5 us ($csv)."
wrong "a column of another n" "3: 3.1 us is not in" \
    $'| us | file | 1048576 |\n| --- | --- | --- |\n| it | '"$csv | 3.1 |"
wrong "a quotient over different n" "1: 20.16 is not in" "It is 20.16 times as fast ($csv)."
wrong "no comparison" "1: 1.25 is not in" "It came to 1.25 ($csv)."
wrong "a count is no figure" "1: 42 us is not in" "It takes 42 us ($csv)."
wrong "no file" "1: 0.80: no file is named" "Look-back reaches 0.80."
wrong "a file that is not there" "1: there is no results/gpu/none.csv" \
    "<!-- figures: results/gpu/none.csv -->"
wrong "a file in another section" "3: 0.80: no file is named" \
    "See $csv."$'\n## Next\n'"Look-back reaches 0.80."
wrong "a comment of a log" "1: 77.7 us is not in" \
    "It takes 77.7 us ([log](../results/gpu/log.txt))."
wrong "a number of a log without its unit" "1: 0.753 us is not in" \
    "It takes 0.753 us ([log](../results/gpu/log.txt))."
wrong "an instant of a trace" "1: 9.9 us is not in" \
    "It takes 9.9 us ([trace](../results/gpu/traces/look.json.gz))."
wrong "a table of a script" "4: 0.81 is not in" \
    $'<!-- bench.sh -->\n| scan | of a copy |\n| --- | --- |\n'"| $csv | 0.81 |"$'\n<!-- end -->'
done_testing
