/** Certificates and TLS connections for tests. The package does not depend on other Chartroom code. */
@NullMarked
package dev.chartroom.ports.tls;

import org.jspecify.annotations.NullMarked;
