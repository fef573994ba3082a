/** Tests of the assembly of the server. */
@NullMarked
package dev.chartroom.bootstrap.assembly;

import org.jspecify.annotations.NullMarked;
