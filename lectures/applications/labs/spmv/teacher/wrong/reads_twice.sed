# Each product is computed and stored twice.
# breaks: costs
# says: sectors
/FILL \[B\]/,/END \[B\]/s/^        \(products.*;\)$/    {\n        \1\n        \1\n    }/
