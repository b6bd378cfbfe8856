# fraction-add_i32-n268435456.gp - draws fraction-add_i32-n268435456.dat
# Draw again, in this folder:  gnuplot fraction-add_i32-n268435456.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'fraction-add_i32-n268435456.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'One pass and four: here, and in the Futhark report' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'NVIDIA H200, driver 580.159.04, NVRTC 13.0, 2026-11-30  ·  on cuda  ·  add_i32 (4 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'whiskers: 95 % interval; hatched: libraries  ·  hollow: published' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.4144
set rmargin at screen 0.9767
set bmargin at screen 0.0990
set tmargin at screen 0.8583

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'fraction of memcpy''s throughput (memcpy = 1)' at screen 0.6955, screen 0.0217 center noenhanced font ',12.88'
set xrange [0:1.12]
set yrange [0.4:18.6]
set format x "%g"
set grid noytics
set style textbox opaque fillcolor rgb '#ffffff' noborder
set ytics scale 0 noenhanced font ',12.88' ('look-ahead' 18, 'decoupled look-back, reference, RTX 2080Ti' 17, 'CUB 3.5.0,lookahead,warps=2,items=143,looks=5' 16, 'decoupled look-back' 15, 'decoupled look-back, Futhark, RTX 2080Ti' 14, 'CUB 3.5.0,lookahead' 13, 'CUB 3.0.1' 12, 'CUB 3.5.0' 11, 'reduce-then-scan' 10, 'decoupled look-back, reference, GTX 780Ti' 9, 'decoupled look-back, Futhark, GTX 780Ti' 8, 'scan-then-propagate' 7, 'hierarchical' 6, 'scan-then-propagate, Futhark, RTX 2080Ti' 5, 'Blelloch' 4, 'Kogge-Stone' 3, 'Brent-Kung' 2, 'scan-then-propagate, Futhark, GTX 780Ti' 1)
# memcpy itself
set label 'memcpy' at first 1, graph 1 center offset character 0, 0.6 tc rgb '#444444'
set arrow from 1, graph 0 to 1, graph 1 nohead front lw 2 lc rgb '#444444'

# the number at the end of each bar
set label '0.97' at first 1, first 18 left offset character 0.7, 0 front font ',12.32'
set label '0.92' at first 1, first 17 left offset character 0.7, 0 front font ',12.32'
set label '0.87' at first 0.873092, first 16 left offset character 0.7, 0 front font ',12.32'
set label '0.87' at first 0.869864, first 15 left offset character 0.7, 0 front font ',12.32'
set label '0.85' at first 0.8478, first 14 left offset character 0.7, 0 front font ',12.32'
set label '0.84' at first 0.840722, first 13 left offset character 0.7, 0 front font ',12.32'
set label '0.74' at first 0.744843, first 12 left offset character 0.7, 0 front font ',12.32'
set label '0.72' at first 0.726506, first 11 left offset character 0.7, 0 front font ',12.32'
set label '0.66' at first 0.659992, first 10 left offset character 0.7, 0 front font ',12.32'
set label '0.65' at first 0.646, first 9 left offset character 0.7, 0 front font ',12.32'
set label '0.52' at first 0.5163, first 8 left offset character 0.7, 0 front font ',12.32'
set label '0.49' at first 0.488272, first 7 left offset character 0.7, 0 front font ',12.32'
set label '0.46' at first 0.461038, first 6 left offset character 0.7, 0 front font ',12.32'
set label '0.35' at first 0.348, first 5 left offset character 0.7, 0 front font ',12.32'
set label '0.19' at first 0.191521, first 4 left offset character 0.7, 0 front font ',12.32'
set label '0.19' at first 0.188785, first 3 left offset character 0.7, 0 front font ',12.32'
set label '0.19' at first 0.187749, first 2 left offset character 0.7, 0 front font ',12.32'
set label '0.16' at first 0.1645, first 1 left offset character 0.7, 0 front font ',12.32'

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
    set output 'fraction-add_i32-n268435456.'.format
    plot \
        data index 0 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#56b4e9' lw 1 fs solid 0.85 border, \
        data index 0 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 1 using 2:1 with points lw 1.6 lc rgb '#000000' pt 8 ps 1.27, \
        data index 2 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 2 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 3 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#0072b2' lw 1 fs solid 0.85 border, \
        data index 3 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 4 using 2:1 with points lw 1.6 lc rgb '#000000' pt 4 ps 1.27, \
        data index 5 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 5 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 6 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 6 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 7 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 7 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 8 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.85 border, \
        data index 8 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 9 using 2:1 with points lw 1.6 lc rgb '#000000' pt 10 ps 1.27, \
        data index 10 using 2:1 with points lw 1.6 lc rgb '#000000' pt 12 ps 1.27, \
        data index 11 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#e69f00' lw 1 fs solid 0.85 border, \
        data index 11 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 12 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#999933' lw 1 fs solid 0.85 border, \
        data index 12 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 13 using 2:1 with points lw 1.6 lc rgb '#000000' pt 6 ps 1.27, \
        data index 14 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#aa4499' lw 1 fs solid 0.85 border, \
        data index 14 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 15 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#009e73' lw 1 fs solid 0.85 border, \
        data index 15 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 16 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#332288' lw 1 fs solid 0.85 border, \
        data index 16 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 17 using 2:1 with points lw 1.6 lc rgb '#000000' pt 14 ps 1.27
    unset output
}
