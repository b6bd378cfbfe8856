# says: is not between FILL and END
$s|$|\n__attribute__((constructor)) static void before_all(void) { }|
