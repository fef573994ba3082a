/**
 * The HTTP client for a Kubernetes API server: requests and answers in bytes, streams of lines, and connection errors.
 * It does not depend on the resources that are read and written.
 */
@NullMarked
package dev.chartroom.kubernetes.client;

import org.jspecify.annotations.NullMarked;
