/**
 * The start of the program: a command, or the rehearsal that makes the AOT cache. The packages below build the server and
 * have the commands. They depend on every module; no module depends on them.
 */
@NullMarked
package dev.chartroom.bootstrap;

import org.jspecify.annotations.NullMarked;
