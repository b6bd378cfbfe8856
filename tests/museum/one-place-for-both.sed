# A and P share one place, so a reader that has seen the A can read half of
# each. The words are volatile, and no fence is missing.
# found in: made up
# algorithm: lookback:block=32,items=1,window=4
# options: -n 96 --schedule random:1
# says: race on aggregates[...]: kernel.cu:...reads it and kernel.cu:...writes it
s/tiles->prefixes\[tile\] = value;/for (int k = 0; k < WORDS_OF_T; k++) ((volatile uint32_t *)\&tiles->aggregates[tile])[k] = word_of(\&value, k);/
s/tiles->aggregates\[tile\] = value;/for (int k = 0; k < WORDS_OF_T; k++) ((volatile uint32_t *)\&tiles->aggregates[tile])[k] = word_of(\&value, k);/
s/return state == P ? tiles->prefixes\[tile\] : tiles->aggregates\[tile\];/T r; const volatile uint32_t *at = (const volatile uint32_t *)\&tiles->aggregates[tile]; for (int k = 0; k < WORDS_OF_T; k++) ((uint32_t *)\&r)[k] = at[k]; return r;/
