/**
 * Users, the attributes of requests, and authorization decisions. The package contains only values. It does not
 * authenticate or authorize.
 */
@NullMarked
package dev.chartroom.apimachinery.auth;

import org.jspecify.annotations.NullMarked;
