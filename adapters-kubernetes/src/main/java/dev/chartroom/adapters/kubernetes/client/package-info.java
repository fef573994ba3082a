/**
 * How this module talks to a Kubernetes API server: bytes out, bytes in, streams of lines, and the errors of the
 * connection itself. Knows nothing of the resources that are read and written.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.client;

import org.jspecify.annotations.NullMarked;
