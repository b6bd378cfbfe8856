# Notes between the answers.
s/^last.*/I am sure of this one.\n&/
