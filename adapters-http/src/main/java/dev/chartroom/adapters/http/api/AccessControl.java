package dev.chartroom.adapters.http.api;

import dev.chartroom.adapters.http.audit.RequestAudit;
import dev.chartroom.adapters.http.audit.RequestAudits;
import dev.chartroom.adapters.http.connection.PeerAddress;
import dev.chartroom.adapters.http.connection.PeerCertificates;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;
import io.helidon.webserver.http.ServerRequest;
import java.security.cert.X509Certificate;
import java.util.List;

/** Authenticates and authorizes each request separately, because many users can share a connection. */
record AccessControl(Authenticator authenticator, Authorizer authorizer) {
    private static final System.Logger LOG = System.getLogger(AccessControl.class.getName());
    private static final String REASON = "authorization.k8s.io/reason";

    /**
     * Authenticates the user, and the impersonated user if there is one. Over HTTP/2, a client without credentials gets
     * one answer per connection, because opening streams costs such a client next to nothing (CVE-2023-44487, wire
     * contract C7).
     *
     * @throws ApiException Unauthorized if the request has no valid credentials (wire contract C8)
     */
    Authentication.Authenticated authenticate(ServerRequest request) {
        List<X509Certificate> certificates = PeerCertificates.of(request.remotePeer());
        try {
            Authentication.Authenticated found =
                    authenticate(new Credentials(certificates, new HelidonHeaders(request.headers()), peer(request)));
            // If the user is anonymous although the client presented a certificate, the client is the front proxy.
            // Other users share its connection, so the connection stays open.
            if (certificates.isEmpty() && found.impersonator() == null && isAnonymous(found.user())) {
                endConnection();
            }
            return found;
        } catch (ApiException e) {
            // Forbidden means that the user may not impersonate another user. If the user is authenticated, the
            // connection stays open.
            boolean known = e.error() instanceof ApiError.Forbidden forbidden
                    && !isAnonymous(forbidden.attributes().user());
            if (!known) {
                endConnection();
            }
            throw e;
        }
    }

    private Authentication.Authenticated authenticate(Credentials credentials) {
        return switch (authenticator.authenticate(credentials)) {
            case Authentication.Authenticated authenticated -> authenticated;
            case Authentication.NoCredentials() -> throw unauthorized();
            case Authentication.Rejected(String reason) -> {
                LOG.log(System.Logger.Level.DEBUG, "Not authenticated: " + reason);
                throw unauthorized();
            }
        };
    }

    /**
     * Lets an allowed request pass.
     *
     * @throws ApiException Forbidden if the request is not allowed (wire contract C14)
     */
    void authorize(RequestAttributes attributes) {
        authorize(attributes, RequestAudits.OFF);
    }

    /** Lets an allowed request pass, and adds the decision and its reason to the audit. */
    void authorize(RequestAttributes attributes, RequestAudit audit) {
        switch (decision(attributes, audit)) {
            case Decision.Allowed(String reason) -> annotate(audit, "allow", reason);
            case Decision.Denied(String reason) -> throw forbidden(attributes, audit, reason);
            case Decision.NoOpinion(String reason) -> throw forbidden(attributes, audit, reason);
        }
    }

    /** Returns whether a request would be allowed, for a user whose own request is another one. */
    boolean allows(RequestAttributes attributes) {
        return decision(attributes, RequestAudits.OFF) instanceof Decision.Allowed;
    }

    private Decision decision(RequestAttributes attributes, RequestAudit audit) {
        try {
            return authorizer.authorize(attributes);
        } catch (ApiException e) {
            audit.annotate(REASON, "internal error");
            throw e;
        }
    }

    private static void annotate(RequestAudit audit, String decision, String reason) {
        audit.annotate("authorization.k8s.io/decision", decision);
        audit.annotate(REASON, reason);
    }

    private static boolean isAnonymous(UserInfo user) {
        return user.name().equals(UserInfo.ANONYMOUS.name());
    }

    private static void endConnection() {
        RequestStream.current().ifPresent(RequestStream::endConnection);
    }

    private static String peer(ServerRequest request) {
        return PeerAddress.of(HelidonOrigin.peer(request));
    }

    private static ApiException unauthorized() {
        return new ApiException(ApiError.plain(StatusReason.UNAUTHORIZED, "Unauthorized"));
    }

    private static ApiException forbidden(RequestAttributes attributes, RequestAudit audit, String reason) {
        annotate(audit, "forbid", reason);
        return new ApiException(new ApiError.Forbidden(attributes, reason));
    }
}
