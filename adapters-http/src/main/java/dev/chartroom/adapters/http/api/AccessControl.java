package dev.chartroom.adapters.http.api;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;
import io.helidon.webserver.http.ServerRequest;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/** Who asks, and whether they may: found out anew for every request, never for a connection. */
record AccessControl(Authenticator authenticator, Authorizer authorizer) {
    private static final System.Logger LOG = System.getLogger(AccessControl.class.getName());

    /**
     * Finds out who asks.
     *
     * @throws ApiException Unauthorized where it was not proven (wire contract C8)
     */
    UserInfo authenticate(ServerRequest request) {
        return switch (authenticator.authenticate(
                new Credentials(certificates(request), new HelidonHeaders(request.headers())))) {
            case Authentication.Authenticated(UserInfo user) -> user;
            case Authentication.NoCredentials() -> throw unauthorized();
            case Authentication.Rejected(String reason) -> {
                LOG.log(System.Logger.Level.DEBUG, "not authenticated: " + reason);
                throw unauthorized();
            }
        };
    }

    /**
     * Lets pass what is allowed.
     *
     * @throws ApiException Forbidden for everything else (wire contract C14)
     */
    void authorize(RequestAttributes attributes) {
        switch (authorizer.authorize(attributes)) {
            case Decision.Allowed() -> {}
            case Decision.Denied(String reason) -> throw forbidden(attributes, reason);
            case Decision.NoOpinion(String reason) -> throw forbidden(attributes, reason);
        }
    }

    private static List<X509Certificate> certificates(ServerRequest request) {
        return request.remotePeer()
                .tlsCertificates()
                .map(chain -> Arrays.stream(chain)
                        .filter(X509Certificate.class::isInstance)
                        .map(X509Certificate.class::cast)
                        .toList())
                .orElse(List.of());
    }

    private static ApiException unauthorized() {
        return new ApiException(ApiError.plain(StatusReason.UNAUTHORIZED, "Unauthorized"));
    }

    private static ApiException forbidden(RequestAttributes attributes, String reason) {
        return new ApiException(new ApiError.Forbidden(attributes, reason));
    }
}
