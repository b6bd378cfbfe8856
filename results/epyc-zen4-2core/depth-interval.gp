# depth-interval.gp - draws depth-interval.dat
# Draw again, in this folder:  gnuplot depth-interval.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'depth-interval.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Depth: the longest chain of operations (1 of 2)' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 '2 threads on cpu  ·  interval (4 bytes)' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'points: measured; lines: closed form' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.0871
set rmargin at screen 0.8057
set bmargin at screen 0.0990
set tmargin at screen 0.8583

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'n, elements' at screen 0.4464, screen 0.0217 center noenhanced font ',12.88'
set label 'op applications in a row' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
set logscale x 2
set xrange [14.1232479:74244.6783]
set xtics 16, 4
set mxtics 1
set format x "2^{%L}"
set logscale y 2
set yrange [2.98969576:87685.1764]
set ytics 4, 4
set mytics 1
set format y "2^{%L}"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'decoupled look-back' at graph 1.0279, first 28253.9 left noenhanced front font ',12.88' tc rgb '#0072b2'
set arrow from graph 1.002, first 21849 to graph 1.0229, first 28253.9 nohead lw 0.7 lc rgb '#0072b2'
set label 'look-ahead' at graph 1.0279, first 41151.4 left noenhanced front font ',12.88' tc rgb '#3c7ea3'
set arrow from graph 1.002, first 40962 to graph 1.0229, first 41151.4 nohead lw 0.7 lc rgb '#3c7ea3'
set label 'reduce-then-scan' at graph 1.0279, first 19398.7 left noenhanced front font ',12.88' tc rgb '#d55e00'
set arrow from graph 1.002, first 20484 to graph 1.0229, first 19398.7 nohead lw 0.7 lc rgb '#d55e00'
set label 'scan-then-propagate' at graph 1.0279, first 13318.8 left noenhanced front font ',12.88' tc rgb '#a16f00'
set arrow from graph 1.002, first 16386 to graph 1.0229, first 13318.8 nohead lw 0.7 lc rgb '#a16f00'
set label 'sequential' at graph 1.0279, first 65535 left noenhanced front font ',12.88' tc rgb '#000000'
set arrow from graph 1.002, first 65535 to graph 1.0229, first 65535 nohead lw 0.7 lc rgb '#000000'
set label 'hierarchical' at graph 1.0279, first 518 left noenhanced front font ',12.88' tc rgb '#6b6b23'
set arrow from graph 1.002, first 518 to graph 1.0229, first 518 nohead lw 0.7 lc rgb '#6b6b23'
set label 'Kogge-Stone' at graph 1.0279, first 6831 left noenhanced front font ',12.88' tc rgb '#009e73'
set arrow from graph 1.002, first 6831 to graph 1.0229, first 6831 nohead lw 0.7 lc rgb '#009e73'

# one picture per format
do for [format in formats] {
    if (format eq 'svg') {
        set terminal svg size 900,580 enhanced background 'white' font 'sans-serif,14'
    }
    if (format eq 'png') {
        if (strstrt(GPVAL_TERMINALS, 'pngcairo')) {
            set terminal pngcairo size 1800,1160 enhanced background 'white' font 'sans-serif,14' fontscale 1.5 linewidth 2 pointscale 2 dashlength 1
        } else {
            print 'note: this gnuplot has no pngcairo; its png terminal draws a plainer picture'
            set terminal png size 1800,1160 enhanced
        }
    }
    if (format eq 'pdf') {
        if (!strstrt(GPVAL_TERMINALS, 'pdfcairo')) {
            print 'note: this gnuplot has no pdfcairo; no PDF is drawn'
            continue
        }
        set terminal pdfcairo size 7.2in,4.64in enhanced background 'white' font 'sans-serif,14' fontscale 0.47 linewidth 1 pointscale 0.6
    }
    set output 'depth-interval.'.format
    plot \
        data index 0 using 1:6:7 with filledcurves fc rgb '#0072b2' fs transparent solid 0.2 noborder, \
        data index 0 using 1:5 with lines lw 1.6 lc rgb '#0072b2' dt 1, \
        data index 0 using 1:2 with points lw 1.6 lc rgb '#0072b2' pt 7 ps 1.17, \
        data index 1 using 1:6:7 with filledcurves fc rgb '#56b4e9' fs transparent solid 0.2 noborder, \
        data index 1 using 1:5 with lines lw 1.6 lc rgb '#56b4e9' dt 1, \
        data index 1 using 1:2 with points lw 1.6 lc rgb '#56b4e9' pt 13 ps 1.08, \
        data index 2 using 1:6:7 with filledcurves fc rgb '#d55e00' fs transparent solid 0.2 noborder, \
        data index 2 using 1:5 with lines lw 1.6 lc rgb '#d55e00' dt 1, \
        data index 2 using 1:2 with points lw 1.6 lc rgb '#d55e00' pt 5 ps 0.985, \
        data index 3 using 1:6:7 with filledcurves fc rgb '#e69f00' fs transparent solid 0.2 noborder, \
        data index 3 using 1:5 with lines lw 1.6 lc rgb '#e69f00' dt 1, \
        data index 3 using 1:2 with points lw 1.6 lc rgb '#e69f00' pt 9 ps 0.894, \
        data index 4 using 1:6:7 with filledcurves fc rgb '#000000' fs transparent solid 0.2 noborder, \
        data index 4 using 1:5 with lines lw 1.6 lc rgb '#000000' dt 2, \
        data index 4 using 1:2 with points lw 1.6 lc rgb '#000000' pt 5 ps 0.804, \
        data index 5 using 1:6:7 with filledcurves fc rgb '#999933' fs transparent solid 0.2 noborder, \
        data index 5 using 1:5 with lines lw 1.6 lc rgb '#999933' dt 2, \
        data index 5 using 1:2 with points lw 1.6 lc rgb '#999933' pt 13 ps 0.713, \
        data index 6 using 1:6:7 with filledcurves fc rgb '#009e73' fs transparent solid 0.2 noborder, \
        data index 6 using 1:5 with lines lw 1.6 lc rgb '#009e73' dt 1, \
        data index 6 using 1:2 with points lw 1.6 lc rgb '#009e73' pt 7 ps 0.622
    unset output
}
