# brent-affine_u32-n65536.gp - draws brent-affine_u32-n65536.dat
# Draw again, in this folder:  gnuplot brent-affine_u32-n65536.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'brent-affine_u32-n65536.dat'
formats = 'svg png '
set encoding utf8

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
    set output 'brent-affine_u32-n65536.'.format

# title and subtitle
set label 1 'Time between Brent''s bounds, n = 2¹⁶' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'vm, AMD EPYC, cc (Debian 12.2.0-14+deb12u1) 12.2.0, 2026-11-22  ·  affine_u32 (8 bytes)  ·  warm' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'band: W/P·t to (W/P + D)·t, t = time of one op on one thread; outside it: not ops alone take time' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

# axes: thin lines, ticks outside, a light grid
set border 3 lw 0.8 lc rgb '#555555'
set tics nomirror out scale 0.6 textcolor rgb '#333333'
set grid lw 0.8 lc rgb '#d4d4d4' dt 1
unset key
set label 'threads P' at screen 0.5319, screen 0.0217 center noenhanced font ',12.88'
set label 'time, µs' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
    set tics font ',11.2'
    unit = 1000 # ns in one µs
    set xrange [0.8:2.2]
    set xtics 1
    set multiplot layout 3,4 margins screen 0.0871, 0.9767, 0.0990, 0.8293 spacing screen 0.0653, 0.1159
    set title 'decoupled look-back' noenhanced font ',14' tc rgb '#0072b2' offset 0,-0.5
    set label 'below its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:150]
    set ytics 50
    plot data index 0 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#0072b2' fs transparent solid 0.2 noborder, \
        data index 0 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#0072b2', \
        data index 0 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#0072b2', \
        data index 0 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 7 ps 0.875
    unset label
    set title 'look-ahead' noenhanced font ',14' tc rgb '#3c7ea3' offset 0,-0.5
    set label 'below its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:150]
    set ytics 50
    plot data index 1 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#56b4e9' fs transparent solid 0.2 noborder, \
        data index 1 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#56b4e9', \
        data index 1 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#56b4e9', \
        data index 1 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 13 ps 0.875
    unset label
    set title 'reduce-then-scan' noenhanced font ',14' tc rgb '#d55e00' offset 0,-0.5
    set yrange [0:120]
    set ytics 50
    plot data index 2 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#d55e00' fs transparent solid 0.2 noborder, \
        data index 2 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#d55e00', \
        data index 2 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#d55e00', \
        data index 2 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 5 ps 0.875
    unset label
    set title 'scan-then-propagate' noenhanced font ',14' tc rgb '#a16f00' offset 0,-0.5
    set yrange [0:100]
    set ytics 50
    plot data index 3 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#e69f00' fs transparent solid 0.2 noborder, \
        data index 3 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#e69f00', \
        data index 3 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#e69f00', \
        data index 3 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 9 ps 0.875
    unset label
    set title 'sequential' noenhanced font ',14' tc rgb '#000000' offset 0,-0.5
    set yrange [0:150]
    set ytics 50
    plot data index 4 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#000000' fs transparent solid 0.2 noborder, \
        data index 4 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#000000', \
        data index 4 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#000000', \
        data index 4 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 5 ps 0.875
    unset label
    set title 'hierarchical' noenhanced font ',14' tc rgb '#6b6b23' offset 0,-0.5
    set label 'below its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:200]
    set ytics 100
    plot data index 5 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#999933' fs transparent solid 0.2 noborder, \
        data index 5 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#999933', \
        data index 5 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#999933', \
        data index 5 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 13 ps 0.875
    unset label
    set title 'Kogge-Stone' noenhanced font ',14' tc rgb '#009e73' offset 0,-0.5
    set label 'above its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:200]
    set ytics 100
    plot data index 6 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#009e73' fs transparent solid 0.2 noborder, \
        data index 6 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#009e73', \
        data index 6 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#009e73', \
        data index 6 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 7 ps 0.875
    unset label
    set title 'Hillis-Steele' noenhanced font ',14' tc rgb '#8e4753' offset 0,-0.5
    set label 'above its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:250]
    set ytics 100
    plot data index 7 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#cc6677' fs transparent solid 0.2 noborder, \
        data index 7 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#cc6677', \
        data index 7 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#cc6677', \
        data index 7 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 9 ps 0.875
    unset label
    set title 'Blelloch' noenhanced font ',14' tc rgb '#aa4499' offset 0,-0.5
    set label 'above its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:150]
    set ytics 50
    plot data index 8 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#aa4499' fs transparent solid 0.2 noborder, \
        data index 8 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#aa4499', \
        data index 8 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#aa4499', \
        data index 8 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 11 ps 0.875
    unset label
    set title 'Brent-Kung' noenhanced font ',14' tc rgb '#332288' offset 0,-0.5
    set label 'above its bounds' at graph 0.97, graph 0.08 right font ',10.5'
    set yrange [0:150]
    set ytics 50
    plot data index 9 using 1:($5/unit):($6/unit) with filledcurves fc rgb '#332288' fs transparent solid 0.2 noborder, \
        data index 9 using 1:($5/unit) with lines lw 0.96 dt 2 lc rgb '#332288', \
        data index 9 using 1:($6/unit) with lines lw 0.96 dt 3 lc rgb '#332288', \
        data index 9 using 1:($2/unit):($3/unit):($4/unit) with yerrorlines lw 1.6 lc rgb '#000000' pt 15 ps 0.875
    unset label
    unset multiplot
    unset output
}
