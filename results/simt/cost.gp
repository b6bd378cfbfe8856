# cost.gp - what the SIMT machine costs: gnuplot cost.gp
set terminal svg size 900,580 font "sans,15" background "white"
set output "cost.svg"
set label 1 "Simulating a scan: seconds of one core, whole command" at screen 0.03, screen 0.95
set tmargin 4
set logscale x 2
set logscale y 10
set format x "2^{%L}"
set xlabel "n, elements"
set ylabel "seconds"
set yrange [0.005:10]
set xrange [4096:1048576]
set grid y lc rgb "#dddddd"
set border 3
set tics nomirror
set key left top reverse Left samplen 3 spacing 1.2
set style line 1 lc rgb "#009e73" pt 9 lw 2
set style line 2 lc rgb "#0072b2" pt 7 lw 2
set style line 3 lc rgb "#d55e00" pt 5 lw 2
set style line 4 lc rgb "#cc79a7" pt 13 lw 2
linear(x) = 0.9 * x / 1e6
plot "cost.dat" using 1:11 with linespoints ls 1 title "hillis-steele, all checks", \
     "" using 1:8 with linespoints ls 4 title "kogge-stone, all checks", \
     "" using 1:5 with linespoints ls 3 title "three-kernel, all checks", \
     "" using 1:2 with linespoints ls 2 title "look-back, all checks", \
     "" using 1:4 with linespoints ls 2 dt 2 title "look-back, counts only", \
     linear(x) with lines lc rgb "#999999" dt 3 title "proportional to n"
set terminal pngcairo size 900,580 font "sans,15"
set output "cost.png"
replot
