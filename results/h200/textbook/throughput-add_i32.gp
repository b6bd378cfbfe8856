# throughput-add_i32.gp - draws throughput-add_i32.dat
# Draw again, in this folder:  gnuplot throughput-add_i32.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'throughput-add_i32.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Throughput of the textbook scans' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'NVIDIA H200, driver 580.159.04, NVRTC 13.0, 2026-11-30  ·  on cuda  ·  add_i32 (4 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'bands: 95 % interval of the median' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.0871
set rmargin at screen 0.8573
set bmargin at screen 0.0990
set tmargin at screen 0.8583

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'n, elements' at screen 0.4722, screen 0.0217 center noenhanced font ',12.88'
set label 'throughput 2·n·sizeof(T)/time, GB/s' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
set logscale x 2
set xrange [849.223215:323681574]
set xtics 1024, 4
set mxtics 1
set format x "2^{%L}"
set logscale y 2
set yrange [0.153140534:6982.73502]
set ytics 0.25, 4
set mytics 1
set format y "%g"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'copy' at graph 1.0260, first 4250.36 left noenhanced front font ',12.88' tc rgb '#444444'
set arrow from graph 1.002, first 4250.36 to graph 1.0214, first 4250.36 nohead lw 0.7 lc rgb '#444444'
set label 'hierarchical' at graph 1.0260, first 1956.36 left noenhanced front font ',12.88' tc rgb '#6b6b23'
set arrow from graph 1.002, first 1956.36 to graph 1.0214, first 1956.36 nohead lw 0.7 lc rgb '#6b6b23'
set label 'Kogge-Stone' at graph 1.0260, first 803.239 left noenhanced front font ',12.88' tc rgb '#009e73'
set arrow from graph 1.002, first 801.003 to graph 1.0214, first 803.239 nohead lw 0.7 lc rgb '#009e73'
set label 'Hillis-Steele' at first 1.26931e+06, first 95.8129 left noenhanced front font ',12.88' tc rgb '#8e4753'
set label 'Blelloch' at graph 1.0260, first 1188.93 left noenhanced front font ',12.88' tc rgb '#aa4499'
set arrow from graph 1.002, first 812.377 to graph 1.0214, first 1188.93 nohead lw 0.7 lc rgb '#aa4499'
set label 'Brent-Kung' at graph 1.0260, first 542.666 left noenhanced front font ',12.88' tc rgb '#332288'
set arrow from graph 1.002, first 796.422 to graph 1.0214, first 542.666 nohead lw 0.7 lc rgb '#332288'
set label 'naive' at first 9916.47, first 0.296146 left noenhanced front font ',12.88' tc rgb '#661100'

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
        data index 0 using 1:2 with filledcurves y1=0.153140534 fc rgb '#888888' fs transparent solid 0.13 noborder, \
        data index 0 using 1:2 with lines lw 3.84 lc rgb '#444444' dt 1, \
        data index 1 using 1:3:4 with filledcurves fc rgb '#999933' fs transparent solid 0.22 noborder, \
        data index 1 using 1:2 with linespoints lw 1.6 lc rgb '#999933' dt 2 pt 13 ps 0.778, \
        data index 2 using 1:3:4 with filledcurves fc rgb '#009e73' fs transparent solid 0.22 noborder, \
        data index 2 using 1:2 with linespoints lw 1.6 lc rgb '#009e73' dt 1 pt 7 ps 0.778, \
        data index 3 using 1:3:4 with filledcurves fc rgb '#cc6677' fs transparent solid 0.22 noborder, \
        data index 3 using 1:2 with linespoints lw 1.6 lc rgb '#cc6677' dt 2 pt 9 ps 0.778, \
        data index 4 using 1:3:4 with filledcurves fc rgb '#aa4499' fs transparent solid 0.22 noborder, \
        data index 4 using 1:2 with linespoints lw 1.6 lc rgb '#aa4499' dt 1 pt 11 ps 0.778, \
        data index 5 using 1:3:4 with filledcurves fc rgb '#332288' fs transparent solid 0.22 noborder, \
        data index 5 using 1:2 with linespoints lw 1.6 lc rgb '#332288' dt 2 pt 15 ps 0.778, \
        data index 6 using 1:3:4 with filledcurves fc rgb '#661100' fs transparent solid 0.22 noborder, \
        data index 6 using 1:2 with linespoints lw 1.6 lc rgb '#661100' dt 3 pt 5 ps 0.778
    unset output
}
