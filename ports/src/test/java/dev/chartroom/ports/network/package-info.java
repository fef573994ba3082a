/** The network of this machine, for tests that start servers. Knows no other code of ours. */
@NullMarked
package dev.chartroom.ports.network;

import org.jspecify.annotations.NullMarked;
