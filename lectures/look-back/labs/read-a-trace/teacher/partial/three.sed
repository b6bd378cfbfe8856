# Three questions are answered.
# gets: 60
s/^joined: .*/joined:/; s/^last: .*/last:/
