/**
 * Whether a user may do what a request asks for: the rules that are decided here, those that the API server decides,
 * each an {@link dev.chartroom.ports.auth.Authorizer}, and the chain that asks them in order. Knows nothing of how a
 * user was authenticated.
 */
@NullMarked
package dev.chartroom.adapters.auth.authz;

import org.jspecify.annotations.NullMarked;
