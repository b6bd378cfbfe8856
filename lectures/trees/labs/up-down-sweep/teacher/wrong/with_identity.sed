# Threads without a node join identities.
# breaks: costs
# says: work
/FILL \[B\]/,/END \[B\]/s/^        if (node.joins) {/        if (!node.joins)\n            total = op(total, identity());\n&/
