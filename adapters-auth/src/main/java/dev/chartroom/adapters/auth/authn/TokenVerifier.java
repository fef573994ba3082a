package dev.chartroom.adapters.auth.authn;

import dev.chartroom.ports.auth.Authentication;

/** Finds out whose a token is. Thread-safe. */
@FunctionalInterface
interface TokenVerifier {

    /**
     * Looks at a token.
     *
     * @param token not empty
     * @return Authenticated or Rejected
     * @throws dev.chartroom.domain.status.ApiException where it could not be found out
     */
    Authentication verify(String token);
}
