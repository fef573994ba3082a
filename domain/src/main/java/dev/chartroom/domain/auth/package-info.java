/**
 * Users, the attributes of requests, and authorization decisions. Values only: the package does not authenticate or
 * authorize.
 */
@NullMarked
package dev.chartroom.domain.auth;

import org.jspecify.annotations.NullMarked;
