/**
 * Authorization of requests: the rules of Chartroom and those of the API server, each an {@link
 * dev.chartroom.ports.auth.Authorizer}, and the chain that calls them in order. It does not depend on how a user was
 * authenticated.
 */
@NullMarked
package dev.chartroom.adapters.auth.authz;

import org.jspecify.annotations.NullMarked;
