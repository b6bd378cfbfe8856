# fraction-add_f32-n25600000.gp - draws fraction-add_f32-n25600000.dat
# Draw again, in this folder:  gnuplot fraction-add_f32-n25600000.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'fraction-add_f32-n25600000.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'How near to memcpy? n = 25600000' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'NVIDIA H200, driver 580.159.04, NVRTC 13.0, 2026-11-30  ·  on cuda  ·  add_f32 (4 bytes)  ·  warm  ·  median of 3 runs' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'whiskers: 95 % interval; hatched: libraries' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.5690
set rmargin at screen 0.9767
set bmargin at screen 0.0990
set tmargin at screen 0.8583

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'fraction of memcpy''s throughput (memcpy = 1)' at screen 0.7728, screen 0.0217 center noenhanced font ',12.88'
set xrange [0:1.12]
set yrange [0.4:13.6]
set format x "%g"
set grid noytics
set style textbox opaque fillcolor rgb '#ffffff' noborder
set ytics scale 0 noenhanced font ',12.88' ('look-ahead' 13, 'decoupled look-back' 12, 'CUB 3.5.0' 11, 'CUB 3.0.1' 10, 'reduce-then-scan' 9, 'CUB 3.5.0,lookahead' 8, 'CUB 3.5.0,run_to_run' 7, 'derived:reduce_then_scan=4096,sequential=16,warps,sequential=8' 6, 'derived:scan_then_reduce=512,sequential=8,brent_kung=2' 5, 'derived:scan_then_reduce=256,brent_kung=2,depth=3,sequential=32' 4, 'derived:scan_then_reduce=256,blelloch=2,depth=3,sequential=32' 3, 'Blelloch' 2, 'derived:scan_then_reduce=256,blelloch=2' 1)
# memcpy itself
set label 'memcpy' at first 1, graph 1 center offset character 0, 0.6 tc rgb '#444444'
set arrow from 1, graph 0 to 1, graph 1 nohead front lw 2 lc rgb '#444444'

# the number at the end of each bar
set label '0.93' at first 1, first 13 left offset character 0.7, 0 front font ',12.32'
set label '0.77' at first 0.77604, first 12 left offset character 0.7, 0 front font ',12.32'
set label '0.70' at first 0.703772, first 11 left offset character 0.7, 0 front font ',12.32'
set label '0.69' at first 0.695474, first 10 left offset character 0.7, 0 front font ',12.32'
set label '0.61' at first 0.612268, first 9 left offset character 0.7, 0 front font ',12.32'
set label '0.59' at first 0.593331, first 8 left offset character 0.7, 0 front font ',12.32'
set label '0.55' at first 0.554587, first 7 left offset character 0.7, 0 front font ',12.32'
set label '0.54' at first 0.543001, first 6 left offset character 0.7, 0 front font ',12.32'
set label '0.35' at first 0.352288, first 5 left offset character 0.7, 0 front font ',12.32'
set label '0.20' at first 0.202767, first 4 left offset character 0.7, 0 front font ',12.32'
set label '0.19' at first 0.191284, first 3 left offset character 0.7, 0 front font ',12.32'
set label '0.19' at first 0.187781, first 2 left offset character 0.7, 0 front font ',12.32'
set label '0.16' at first 0.159335, first 1 left offset character 0.7, 0 front font ',12.32'

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
        data index 0 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#56b4e9' lw 1 fs solid 0.85 border, \
        data index 0 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 1 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#0072b2' lw 1 fs solid 0.85 border, \
        data index 1 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 2 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 2 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 3 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 3 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 4 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.85 border, \
        data index 4 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 5 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 5 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 6 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc79a7' lw 1 fs pattern 4 border, \
        data index 6 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 7 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#0072b2' lw 1 fs solid 0.85 border, \
        data index 7 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 8 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.85 border, \
        data index 8 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 9 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.85 border, \
        data index 9 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 10 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.85 border, \
        data index 10 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 11 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#aa4499' lw 1 fs solid 0.85 border, \
        data index 11 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0, \
        data index 12 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.85 border, \
        data index 12 using 2:1:3:4 with xerrorbars lw 0.96 lc rgb '#000000' pt 0
    unset output
}
