package dev.chartroom.adapters.auth.authn;

import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks authenticators in order; the first that knows the user wins (wire contract C1). A rejection or failure of one
 * does not stop a later one, but where nobody knows the user it decides: credentials that do not hold never make an
 * anonymous user. Whoever is known is also in {@code system:authenticated} (C6).
 */
public final class AuthenticatorChain implements Authenticator {
    private final List<Authenticator> authenticators;
    private final boolean anonymousAllowed;

    /** @param anonymousAllowed true where a request without any credentials is from {@code system:anonymous} (C7) */
    public AuthenticatorChain(List<Authenticator> authenticators, boolean anonymousAllowed) {
        this.authenticators = List.copyOf(authenticators);
        this.anonymousAllowed = anonymousAllowed;
    }

    /**
     * Never finds NoCredentials.
     *
     * @throws ApiException the first that an authenticator threw, where none knows the user
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
