/**
 * The parity suite: sends the same requests to a kind that Chartroom serves and to a CustomResourceDefinition with the
 * same schema, and compares the answers. Cases are files. Answers of the CRD are recorded, so that the suite also runs
 * without a control plane. It compares only what both sides send over HTTP.
 */
@NullMarked
package dev.chartroom.e2e.parity;

import org.jspecify.annotations.NullMarked;
