# throughput-add_i32-3-large.gp - draws throughput-add_i32-3-large.dat
# Draw again, in this folder:  gnuplot throughput-add_i32-3-large.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'throughput-add_i32-3-large.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Throughput of prefix sums (3 of 3), large n' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'vm, AMD EPYC, cc (Debian 12.2.0-14+deb12u1) 12.2.0, 2026-11-22  ·  2 threads on cpu  ·  add_i32 (4 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
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
set xrange [974971.148:144350414]
set xtics 1048576, 2
set mxtics 1
set format x "2^{%L}"
set yrange [0:200]
set format y "%g"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'copy' at graph 1.0260, first 43.3575 left noenhanced front font ',12.88' tc rgb '#444444'
set arrow from graph 1.002, first 43.3575 to graph 1.0214, first 43.3575 nohead lw 0.7 lc rgb '#444444'
set label 'std par_unseq' at graph 1.0260, first 11.3945 left noenhanced front font ',12.88' tc rgb '#2f776b'
set arrow from graph 1.002, first 10.6554 to graph 1.0214, first 11.3945 nohead lw 0.7 lc rgb '#2f776b'
set label 'OpenMP inscan' at graph 1.0260, first 4.08331 left noenhanced front font ',12.88' tc rgb '#80702c'
set arrow from graph 1.002, first 4.82242 to graph 1.0214, first 4.08331 nohead lw 0.7 lc rgb '#80702c'

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
    set output 'throughput-add_i32-3-large.'.format
    plot \
        data index 0 using 1:2 with filledcurves y1=0 fc rgb '#888888' fs transparent solid 0.13 noborder, \
        data index 0 using 1:2 with lines lw 3.84 lc rgb '#444444' dt 1, \
        data index 1 using 1:3:4 with filledcurves fc rgb '#44aa99' fs transparent solid 0.22 noborder, \
        data index 1 using 1:2 with linespoints lw 1.6 lc rgb '#44aa99' dt 4 pt 9 ps 0.778, \
        data index 2 using 1:3:4 with filledcurves fc rgb '#b8a040' fs transparent solid 0.22 noborder, \
        data index 2 using 1:2 with linespoints lw 1.6 lc rgb '#b8a040' dt 4 pt 13 ps 0.778
    unset output
}
