/** Time for tests. The package does not depend on other Chartroom code. */
@NullMarked
package dev.chartroom.ports.time;

import org.jspecify.annotations.NullMarked;
