# Keys in capitals.
s/^last:/LAST:/; s/^waits:/WAITS:/
