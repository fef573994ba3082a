/**
 * Updates existing releases to the definitions of their kinds, if the definitions request rollouts. The domain
 * determines the content of the next release. The package does not depend on how releases are stored.
 */
@NullMarked
package dev.chartroom.ports.rollout;

import org.jspecify.annotations.NullMarked;
