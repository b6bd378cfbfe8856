# The values are read and written through volatile pointers.
# says: race on prefixes[0]
/__threadfence(); \/\* \[[12]\]/d
s/        tiles->prefixes\[tile\] = value;/        *(volatile uint32_t *)\&tiles->prefixes[tile] = word_of(\&value, 0);/
