package dev.chartroom.ports.auth;

import dev.chartroom.domain.auth.UserInfo;

/** What an authenticator found. */
public sealed interface Authentication {

    record Authenticated(UserInfo user) implements Authentication {}

    /** The request brings nothing that this authenticator looks at. */
    record NoCredentials() implements Authentication {}

    /** The request brings credentials that do not hold. The reason is for the log, never for the client. */
    record Rejected(String reason) implements Authentication {}
}
