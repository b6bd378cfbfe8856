# throughput-add_i32.gp - draws throughput-add_i32.dat
# Draw again, in this folder:  gnuplot throughput-add_i32.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'throughput-add_i32.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Throughput of prefix sums (1 of 3)' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'vm, Intel(R) Xeon(R) Processor, cc (Debian 12.2.0-14+deb12u1) 12.2.0, 2026-11-30  ·  2 threads on cpu  ·  add_i32 (4 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'bands: 95 % interval of the median' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

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
set label 'throughput 2·n·sizeof(T)/time, GB/s' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
set logscale x 2
set xrange [858.098826:160166812]
set xtics 1024, 4
set mxtics 1
set format x "2^{%L}"
set logscale y 2
set yrange [2.61148502:335.974568]
set ytics 4, 2
set mytics 1
set format y "%g"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'copy' at graph 1.0279, first 49.2317 left noenhanced front font ',12.88' tc rgb '#444444'
set arrow from graph 1.002, first 46.3201 to graph 1.0229, first 49.2317 nohead lw 0.7 lc rgb '#444444'
set label 'decoupled look-back' at graph 1.0279, first 41.2224 left noenhanced front font ',12.88' tc rgb '#0072b2'
set arrow from graph 1.002, first 43.8135 to graph 1.0229, first 41.2224 nohead lw 0.7 lc rgb '#0072b2'
set label 'look-ahead' at graph 1.0279, first 32.9224 left noenhanced front font ',12.88' tc rgb '#3c7ea3'
set arrow from graph 1.002, first 32.9224 to graph 1.0229, first 32.9224 nohead lw 0.7 lc rgb '#3c7ea3'
set label 'reduce-then-scan' at graph 1.0279, first 26.4681 left noenhanced front font ',12.88' tc rgb '#d55e00'
set arrow from graph 1.002, first 26.4681 to graph 1.0229, first 26.4681 nohead lw 0.7 lc rgb '#d55e00'
set label 'scan-then-propagate' at graph 1.0279, first 18.2967 left noenhanced front font ',12.88' tc rgb '#a16f00'
set arrow from graph 1.002, first 18.2967 to graph 1.0229, first 18.2967 nohead lw 0.7 lc rgb '#a16f00'
set label 'oneTBB' at graph 1.0279, first 13.5919 left noenhanced front font ',12.88' tc rgb '#117733'
set arrow from graph 1.002, first 13.5919 to graph 1.0229, first 13.5919 nohead lw 0.7 lc rgb '#117733'
set label 'sequential' at graph 1.0279, first 10.609 left noenhanced front font ',12.88' tc rgb '#000000'
set arrow from graph 1.002, first 10.609 to graph 1.0229, first 10.609 nohead lw 0.7 lc rgb '#000000'

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
    set output 'throughput-add_i32.'.format
    plot \
        data index 0 using 1:2 with filledcurves y1=2.61148502 fc rgb '#888888' fs transparent solid 0.13 noborder, \
        data index 0 using 1:2 with lines lw 3.84 lc rgb '#444444' dt 1, \
        data index 1 using 1:3:4 with filledcurves fc rgb '#0072b2' fs transparent solid 0.22 noborder, \
        data index 1 using 1:2 with linespoints lw 1.6 lc rgb '#0072b2' dt 1 pt 7 ps 0.778, \
        data index 2 using 1:3:4 with filledcurves fc rgb '#56b4e9' fs transparent solid 0.22 noborder, \
        data index 2 using 1:2 with linespoints lw 1.6 lc rgb '#56b4e9' dt 1 pt 13 ps 0.778, \
        data index 3 using 1:3:4 with filledcurves fc rgb '#d55e00' fs transparent solid 0.22 noborder, \
        data index 3 using 1:2 with linespoints lw 1.6 lc rgb '#d55e00' dt 1 pt 5 ps 0.778, \
        data index 4 using 1:3:4 with filledcurves fc rgb '#e69f00' fs transparent solid 0.22 noborder, \
        data index 4 using 1:2 with linespoints lw 1.6 lc rgb '#e69f00' dt 1 pt 9 ps 0.778, \
        data index 5 using 1:3:4 with filledcurves fc rgb '#117733' fs transparent solid 0.22 noborder, \
        data index 5 using 1:2 with linespoints lw 1.6 lc rgb '#117733' dt 4 pt 15 ps 0.778, \
        data index 6 using 1:3:4 with filledcurves fc rgb '#000000' fs transparent solid 0.22 noborder, \
        data index 6 using 1:2 with linespoints lw 1.6 lc rgb '#000000' dt 2 pt 5 ps 0.778
    unset output
}
