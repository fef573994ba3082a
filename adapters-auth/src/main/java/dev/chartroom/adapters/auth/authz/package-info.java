/**
 * Authorization of requests. Each {@link dev.chartroom.ports.auth.Authorizer} applies a rule of Chartroom or asks the
 * API server. A chain calls the authorizers in order. The package does not depend on how a user was authenticated.
 */
@NullMarked
package dev.chartroom.adapters.auth.authz;

import org.jspecify.annotations.NullMarked;
