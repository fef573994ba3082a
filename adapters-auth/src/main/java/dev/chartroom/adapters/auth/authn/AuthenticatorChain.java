package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls authenticators in order; the first that authenticates the user wins (wire contract C1). If one rejects or
 * fails, the chain goes on with the next. If no authenticator authenticates the user, and one of them failed or
 * rejected, the chain also fails or rejects. So a request with invalid credentials is never anonymous. An authenticated
 * user is also in {@code system:authenticated} (C6).
 */
public final class AuthenticatorChain implements Authenticator {
    private final List<Authenticator> authenticators;
    private final boolean anonymousAllowed;

    /** @param anonymousAllowed true if a request without any credentials is from {@code system:anonymous} (C7) */
    public AuthenticatorChain(List<Authenticator> authenticators, boolean anonymousAllowed) {
        this.authenticators = List.copyOf(authenticators);
        this.anonymousAllowed = anonymousAllowed;
    }

    /**
     * Authenticates a request. Never returns NoCredentials.
     *
     * @throws ApiException the first exception of an authenticator, if none authenticates the user
     */
    @Override
    public Authentication authenticate(Credentials credentials) {
        List<String> rejections = new ArrayList<>();
        ApiException failure = null;
        for (Authenticator authenticator : authenticators) {
            try {
                switch (authenticator.authenticate(credentials)) {
                    case Authentication.Authenticated known -> {
                        return new Authentication.Authenticated(known.user().authenticated());
                    }
                    case Authentication.Rejected(String reason) -> rejections.add(reason);
                    case Authentication.NoCredentials() -> {}
                }
            } catch (ApiException e) {
                failure = failure == null ? e : failure;
            }
        }
        return unknown(rejections, failure);
    }

    private Authentication unknown(List<String> rejections, @Nullable ApiException failure) {
        if (failure != null) {
            throw failure;
        }
        if (!rejections.isEmpty()) {
            return new Authentication.Rejected(String.join("; ", rejections));
        }
        return anonymousAllowed
                ? new Authentication.Authenticated(UserInfo.ANONYMOUS)
                : new Authentication.Rejected("no credentials");
    }
}
