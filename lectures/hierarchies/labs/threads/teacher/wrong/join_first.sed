# The totals are joined before there are any.
# breaks: two threads
# says: holds no element
/^    join_totals(&scan);$/d
s/^    call->parallel(call->pool, first_phase, &scan);$/    join_totals(\&scan);\n&/
