/** The network of this machine, for tests that start servers. Depends on no other Chartroom code. */
@NullMarked
package dev.chartroom.ports.network;

import org.jspecify.annotations.NullMarked;
