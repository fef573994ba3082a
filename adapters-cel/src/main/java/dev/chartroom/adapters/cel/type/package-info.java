/**
 * The values of Kubernetes' own types in CEL: IP addresses, URLs, quantities, versions and authorizers. The package
 * does not depend on the functions that use these values.
 */
@NullMarked
package dev.chartroom.adapters.cel.type;

import org.jspecify.annotations.NullMarked;
