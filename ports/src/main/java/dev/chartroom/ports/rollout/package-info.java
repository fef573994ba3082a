/**
 * Releases that exist follow the definitions of their kinds, where these ask for it. What the next release is, the domain
 * decides; how releases are stored, it must not know.
 */
@NullMarked
package dev.chartroom.ports.rollout;

import org.jspecify.annotations.NullMarked;
