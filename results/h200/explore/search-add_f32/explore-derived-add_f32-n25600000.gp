# explore-derived-add_f32-n25600000.gp - draws explore-derived-add_f32-n25600000.dat
# Draw again, in this folder:  gnuplot explore-derived-add_f32-n25600000.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'explore-derived-add_f32-n25600000.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'derived: which settings are best? n = 25600000' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'NVIDIA H200, driver 580.159.04, NVRTC 13.0, 2026-11-30  ·  on cuda  ·  add_f32 (4 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 '56 timed, 775 not reached  ·  best: reduce_then_scan=4096,sequential=16,warps,sequential=8  ·  compared with:' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'
set label 13 'scan_then_reduce=512,sequential=4,brent_kung=2  ·  whiskers: 95 % interval' at screen 0.0187, screen 0.8733 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.0871
set rmargin at screen 0.8386
set bmargin at screen 0.0990
set tmargin at screen 0.8332

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'rank of the setting' at screen 0.4629, screen 0.0217 center noenhanced font ',12.88'
set label 'fraction of memcpy''s throughput' at screen 0.0171, screen 0.4661 center rotate by 90 noenhanced font ',12.88'
set xrange [0:57.12]
set format x "%g"
set xtics 10
set yrange [0:0.6]
set format y "%g"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'compared with' at graph 1.0267, first 0.293736 left noenhanced front font ',12.88' tc rgb '#000000' point pt 3 ps 1 lc rgb '#000000' offset 0.9, -0.25

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
    set output 'explore-derived-add_f32-n25600000.'.format
    plot \
        data index 0 using 1:2:3:4 with yerrorbars lw 0.96 lc rgb '#0072b2' pt 0, \
        data index 0 using 1:2 with linespoints lw 1.6 lc rgb '#0072b2' dt 1 pt 13 ps 0.778, \
        data index 1 using 1:2 with points lw 1.6 lc rgb '#000000' pt 3 ps 2
    unset output
}
