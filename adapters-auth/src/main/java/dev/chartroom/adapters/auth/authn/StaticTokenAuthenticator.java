package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Authenticates one user by one bearer token and rejects any other token. For development. */
public final class StaticTokenAuthenticator implements Authenticator {
    private final byte[] digest;
    private final UserInfo user;

    /** @param token not empty */
    public StaticTokenAuthenticator(String token, UserInfo user) {
        if (token.isEmpty()) {
            throw new IllegalArgumentException("the token is empty");
        }
        this.digest = digest(token);
        this.user = user;
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        return BearerToken.authenticate(credentials.headers(), this::verify);
    }

    private Authentication verify(String token) {
        return MessageDigest.isEqual(digest, digest(token))
                ? new Authentication.Authenticated(user)
                : new Authentication.Rejected("static token: the token does not match");
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
