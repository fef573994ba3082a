/** Tests of the scripts of a checkout and of its build, mostly with a Maven and a JDK that only say how they were called. */
@NullMarked
package dev.chartroom.bootstrap.launcher;

import org.jspecify.annotations.NullMarked;
