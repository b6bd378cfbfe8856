# depth-interval.gp - draws depth-interval.dat
# Draw again, in this folder:  gnuplot depth-interval.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'depth-interval.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Depth: the longest chain of operations' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 'on simt  ·  interval (4 bytes)' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'points: measured; lines: closed form' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

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
set label 'op applications in a row' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
set logscale x 2
set xrange [922.880474:1163467.92]
set xtics 1024, 2
set mxtics 1
set format x "2^{%L}"
set logscale y 2
set yrange [7.0693912:1483260.68]
set ytics 16, 4
set mytics 1
set format y "2^{%L}"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'lookback' at graph 1.0263, first 284.389 left noenhanced front font ',12.88' tc rgb '#0072b2'
set arrow from graph 1.002, first 279 to graph 1.0216, first 284.389 nohead lw 0.7 lc rgb '#0072b2'
set label 'lookahead' at graph 1.0263, first 181.705 left noenhanced front font ',12.88' tc rgb '#3c7ea3'
set arrow from graph 1.002, first 146 to graph 1.0216, first 181.705 nohead lw 0.7 lc rgb '#3c7ea3'
set label 'three_kernel' at graph 1.0263, first 116.098 left noenhanced front font ',12.88' tc rgb '#d55e00'
set arrow from graph 1.002, first 46 to graph 1.0216, first 116.098 nohead lw 0.7 lc rgb '#d55e00'
set label 'scan_propagate' at graph 1.0263, first 47.395 left noenhanced front font ',12.88' tc rgb '#a16f00'
set arrow from graph 1.002, first 44 to graph 1.0216, first 47.395 nohead lw 0.7 lc rgb '#a16f00'
set label 'hierarchical' at graph 1.0263, first 74.1785 left noenhanced front font ',12.88' tc rgb '#a16f00'
set arrow from graph 1.002, first 44 to graph 1.0216, first 74.1785 nohead lw 0.7 lc rgb '#a16f00'
set label 'kogge_stone' at graph 1.0263, first 12.3622 left noenhanced front font ',12.88' tc rgb '#009e73'
set arrow from graph 1.002, first 22 to graph 1.0216, first 12.3622 nohead lw 0.7 lc rgb '#009e73'
set label 'hillis_steele' at graph 1.0263, first 7.89864 left noenhanced front font ',12.88' tc rgb '#009e73'
set arrow from graph 1.002, first 20 to graph 1.0216, first 7.89864 nohead lw 0.7 lc rgb '#009e73'
set label 'blelloch' at graph 1.0263, first 30.2822 left noenhanced front font ',12.88' tc rgb '#8e5474'
set arrow from graph 1.002, first 28 to graph 1.0216, first 30.2822 nohead lw 0.7 lc rgb '#8e5474'
set label 'brent_kung' at graph 1.0263, first 19.3483 left noenhanced front font ',12.88' tc rgb '#8e5474'
set arrow from graph 1.002, first 27 to graph 1.0216, first 19.3483 nohead lw 0.7 lc rgb '#8e5474'
set label 'sequential' at graph 1.0263, first 1.04857e+06 left noenhanced front font ',12.88' tc rgb '#000000'
set arrow from graph 1.002, first 1.04858e+06 to graph 1.0216, first 1.04857e+06 nohead lw 0.7 lc rgb '#000000'
set label 'naive' at first 9120.16, first 6701.63 left noenhanced front font ',12.88' tc rgb '#000000'

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
    set output 'depth-interval.'.format
    plot \
        data index 0 using 1:6:7 with filledcurves fc rgb '#0072b2' fs transparent solid 0.2 noborder, \
        data index 0 using 1:5 with lines lw 1.6 lc rgb '#0072b2' dt 1, \
        data index 0 using 1:2 with points lw 1.6 lc rgb '#0072b2' pt 7 ps 1.17, \
        data index 1 using 1:6:7 with filledcurves fc rgb '#56b4e9' fs transparent solid 0.2 noborder, \
        data index 1 using 1:2 with lines lw 0.8 lc rgb '#56b4e9' dt 3, \
        data index 1 using 1:2 with points lw 1.6 lc rgb '#56b4e9' pt 7 ps 1.11, \
        data index 2 using 1:6:7 with filledcurves fc rgb '#d55e00' fs transparent solid 0.2 noborder, \
        data index 2 using 1:5 with lines lw 1.6 lc rgb '#d55e00' dt 1, \
        data index 2 using 1:2 with points lw 1.6 lc rgb '#d55e00' pt 5 ps 1.06, \
        data index 3 using 1:6:7 with filledcurves fc rgb '#e69f00' fs transparent solid 0.2 noborder, \
        data index 3 using 1:5 with lines lw 1.6 lc rgb '#e69f00' dt 1, \
        data index 3 using 1:2 with points lw 1.6 lc rgb '#e69f00' pt 9 ps 1, \
        data index 4 using 1:6:7 with filledcurves fc rgb '#e69f00' fs transparent solid 0.2 noborder, \
        data index 4 using 1:5 with lines lw 1.6 lc rgb '#e69f00' dt 2, \
        data index 4 using 1:2 with points lw 1.6 lc rgb '#e69f00' pt 13 ps 0.949, \
        data index 5 using 1:6:7 with filledcurves fc rgb '#009e73' fs transparent solid 0.2 noborder, \
        data index 5 using 1:5 with lines lw 1.6 lc rgb '#009e73' dt 1, \
        data index 5 using 1:2 with points lw 1.6 lc rgb '#009e73' pt 13 ps 0.894, \
        data index 6 using 1:6:7 with filledcurves fc rgb '#009e73' fs transparent solid 0.2 noborder, \
        data index 6 using 1:5 with lines lw 1.6 lc rgb '#009e73' dt 2, \
        data index 6 using 1:2 with points lw 1.6 lc rgb '#009e73' pt 9 ps 0.84, \
        data index 7 using 1:6:7 with filledcurves fc rgb '#cc79a7' fs transparent solid 0.2 noborder, \
        data index 7 using 1:5 with lines lw 1.6 lc rgb '#cc79a7' dt 1, \
        data index 7 using 1:2 with points lw 1.6 lc rgb '#cc79a7' pt 11 ps 0.786, \
        data index 8 using 1:6:7 with filledcurves fc rgb '#cc79a7' fs transparent solid 0.2 noborder, \
        data index 8 using 1:5 with lines lw 1.6 lc rgb '#cc79a7' dt 2, \
        data index 8 using 1:2 with points lw 1.6 lc rgb '#cc79a7' pt 15 ps 0.731, \
        data index 9 using 1:6:7 with filledcurves fc rgb '#000000' fs transparent solid 0.2 noborder, \
        data index 9 using 1:5 with lines lw 1.6 lc rgb '#000000' dt 2, \
        data index 9 using 1:2 with points lw 1.6 lc rgb '#000000' pt 5 ps 0.677, \
        data index 10 using 1:6:7 with filledcurves fc rgb '#000000' fs transparent solid 0.2 noborder, \
        data index 10 using 1:5 with lines lw 1.6 lc rgb '#000000' dt 3, \
        data index 10 using 1:2 with points lw 1.6 lc rgb '#000000' pt 11 ps 0.622
    unset output
}
