# traffic-interval-n65536.gp - draws traffic-interval-n65536.dat
# Draw again, in this folder:  gnuplot traffic-interval-n65536.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'traffic-interval-n65536.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Memory traffic at n = 2¹⁶' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 '2 threads on cpu  ·  interval (4 bytes)' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'closed form, not measured on this device; →: longer than the frame' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# where the axes stand on the page
set lmargin at screen 0.2169
set rmargin at screen 0.9767
set bmargin at screen 0.0990
set tmargin at screen 0.8583

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'bytes moved in global memory, in units of n·sizeof(T)' at screen 0.5968, screen 0.0217 center noenhanced font ',12.88'
set xrange [0:4.72]
set yrange [0.4:10.6]
set format x "%gn"
set grid noytics
set style textbox opaque fillcolor rgb '#ffffff' noborder
set xtics 1
set xtics add ('0' 0)
set ytics scale 0 noenhanced font ',12.88' ('decoupled look-back' 10, 'look-ahead' 9, 'sequential, one thread' 8, 'Kogge-Stone' 7, 'Blelloch' 6, 'Brent-Kung' 5, 'reduce-then-scan' 4, 'hierarchical' 3, 'scan-then-propagate' 2, 'Hillis-Steele' 1)

# the number at the end of each bar
set label '2.00n' at first 2, first 10 left offset character 0.7, 0 front font ',12.32'
set label '2.00n' at first 2, first 9 left offset character 0.7, 0 front font ',12.32'
set label '2.00n' at first 2, first 8 left offset character 0.7, 0 front font ',12.32'
set label '2.33n' at first 2.33333, first 7 left offset character 0.7, 0 front font ',12.32'
set label '2.33n' at first 2.33333, first 6 left offset character 0.7, 0 front font ',12.32'
set label '2.33n' at first 2.33333, first 5 left offset character 0.7, 0 front font ',12.32'
set label '3.00n' at first 3, first 4 left offset character 0.7, 0 front font ',12.32'
set label '3.00n' at first 3, first 3 left offset character 0.7, 0 front font ',12.32'
set label '4.00n' at first 4, first 2 left offset character 0.7, 0 front font ',12.32'
set label '32.00n  →' at graph 0.985, first 1 right front font ',12.32' tc rgb '#000000' boxed

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
    set output 'traffic-interval-n65536.'.format
    plot \
        data index 0 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#0072b2' lw 1 fs solid 0.35 border, \
        data index 0 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 0 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 1 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#56b4e9' lw 1 fs solid 0.35 border, \
        data index 1 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 1 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 2 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#000000' lw 1 fs solid 0.35 border, \
        data index 2 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 2 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 3 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#009e73' lw 1 fs solid 0.35 border, \
        data index 3 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 3 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 4 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#aa4499' lw 1 fs solid 0.35 border, \
        data index 4 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 4 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 5 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#332288' lw 1 fs solid 0.35 border, \
        data index 5 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 5 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 6 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#d55e00' lw 1 fs solid 0.35 border, \
        data index 6 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 6 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 7 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#999933' lw 1 fs solid 0.35 border, \
        data index 7 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 7 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 8 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#e69f00' lw 1 fs solid 0.35 border, \
        data index 8 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 8 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 9 using (0):1:(0):($2):($1-0.36):($1+0.36) with boxxyerror lc rgb '#cc6677' lw 1 fs solid 0.35 border, \
        data index 9 using 5:1:(0):(0.46) with vectors nohead lw 2.56 lc rgb '#000000', \
        data index 9 using 5:1:(0):(-0.46) with vectors nohead lw 2.56 lc rgb '#000000'
    unset output
}
