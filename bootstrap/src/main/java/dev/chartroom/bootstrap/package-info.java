/**
 * The program: its command line, and the methods that build all its parts in order. It depends on every module; no
 * module depends on it.
 */
@NullMarked
package dev.chartroom.bootstrap;

import org.jspecify.annotations.NullMarked;
