/** Tests of who may do what: authentication, authorization, admission, quotas and the audit log. */
@NullMarked
package dev.chartroom.e2e.access;

import org.jspecify.annotations.NullMarked;
