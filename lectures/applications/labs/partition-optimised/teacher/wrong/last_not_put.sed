# Threads with fewer than ITEMS elements put none of them in place.
# breaks: every size
# says: out[
/FILL \[C\]/,/END \[C\]/s/first + item < count/first + ITEMS <= count/
