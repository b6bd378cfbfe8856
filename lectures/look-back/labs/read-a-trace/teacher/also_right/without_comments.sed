# Only the answers, without the questions.
/^#/d
