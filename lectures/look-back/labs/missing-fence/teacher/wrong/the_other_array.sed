# The value is read from the array of the other state.
# breaks: two tiles
# says: which no thread has written
s|^    return state == P ? tiles->prefixes|    return state != P ? tiles->prefixes|
