# The totals are combined before they have been computed.
# breaks: several threads
# says: are missing
/^    join_totals(&scan);$/d
s/^    call->parallel(call->pool, first_phase, &scan);$/    join_totals(\&scan);\n&/
