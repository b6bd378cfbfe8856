# One barrier in a step, and one copy of the cells: a thread reads what its
# neighbour has written in the same step.
# says: race on XY[1]
s/^        __syncthreads();/        T sum = identity();\n&/
s/^            XY\[t\] = \(.*\)/            sum = \1\n        __syncthreads();\n        if (t >= stride \&\& i < n)\n            XY[t] = sum;/
