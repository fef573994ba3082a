/**
 * Judges any resource of a cluster by the behaviour of a CustomResourceDefinition with the same schema. It makes such a
 * twin and sends the same requests to both; it knows nothing of Chartroom's own kinds.
 */
@NullMarked
package dev.chartroom.conformance;

import org.jspecify.annotations.NullMarked;
