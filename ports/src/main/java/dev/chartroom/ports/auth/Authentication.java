package dev.chartroom.ports.auth;

import dev.chartroom.domain.auth.UserInfo;
import org.jspecify.annotations.Nullable;

/** What an authenticator found. */
public sealed interface Authentication {

    /**
     * The request is from this user.
     *
     * @param impersonator who really asks, where the user is impersonated; otherwise null
     */
    record Authenticated(UserInfo user, @Nullable UserInfo impersonator) implements Authentication {
        public Authenticated(UserInfo user) {
            this(user, null);
        }
    }

    /** The request brings nothing that this authenticator looks at. */
    record NoCredentials() implements Authentication {}

    /** The request brings credentials that do not hold. The reason is for the log, never for the client. */
    record Rejected(String reason) implements Authentication {}
}
