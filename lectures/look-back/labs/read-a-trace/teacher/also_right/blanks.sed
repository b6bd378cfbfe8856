# Blanks and tabs around the answers.
s/: /:    /; s/^joined/  joined/
