/**
 * Audit: the policy (audit.k8s.io/v1), which decides how much of a request is recorded, and the events. The package
 * contains only values. It does not write events or process requests.
 */
@NullMarked
package dev.chartroom.apimachinery.audit;

import org.jspecify.annotations.NullMarked;
