/**
 * The adoption of existing HelmReleases, and of charts that the helm command installed, as Applications. For a command
 * that runs with a user's rights beside the servers.
 */
@NullMarked
package dev.chartroom.core.adoption;

import org.jspecify.annotations.NullMarked;
