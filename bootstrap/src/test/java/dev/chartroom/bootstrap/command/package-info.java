/** Tests of the commands. */
@NullMarked
package dev.chartroom.bootstrap.command;

import org.jspecify.annotations.NullMarked;
