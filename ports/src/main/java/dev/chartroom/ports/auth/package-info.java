/**
 * Authentication and authorization: the two ports that every request passes. The package treats certificates, headers
 * and tokens as plain values.
 */
@NullMarked
package dev.chartroom.ports.auth;

import org.jspecify.annotations.NullMarked;
