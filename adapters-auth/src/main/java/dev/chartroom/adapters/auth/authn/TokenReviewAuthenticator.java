package dev.chartroom.adapters.auth.authn;

import dev.chartroom.adapters.auth.ReviewClient;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.util.List;

/**
 * Knows users by bearer tokens, which the API server reviews; what it said of one counts for 10 seconds (wire contract C5). A token that does not hold is
 * rejected; where the API server cannot review it, the ApiException of {@link ReviewClient#send} says so.
 */
public final class TokenReviewAuthenticator implements Authenticator {
    private final CachingTokenVerifier verifier;

    /** @param audiences whom tokens must be meant for, at least one of them; empty for the API server itself */
    public TokenReviewAuthenticator(ReviewClient client, List<String> audiences) {
        this.verifier = new CachingTokenVerifier(new TokenReviews(client, audiences));
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        return BearerToken.authenticate(credentials.headers(), token -> verifier.verify(token, credentials.peer()));
    }
}
