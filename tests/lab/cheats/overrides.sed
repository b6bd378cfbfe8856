# says: is outside FILL and END
$s|$|\nextern "C" void simt_read(void) { }|
