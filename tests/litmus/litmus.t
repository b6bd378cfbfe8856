#!/bin/sh
# litmus.t - the classical litmus tests on the SIMT machine: see litmus.c.
exec "${BUILD:-build}/tests/litmus/litmus"
