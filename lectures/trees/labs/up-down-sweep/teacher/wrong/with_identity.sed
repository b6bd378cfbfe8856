# Threads without a node combine identities.
# breaks: costs
# says: work
/FILL \[B\]/,/END \[B\]/s/^        if (node.joins) {/        if (!node.joins)\n            total = op(total, identity());\n&/
