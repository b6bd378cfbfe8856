# work-interval-2.gp - draws work-interval-2.dat
# Draw again, in this folder:  gnuplot work-interval-2.gp
# Change what you like: formats, title, ranges (set xrange, set yrange),
# names (set label), and colours, dashes and markers in the plot command.

data = 'work-interval-2.dat'
formats = 'svg png '
set encoding utf8

# title and subtitle
set label 1 'Work: operations per element (2 of 2)' at screen 0.0187, screen 0.9588 noenhanced front font ',18.2' 
set label 11 '2 threads on cpu  ·  interval (4 bytes)' at screen 0.0187, screen 0.9235 noenhanced front font ',11.2' tc rgb '#555555'
set label 12 'points: measured; lines: closed form' at screen 0.0187, screen 0.8984 noenhanced front font ',11.2' tc rgb '#555555'

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
set label 'op applications / n' at screen 0.0171, screen 0.4786 center rotate by 90 noenhanced font ',12.88'
set logscale x 2
set xrange [14.1232479:74244.6783]
set xtics 16, 4
set mxtics 1
set format x "2^{%L}"
set logscale y 2
set yrange [1.28472377:5180.24783]
set ytics 2, 2
set mytics 1
set format y "%g"

# the curves' names, moved apart where they would touch
set style textbox opaque fillcolor rgb '#ffffff' noborder margins 0.4, 0.2
set label 'Hillis-Steele' at graph 1.0260, first 15 left noenhanced front font ',12.88' tc rgb '#8e4753'
set arrow from graph 1.002, first 15 to graph 1.0214, first 15 nohead lw 0.7 lc rgb '#8e4753'
set label 'Blelloch' at graph 1.0260, first 3.84969 left noenhanced front font ',12.88' tc rgb '#aa4499'
set arrow from graph 1.002, first 3.32545 to graph 1.0214, first 3.84969 nohead lw 0.7 lc rgb '#aa4499'
set label 'Brent-Kung' at graph 1.0260, first 2.84199 left noenhanced front font ',12.88' tc rgb '#332288'
set arrow from graph 1.002, first 3.29001 to graph 1.0214, first 2.84199 nohead lw 0.7 lc rgb '#332288'
set label 'naive' at first 9304.68, first 4095.5 left noenhanced front font ',12.88' tc rgb '#661100'

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
    set output 'work-interval-2.'.format
    plot \
        data index 0 using 1:6:7 with filledcurves fc rgb '#cc6677' fs transparent solid 0.2 noborder, \
        data index 0 using 1:5 with lines lw 1.6 lc rgb '#cc6677' dt 2, \
        data index 0 using 1:2 with points lw 1.6 lc rgb '#cc6677' pt 9 ps 1.17, \
        data index 1 using 1:6:7 with filledcurves fc rgb '#aa4499' fs transparent solid 0.2 noborder, \
        data index 1 using 1:5 with lines lw 1.6 lc rgb '#aa4499' dt 1, \
        data index 1 using 1:2 with points lw 1.6 lc rgb '#aa4499' pt 11 ps 0.985, \
        data index 2 using 1:6:7 with filledcurves fc rgb '#332288' fs transparent solid 0.2 noborder, \
        data index 2 using 1:5 with lines lw 1.6 lc rgb '#332288' dt 2, \
        data index 2 using 1:2 with points lw 1.6 lc rgb '#332288' pt 15 ps 0.804, \
        data index 3 using 1:6:7 with filledcurves fc rgb '#661100' fs transparent solid 0.2 noborder, \
        data index 3 using 1:5 with lines lw 1.6 lc rgb '#661100' dt 3, \
        data index 3 using 1:2 with points lw 1.6 lc rgb '#661100' pt 5 ps 0.622
    unset output
}
