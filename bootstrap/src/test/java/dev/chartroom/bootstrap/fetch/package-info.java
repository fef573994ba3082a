/** Tests of downloads, with servers on loopback. */
@NullMarked
package dev.chartroom.bootstrap.fetch;

import org.jspecify.annotations.NullMarked;
