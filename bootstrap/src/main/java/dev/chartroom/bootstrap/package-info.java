/**
 * The program: its command line, and the one method that builds everything in order. Knows every module;
 * nothing knows it.
 */
@NullMarked
package dev.chartroom.bootstrap;

import org.jspecify.annotations.NullMarked;
