package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import dev.chartroom.ports.auth.Authenticator;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthenticatorChainTest {
    private static final Authenticator NOTHING = _ -> new NoCredentials();
    private static final Authenticator REJECTING = _ -> new Rejected("first reason");
    private static final Authenticator JANE = knowing(UserInfo.of("jane", List.of("ops")));
    private static final Authentication JANE_AUTHENTICATED =
            new Authenticated(UserInfo.of("jane", List.of("ops", "system:authenticated")));

    private final ApiException down = new ApiException(ApiError.unavailable("down"));
    private final Authenticator unavailable = failing(down);

    @Test
    void firstAuthenticatedUserWins() {
        assertThat(ask(true, NOTHING, JANE, knowing(UserInfo.of("joe", List.of()))))
                .isEqualTo(JANE_AUTHENTICATED);
    }

    @Test
    void rejectionAndFailureDoNotStopLaterAuthenticators() {
        assertThat(ask(true, REJECTING, unavailable, JANE)).isEqualTo(JANE_AUTHENTICATED);
    }

    @Test
    void laterAuthenticatorsAreNotCalledAfterSuccess() {
        assertThat(ask(true, JANE, unavailable)).isEqualTo(JANE_AUTHENTICATED);
    }

    @Test
    void requestWithoutCredentialsIsAnonymousIfAllowed() {
        assertThat(ask(true, NOTHING, NOTHING)).isEqualTo(new Authenticated(UserInfo.ANONYMOUS));
        assertThat(ask(false, NOTHING, NOTHING)).isInstanceOf(Rejected.class);
    }

    @Test
    void rejectedCredentialsAreNeverAnonymous() {
        assertThat(ask(true, NOTHING, REJECTING, _ -> new Rejected("second reason"), NOTHING))
                .isEqualTo(new Rejected("first reason; second reason"));
    }

    @Test
    void firstFailureIsThrownIfNoAuthenticatorSucceeds() {
        assertThatThrownBy(() -> ask(true, unavailable, NOTHING)).isSameAs(down);
        assertThatThrownBy(
                        () -> ask(true, REJECTING, unavailable, failing(new ApiException(ApiError.internal("broken")))))
                .isSameAs(down);
    }

    @Test
    void anonymousUserGetsNoAuthenticatedGroup() {
        assertThat(ask(true, knowing(UserInfo.ANONYMOUS))).isEqualTo(new Authenticated(UserInfo.ANONYMOUS));
    }

    @Test
    void authenticatedGroupIsNotRepeated() {
        UserInfo member = UserInfo.of("jane", List.of("system:authenticated", "ops"));
        assertThat(ask(true, knowing(member))).isEqualTo(new Authenticated(member));
    }

    private static Authentication ask(boolean anonymousAllowed, Authenticator... authenticators) {
        return new AuthenticatorChain(List.of(authenticators), anonymousAllowed)
                .authenticate(TestHeaders.credentials());
    }

    private static Authenticator knowing(UserInfo user) {
        return _ -> new Authenticated(user);
    }

    private static Authenticator failing(ApiException failure) {
        return _ -> {
            throw failure;
        };
    }
}
