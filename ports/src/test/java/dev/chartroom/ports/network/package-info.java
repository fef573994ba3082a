/** The network of this machine, for tests that start servers. The package does not depend on other Chartroom code. */
@NullMarked
package dev.chartroom.ports.network;

import org.jspecify.annotations.NullMarked;
