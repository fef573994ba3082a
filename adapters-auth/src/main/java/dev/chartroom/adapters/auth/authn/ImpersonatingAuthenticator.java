package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;

/**
 * Authenticates impersonated users. A user impersonates another one with {@code Impersonate-} headers and needs the
 * verb {@code impersonate} for every part of the identity (wire contract C16). Requests through the aggregator do not
 * need this class, because the kube-apiserver has already resolved the headers.
 */
public final class ImpersonatingAuthenticator implements Authenticator {
    private final Authenticator authenticator;
    private final Authorizer authorizer;

    /**
     * @param authenticator authenticates the user who sent the request
     * @param authorizer decides whether this user may impersonate the other one
     */
    public ImpersonatingAuthenticator(Authenticator authenticator, Authorizer authorizer) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
    }

    /**
     * Authenticates the request as the impersonated user, if the headers name one.
     *
     * @throws ApiException Forbidden if the user has no right to impersonate the other user; BadRequest if the headers
     *     name no user or are not supported
     */
    @Override
    public Authentication authenticate(Credentials credentials) {
        Authentication found = authenticator.authenticate(credentials);
        return switch (found) {
            case Authentication.Authenticated known -> {
                UserInfo user = known.user();
                ImpersonationHeaders headers = new ImpersonationHeaders(credentials.headers());
                yield headers.areAbsent() ? found : new Authentication.Authenticated(permitted(user, headers), user);
            }
            case Authentication.NoCredentials _, Authentication.Rejected _ -> found;
        };
    }

    private UserInfo permitted(UserInfo user, ImpersonationHeaders headers) {
        UserInfo other = headers.user();
        for (RequestAttributes.Resource part : headers.parts(user)) {
            switch (authorizer.authorize(part)) {
                case Decision.Allowed _ -> {}
                case Decision.Denied(String reason) -> throw forbidden(part, reason);
                case Decision.NoOpinion(String reason) -> throw forbidden(part, reason);
            }
        }
        return other;
    }

    private static ApiException forbidden(RequestAttributes part, String reason) {
        return new ApiException(new ApiError.Forbidden(part, reason));
    }
}
