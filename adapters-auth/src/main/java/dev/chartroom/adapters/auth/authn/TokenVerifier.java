package dev.chartroom.adapters.auth.authn;

import dev.chartroom.ports.auth.Authentication;

/** Finds the user of a token. Thread-safe. */
@FunctionalInterface
interface TokenVerifier {

    /**
     * Verifies a token.
     *
     * @param token not empty
     * @return Authenticated or Rejected
     * @throws dev.chartroom.apimachinery.status.ApiException if the token cannot be verified
     */
    Authentication verify(String token);
}
