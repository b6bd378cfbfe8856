# says: stands outside of FILL and END
$s|$|\nextern "C" void simt_read(void) { }|
