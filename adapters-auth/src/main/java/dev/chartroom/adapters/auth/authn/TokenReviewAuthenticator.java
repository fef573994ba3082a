package dev.chartroom.adapters.auth.authn;

import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.util.List;

/**
 * Authenticates users by bearer tokens, which the API server reviews. Results are cached for 10 seconds (wire contract
 * C5). An invalid token is rejected. If the API server cannot review a token, {@link ReviewClient#send} throws an
 * ApiException.
 */
public final class TokenReviewAuthenticator implements Authenticator {
    private final CachingTokenVerifier verifier;

    /**
     * @param audiences the accepted audiences; a token must be for at least one of them; if empty, a token must be for
     *     the API server itself
     */
    public TokenReviewAuthenticator(ReviewClient client, List<String> audiences) {
        this.verifier = new CachingTokenVerifier(new TokenReviews(client, audiences));
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        return BearerToken.authenticate(credentials.headers(), token -> verifier.verify(token, credentials.peer()));
    }
}
