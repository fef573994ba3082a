/**
 * The start of the program: a command, or the rehearsal that makes the AOT cache. The subpackages build the server and
 * contain the commands. They depend on every module; no module depends on them.
 */
@NullMarked
package dev.chartroom.bootstrap;

import org.jspecify.annotations.NullMarked;
