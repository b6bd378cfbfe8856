# The plan calls scan_sections, but the file has scan_section.
# found in: made up
# algorithm: kogge_stone:block=32
# options: -n 5
# verdict: not judged
# says: defines no kernel 'scan_sections' (__global__ void scan_sections(...))
s/scan_sections(const T/scan_section(const T/
