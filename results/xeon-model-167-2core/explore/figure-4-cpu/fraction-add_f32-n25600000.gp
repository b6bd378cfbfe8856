# fraction-add_f32-n25600000.gp - draws fraction-add_f32-n25600000.dat
# Draw again, in this folder:  gnuplot fraction-add_f32-n25600000.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'fraction-add_f32-n25600000.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'How near to memcpy? n = 25600000' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'vm, Intel(R) Xeon(R) Processor, cc (Debian 12.2.0-14+deb12u1) 12.2.0, 2026-11-30  ·  2 threads on cpu  ·  add_f32 (4 bytes)  ·  warm  · ' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'median of 3 runs' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'
set label 13 'whiskers: 95 % interval; hatched: libraries' at screen 0.0187, screen 0.8733 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.3028
set rmargin at screen 0.9767
set bmargin at screen 0.0990
set tmargin at screen 0.8332

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'fraction of memcpy''s throughput (memcpy = 1)' at screen 0.6397, screen 0.0217 center noenhanced font ',12.88'
set xrange [0:1.12]
set yrange [0.4:8.6]
set format x "%g"
set grid noytics
set style textbox opaque fillcolor rgb '#ffffff' noborder
set ytics scale 0 noenhanced font ',12.88' ('decoupled look-back' 8, 'Brent-Kung:block=64,sequential=8' 7, 'Brent-Kung:block=64' 6, 'Brent-Kung' 5, 'Blelloch' 4, 'Brent-Kung:block=512' 3, 'scan-then-propagate' 2, 'oneTBB' 1)
# memcpy itself
set label 'memcpy' at first 1, graph 1 center offset character 0, 0.6 tc rgb '#444444'
set arrow from 1, graph 0 to 1, graph 1 nohead front lw 2 lc rgb '#444444'

# the number at the end of each bar
set label '0.92' at first 1, first 8 left offset character 0.7, 0 front font ',12.32'
set label '0.66' at first 0.663821, first 7 left offset character 0.7, 0 front font ',12.32'
set label '0.66' at first 0.66641, first 6 left offset character 0.7, 0 front font ',12.32'
set label '0.63' at first 0.636893, first 5 left offset character 0.7, 0 front font ',12.32'
set label '0.56' at first 0.571678, first 4 left offset character 0.7, 0 front font ',12.32'
set label '0.49' at first 0.492483, first 3 left offset character 0.7, 0 front font ',12.32'
set label '0.37' at first 0.378267, first 2 left offset character 0.7, 0 front font ',12.32'
set label '0.17' at first 0.173192, first 1 left offset character 0.7, 0 front font ',12.32'

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
    set output 'fraction-add_f32-n25600000.'.format
    plot \
        data index 0 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#0072b2' lw 1 fs solid 0.85 border, \
        data index 0 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 1 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#332288' lw 1 fs solid 0.85 border, \
        data index 1 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 2 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#332288' lw 1 fs solid 0.85 border, \
        data index 2 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 3 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#332288' lw 1 fs solid 0.85 border, \
        data index 3 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 4 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#aa4499' lw 1 fs solid 0.85 border, \
        data index 4 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 5 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#332288' lw 1 fs solid 0.85 border, \
        data index 5 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 6 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#e69f00' lw 1 fs solid 0.85 border, \
        data index 6 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 7 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#117733' lw 1 fs pattern 4 border, \
        data index 7 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0
    unset output
}
