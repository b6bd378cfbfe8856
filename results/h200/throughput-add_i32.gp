# throughput-add_i32.gp - draws throughput-add_i32.dat
# Draw again, in this folder:  gnuplot throughput-add_i32.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'throughput-add_i32.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Throughput of prefix sums' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'NVIDIA H200, driver 580.159.04, NVRTC 13.0, 2026-11-21  ·  on cuda  ·  add_i32 (4 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'bands: 95 % interval of the median' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.0871
set rmargin at screen 0.8487
set bmargin at screen 0.0990
set tmargin at screen 0.8583

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'n, elements' at screen 0.4679, screen 0.0217 center noenhanced font ',12.88'
set label 'throughput 2·n·sizeof(T)/time, GB/s' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
set logscale x 2
set xrange [831.746454:1.32193124e+09]
set xtics 1024, 4
set mxtics 1
set format x "2^{%L}"
set yrange [0:6000]
set format y "%g"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'memcpy' at graph 1.0263, first 4350.54 left noenhanced front font ',12.88' tc rgb '#444444'
set arrow from graph 1.002, first 4298.2 to graph 1.0216, first 4350.54 nohead lw 0.7 lc rgb '#444444'
set label 'lookback' at graph 1.0263, first 1307.88 left noenhanced front font ',12.88' tc rgb '#0072b2'
set arrow from graph 1.002, first 1307.88 to graph 1.0216, first 1307.88 nohead lw 0.7 lc rgb '#0072b2'
set label 'lookahead' at graph 1.0263, first 4131.21 left noenhanced front font ',12.88' tc rgb '#3c7ea3'
set arrow from graph 1.002, first 4183.55 to graph 1.0216, first 4131.21 nohead lw 0.7 lc rgb '#3c7ea3'
set label 'three_kernel' at graph 1.0263, first 2675.43 left noenhanced front font ',12.88' tc rgb '#d55e00'
set arrow from graph 1.002, first 2675.43 to graph 1.0216, first 2675.43 nohead lw 0.7 lc rgb '#d55e00'
set label 'scan_propagate' at graph 1.0263, first 2012.98 left noenhanced front font ',12.88' tc rgb '#a16f00'
set arrow from graph 1.002, first 2012.98 to graph 1.0216, first 2012.98 nohead lw 0.7 lc rgb '#a16f00'
set label 'hierarchical' at graph 1.0263, first 1717.42 left noenhanced front font ',12.88' tc rgb '#a16f00'
set arrow from graph 1.002, first 1717.42 to graph 1.0216, first 1717.42 nohead lw 0.7 lc rgb '#a16f00'
set label 'kogge_stone' at graph 1.0263, first 834.174 left noenhanced front font ',12.88' tc rgb '#009e73'
set arrow from graph 1.002, first 803.633 to graph 1.0216, first 834.174 nohead lw 0.7 lc rgb '#009e73'
set label 'hillis_steele' at first 1.29965e+06, first 142.842 left noenhanced front font ',12.88' tc rgb '#009e73'
set label 'blelloch' at graph 1.0263, first 614.837 left noenhanced front font ',12.88' tc rgb '#8e5474'
set arrow from graph 1.002, first 621.746 to graph 1.0216, first 614.837 nohead lw 0.7 lc rgb '#8e5474'
set label 'brent_kung' at graph 1.0263, first 395.501 left noenhanced front font ',12.88' tc rgb '#8e5474'
set arrow from graph 1.002, first 419.133 to graph 1.0216, first 395.501 nohead lw 0.7 lc rgb '#8e5474'
set label 'sequential' at first 169116, first 1031.96 left noenhanced front font ',12.88' tc rgb '#000000' boxed
set arrow from 1.04858e+06, 0.19908 to 846008, 926.675 nohead lw 0.7 lc rgb '#000000'
set label 'naive' at first 2955.08, first 147.701 left noenhanced front font ',12.88' tc rgb '#000000'
set label 'cub' at graph 1.0263, first 3166.67 left noenhanced front font ',12.88' tc rgb '#8e5474'
set arrow from graph 1.002, first 3166.67 to graph 1.0216, first 3166.67 nohead lw 0.7 lc rgb '#8e5474'

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
        data index 0 using 1:2 with filledcurves y1=0 fc rgb '#888888' fs transparent solid 0.13 noborder, \
        data index 0 using 1:2 with lines lw 3.84 lc rgb '#444444' dt 1, \
        data index 1 using 1:3:4 with filledcurves fc rgb '#0072b2' fs transparent solid 0.22 noborder, \
        data index 1 using 1:2 with linespoints lw 1.6 lc rgb '#0072b2' dt 1 pt 7 ps 0.778, \
        data index 2 using 1:3:4 with filledcurves fc rgb '#56b4e9' fs transparent solid 0.22 noborder, \
        data index 2 using 1:2 with linespoints lw 1.6 lc rgb '#56b4e9' dt 1 pt 7 ps 0.778, \
        data index 3 using 1:3:4 with filledcurves fc rgb '#d55e00' fs transparent solid 0.22 noborder, \
        data index 3 using 1:2 with linespoints lw 1.6 lc rgb '#d55e00' dt 1 pt 5 ps 0.778, \
        data index 4 using 1:3:4 with filledcurves fc rgb '#e69f00' fs transparent solid 0.22 noborder, \
        data index 4 using 1:2 with linespoints lw 1.6 lc rgb '#e69f00' dt 1 pt 9 ps 0.778, \
        data index 5 using 1:3:4 with filledcurves fc rgb '#e69f00' fs transparent solid 0.22 noborder, \
        data index 5 using 1:2 with linespoints lw 1.6 lc rgb '#e69f00' dt 2 pt 13 ps 0.778, \
        data index 6 using 1:3:4 with filledcurves fc rgb '#009e73' fs transparent solid 0.22 noborder, \
        data index 6 using 1:2 with linespoints lw 1.6 lc rgb '#009e73' dt 1 pt 13 ps 0.778, \
        data index 7 using 1:3:4 with filledcurves fc rgb '#009e73' fs transparent solid 0.22 noborder, \
        data index 7 using 1:2 with linespoints lw 1.6 lc rgb '#009e73' dt 2 pt 9 ps 0.778, \
        data index 8 using 1:3:4 with filledcurves fc rgb '#cc79a7' fs transparent solid 0.22 noborder, \
        data index 8 using 1:2 with linespoints lw 1.6 lc rgb '#cc79a7' dt 1 pt 11 ps 0.778, \
        data index 9 using 1:3:4 with filledcurves fc rgb '#cc79a7' fs transparent solid 0.22 noborder, \
        data index 9 using 1:2 with linespoints lw 1.6 lc rgb '#cc79a7' dt 2 pt 15 ps 0.778, \
        data index 10 using 1:3:4 with filledcurves fc rgb '#000000' fs transparent solid 0.22 noborder, \
        data index 10 using 1:2 with linespoints lw 1.6 lc rgb '#000000' dt 2 pt 5 ps 0.778, \
        data index 11 using 1:3:4 with filledcurves fc rgb '#000000' fs transparent solid 0.22 noborder, \
        data index 11 using 1:2 with linespoints lw 1.6 lc rgb '#000000' dt 3 pt 11 ps 0.778, \
        data index 12 using 1:3:4 with filledcurves fc rgb '#cc79a7' fs transparent solid 0.22 noborder, \
        data index 12 using 1:2 with linespoints lw 1.6 lc rgb '#cc79a7' dt 4 pt 9 ps 0.778
    unset output
}
