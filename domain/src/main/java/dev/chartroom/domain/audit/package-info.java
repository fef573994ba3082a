/**
 * What is recorded of requests: the audit policy (audit.k8s.io/v1), which decides how much, and the events. Values only:
 * where events are written and how a request passes is not known here.
 */
@NullMarked
package dev.chartroom.domain.audit;

import org.jspecify.annotations.NullMarked;
