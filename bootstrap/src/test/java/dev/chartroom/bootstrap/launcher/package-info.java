/** Tests of a checkout's scripts and build, mostly with stand-ins for Maven and a JDK that only record their calls. */
@NullMarked
package dev.chartroom.bootstrap.launcher;

import org.jspecify.annotations.NullMarked;
