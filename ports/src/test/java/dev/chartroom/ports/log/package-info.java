/** The log for tests. The package does not depend on other Chartroom code. */
@NullMarked
package dev.chartroom.ports.log;

import org.jspecify.annotations.NullMarked;
