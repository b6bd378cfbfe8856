#!/usr/bin/perl
# expand.pl - what a page of a lecture takes from elsewhere, put in its place:
#
#     lectures/site/expand.pl PAGE [FIGURES] >PAGE.md
#
# PAGE is named from the repository's root, where this runs. A page says
#
#     ``` {.c include=FILE from="REGEX" to="REGEX"}
#     ```
#         lines of a file: from the first that fits `from` to the next that fits
#         `to`; without the two, all. With lab=NAME the lines are what students of
#         that lab write: they are put in if SOLUTIONS is yes. {.md include=...} is put in as Markdown,
#         {.text include=...} is a picture that stands in a comment.
#
#     ``` {.figure #NAME caption="..."}
#     commands
#     ```
#         a picture, NAME.svg or NAME.png, which these commands make; they run in
#         the folder FIGURES, as bash does them, with scanlab and scanviz in PATH,
#         $results, $stories, $museum and $algorithms for those folders. If they make
#         NAME.html too, the page has it as a player, with a line that embeds it in
#         another page. Without FIGURES nothing is run.
#
#     {{FILE.csv COLUMN NAME=VALUE ...}}, {{FILE.csv COLUMN ... as FORMAT}}
#     {{FILE.csv COLUMN/K ...}}, {{FILE.csv COLUMN ... over FILE.csv COLUMN ...}}
#         a number of the one row of results/FILE.csv that has these values; divided
#         by K, or by another such number. NAME= stands for an empty cell, FORMAT is
#         printf's: %.3g, if none is said.
#
# What is not there is an error, PAGE:LINE. So nothing in a page can drift.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));
use Cwd qw(abs_path);
use File::Basename qw(basename);
use Text::ParseWords qw(parse_line shellwords);

my ($page, $figures) = @ARGV;
die "usage: expand.pl PAGE [FIGURES]\n" unless defined $page;
$figures = abs_path($figures) if defined $figures; # commands run in it
my $line = 0;

sub fail {
    print STDERR "$page:$line: ", @_, "\n";
    exit 1;
}

sub lines_of {
    my $file = shift;
    open my $in, '<', $file or fail("there is no $file");
    return <$in>;
}

# The attributes of a fenced block: .class, #name, key=value, key="value".
sub attributes {
    my ($text, %is) = (shift, class => '', name => '');
    while ($text =~ /\G\s*(?:\.([\w-]+)|#([\w-]+)|(\w+)=(?:"([^"]*)"|(\S+)))/gc) {
        if (defined $1) { $is{class} ||= $1 }
        elsif (defined $2) { $is{name} = $2 }
        else { $is{$3} = defined $4 ? $4 : $5 }
    }
    fail("cannot read the attributes {$text}") if $text =~ /\G\s*\S/gc;
    return %is;
}

# The lines from..to of a file, and their numbers.
sub range {
    my %is = @_;
    my @all = lines_of($is{include});
    my ($first, $last) = (0, $#all);
    if (defined $is{from}) {
        $first++ while $first <= $#all && $all[$first] !~ /$is{from}/;
        fail("no line of $is{include} fits \"$is{from}\"") if $first > $#all;
    }
    if (defined $is{to}) {
        $last = $first;
        $last++ while $last <= $#all && $all[$last] !~ /$is{to}/;
        fail("no line of $is{include} from line ", $first + 1,
             " on fits \"$is{to}\"") if $last > $#all;
    }
    fail("$is{include} is empty") if !@all;
    return ($first + 1, $last + 1, @all[$first .. $last]);
}

# The way from the page's folder to a file of the repository.
sub from_page {
    my $up = () = $page =~ m{/}g;
    return ('../' x $up) . shift;
}

sub put_include {
    my %is = @_;
    my ($first, $last, @text) = range(%is);
    if (defined $is{lab} && ($ENV{SOLUTIONS} // 'no') ne 'yes') {
        print "::: show\nThese lines are yours to write, in the lab ",
            "[$is{lab}](labs/$is{lab}/README.md).\n:::\n";
        return;
    }
    if ($is{class} eq 'md') {
        print @text;
        return;
    }
    if ($is{class} eq 'text') { # a picture of a comment, without its margin
        s/^ \*(?: {1,5}|$)// for @text;
    }
    print "::: {.code}\n``` {.$is{class}}\n", @text, "```\n\n",
        "[$is{include}](", from_page($is{include}), "), lines $first to $last\n",
        ":::\n";
}

sub put_details {
    my ($summary, $code) = @_;
    print "<details class=\"made\"><summary>$summary</summary>\n",
        "<pre><code>$code</code></pre>\n</details>\n";
}

sub put_figure {
    my ($body, %is) = @_;
    fail('a figure needs a name, #NAME') if $is{name} eq '';
    fail('a figure needs a caption="..."') unless defined $is{caption};
    if (!defined $figures) {
        print "*$is{caption}*\n\n";
        return;
    }
    my $said = "$figures/$is{name}.log";
    open my $run, '|-', 'bash', '-c', 'cd "$1" && exec bash -euo pipefail /dev/stdin >"$2" 2>&1',
        'figure', $figures, $said or fail('cannot start bash');
    print $run $body;
    if (!close $run) {
        my @words = lines_of($said);
        fail("figure $is{name} was not made: ", @words ? $words[-1] =~ s/\n//r : 'no word');
    }
    my ($picture) = grep { -s "$figures/$_" } map { "$is{name}.$_" } qw(svg png);
    fail("the commands make no $is{name}.svg or .png") unless $picture;
    my $folder = basename($figures); # as the page sees it
    my $player = -s "$figures/$is{name}.html" ? "$folder/$is{name}.html" : '';
    my $commands = $body =~ s/&/&amp;/gr =~ s/</&lt;/gr;
    print "\n<figure id=\"$is{name}\"", $player && " data-player=\"$player\"",
        ">\n<img src=\"$folder/$picture\" alt=\"\">\n",
        "<figcaption>\n\n$is{caption}\n\n";
    print "<a class=\"play\" href=\"$player\">play it</a>\n" if $player;
    put_details('made by', $commands);
    put_details('embed', "&lt;iframe src=\"$player\" width=\"640\" height=\"400\"&gt;&lt;/iframe&gt;")
        if $player;
    print "</figcaption>\n</figure>\n\n";
}

# One number: FILE COLUMN[/K] NAME=VALUE ...
sub number {
    my ($file, $column, @want) = @_;
    my $by = $column =~ s{/([\d.e]+)$}{} ? $1 : 1;
    my ($head, @rows) = lines_of("results/$file");
    chomp(my @names = parse_line(',', 0, $head));
    my %at = map { $names[$_] => $_ } 0 .. $#names;
    fail("$file has no column $column") unless defined $at{$column};
    my @found;
    for my $row (@rows) {
        chomp $row;
        my @cell = parse_line(',', 0, $row);
        push @found, $cell[$at{$column}] unless grep {
            my ($name, $value) = split /=/, $_, 2;
            fail("$file has no column $name") unless defined $at{$name};
            ($cell[$at{$name}] // '') ne $value;
        } @want;
    }
    fail(scalar(@found), " rows of $file have @want; one is wanted") if @found != 1;
    fail("$file has no number in $column where @want") if ($found[0] // '') !~ /^[-\d.e+]+$/;
    return $found[0] / $by;
}

sub put_number {
    my $ask = shift;
    my $format = $ask =~ s/\s+as\s+(%\S+)\s*$// ? $1 : '%.3g';
    my ($what, $over) = split /\s+over\s+/, $ask, 2;
    my ($file, @words) = shellwords($what);
    fail("cannot read {{$ask}}") unless @words;
    my $is = number($file, @words);
    $is /= number(shellwords($over)) if defined $over;
    return sprintf $format, $is;
}

my ($block, $body) = ('', '');
for (lines_of($page)) {
    $line++;
    if ($block ne '') {
        if (/^```\s*$/) {
            my %is = attributes($block);
            defined $is{include} ? put_include(%is) : put_figure($body, %is);
            ($block, $body) = ('', '');
        } else {
            $body .= $_;
        }
    } elsif (/^```\s*\{(.*(?:include=|\.figure\b).*)\}\s*$/) {
        $block = $1;
    } else {
        s/\{\{(.+?)\}\}/put_number($1)/ge;
        print;
    }
}
fail('a block has no end') if $block ne '';
