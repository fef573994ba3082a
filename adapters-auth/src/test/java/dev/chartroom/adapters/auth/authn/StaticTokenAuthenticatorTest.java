package dev.chartroom.adapters.auth.authn;

import static dev.chartroom.adapters.auth.authn.TestHeaders.credentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticTokenAuthenticatorTest {
    private static final UserInfo DEVELOPER = UserInfo.of("developer", List.of("system:masters"));
    private static final StaticTokenAuthenticator AUTHENTICATOR = new StaticTokenAuthenticator("s3cret", DEVELOPER);

    @Test
    void configuredTokenAuthenticatesTheUser() {
        assertThat(AUTHENTICATOR.authenticate(credentials("Authorization", "Bearer s3cret")))
                .isEqualTo(new Authenticated(DEVELOPER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3cre", "s3cret2", "S3CRET", "x"})
    void otherTokenIsRejected(String token) {
        assertThat(AUTHENTICATOR.authenticate(credentials("Authorization", "Bearer " + token)))
                .isInstanceOf(Rejected.class);
    }

    @Test
    void requestWithoutTokenHasNoCredentials() {
        assertThat(AUTHENTICATOR.authenticate(credentials())).isEqualTo(new NoCredentials());
    }

    @Test
    void emptyTokenCannotBeConfigured() {
        assertThatIllegalArgumentException().isThrownBy(() -> new StaticTokenAuthenticator("", DEVELOPER));
    }
}
