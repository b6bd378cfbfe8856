# says: is not between FILL and END
$s|$|\nextern "C" void simt_read(void) { }|
