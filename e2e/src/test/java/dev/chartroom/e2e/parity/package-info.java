/**
 * The parity suite: the same requests to a kind that Chartroom serves and to a CustomResourceDefinition with the same
 * schema, and a comparison of what the two answer. Cases are files; answers of the CRD are recorded, so that the suite
 * also runs without a control plane. Knows the wire only, and of Chartroom nothing but how to start it.
 */
@NullMarked
package dev.chartroom.e2e.parity;

import org.jspecify.annotations.NullMarked;
