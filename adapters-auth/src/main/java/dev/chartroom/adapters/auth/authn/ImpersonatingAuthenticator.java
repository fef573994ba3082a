package dev.chartroom.adapters.auth.authn;

import dev.chartroom.domain.auth.Decision;
import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.Credentials;

/**
 * Lets a user be another, who asks for it in {@code Impersonate-} headers and has the verb {@code impersonate} for every
 * part of it (wire contract C16). Behind the aggregator nobody gets here: the kube-apiserver has resolved the headers.
 */
public final class ImpersonatingAuthenticator implements Authenticator {
    private final Authenticator authenticator;
    private final Authorizer authorizer;

    /**
     * @param authenticator of who really asks
     * @param authorizer of what he wants to be
     */
    public ImpersonatingAuthenticator(Authenticator authenticator, Authorizer authorizer) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
    }

    /**
     * The other user, where there is one.
     *
     * @throws ApiException Forbidden where the user may not be the other, BadRequest where the headers name nobody
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
