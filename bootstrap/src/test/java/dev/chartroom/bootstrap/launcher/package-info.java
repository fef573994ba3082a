/** Tests of the shell scripts that build and start the program, with a Maven and a JDK that only say how they were called. */
@NullMarked
package dev.chartroom.bootstrap.launcher;

import org.jspecify.annotations.NullMarked;
