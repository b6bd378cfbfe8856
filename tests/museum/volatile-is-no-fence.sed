# Values and flags are volatile, but there is no fence. A compiler keeps their
# order, but a GPU need not.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96
# says: race on prefixes[...]: kernel.cu:...reads it and kernel.cu:...writes it
s/tiles->prefixes\[tile\] = value;/for (int k = 0; k < WORDS_OF_T; k++) ((volatile uint32_t *)\&tiles->prefixes[tile])[k] = word_of(\&value, k);/
s/tiles->aggregates\[tile\] = value;/for (int k = 0; k < WORDS_OF_T; k++) ((volatile uint32_t *)\&tiles->aggregates[tile])[k] = word_of(\&value, k);/
s/__threadfence(); \/\* \[1\].*//
s/return state == P ? tiles->prefixes\[tile\] : tiles->aggregates\[tile\];/T r; const volatile uint32_t *at = (const volatile uint32_t *)(state == P ? \&tiles->prefixes[tile] : \&tiles->aggregates[tile]); for (int k = 0; k < WORDS_OF_T; k++) ((uint32_t *)\&r)[k] = at[k]; return r;/
/^    __threadfence(); \/\* \[2\]/,/\*\//d
