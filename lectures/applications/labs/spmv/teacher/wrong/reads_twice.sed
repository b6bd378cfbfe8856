# Every thread makes the first product, and one stores it.
# breaks: costs
# says: sectors
/FILL \[B\]/,/END \[B\]/s/^    if (i < nonzeros)$/    const T first = times(values[0], x[columns[0]]);\n    if (i == 0)\n        products[0] = first;\n    else if (i < nonzeros)/
