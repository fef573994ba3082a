package dev.chartroom.ports.auth;

import dev.chartroom.apimachinery.auth.UserInfo;
import org.jspecify.annotations.Nullable;

/** The result of an authenticator. */
public sealed interface Authentication {

    /**
     * The request is from this user.
     *
     * @param impersonator the user who sent the request, if this user impersonates {@code user}; otherwise null
     */
    record Authenticated(UserInfo user, @Nullable UserInfo impersonator) implements Authentication {
        public Authenticated(UserInfo user) {
            this(user, null);
        }
    }

    /** The request has no credentials of the kind that this authenticator checks. */
    record NoCredentials() implements Authentication {}

    /** The request has invalid credentials. The reason is for the log, never for the client. */
    record Rejected(String reason) implements Authentication {}
}
