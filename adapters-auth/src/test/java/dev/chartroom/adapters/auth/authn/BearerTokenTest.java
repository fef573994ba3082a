package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
    private static final String PROTOCOL = "base64url.bearer.authorization.k8s.io.";
    // The token t>?ü, which needs the URL alphabet.
    private static final String ENCODED = "dD4_w7w";

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', textBlock = """
                    'Bearer abc',       abc
                    'bearer abc',       abc
                    'BEARER abc',       abc
                    '  Bearer abc  ',   abc
                    'Bearer a.b-c_d~+/=', a.b-c_d~+/=
                    'Bearer abc def',   abc
                    """)
    void tokenFollowsTheSchemeAndOneSpace(String header, String token) {
        assertThat(authenticate("Authorization", header)).isEqualTo(userOf(token));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer  abc", "Basic abc", "Bearerabc", "abc", "Bearer\tabc"})
    void authorizationHeaderInAnotherFormContainsNoToken(String header) {
        assertThat(authenticate("Authorization", header)).isEqualTo(new NoCredentials());
    }

    @Test
    void requestWithoutHeadersHasNoToken() {
        assertThat(authenticate()).isEqualTo(new NoCredentials());
    }

    @Test
    void onlyTheFirstAuthorizationHeaderIsRead() {
        assertThat(authenticate("Authorization", "Bearer a", "Authorization", "Bearer b"))
                .isEqualTo(userOf("a"));
        assertThat(authenticate("Authorization", "Basic a", "Authorization", "Bearer b"))
                .isEqualTo(new NoCredentials());
    }

    @Test
    void webSocketMayCarryTheTokenAsASubprotocol() {
        assertThat(webSocket("v4.channel.k8s.io, " + PROTOCOL + ENCODED)).isEqualTo(userOf("t>?ü"));
        assertThat(webSocket(PROTOCOL + ENCODED, "v4.channel.k8s.io")).isEqualTo(userOf("t>?ü"));
    }

    @Test
    void subprotocolWithoutAWebSocketUpgradeIsNoToken() {
        assertThat(authenticate("Sec-WebSocket-Protocol", "other, " + PROTOCOL + ENCODED))
                .isEqualTo(new NoCredentials());
        assertThat(authenticate("Upgrade", "websocket", "Sec-WebSocket-Protocol", "other, " + PROTOCOL + ENCODED))
                .isEqualTo(new NoCredentials());
    }

    @Test
    void webSocketWithoutATokenHasNoCredentials() {
        assertThat(webSocket("v4.channel.k8s.io")).isEqualTo(new NoCredentials());
        assertThat(webSocket("v4.channel.k8s.io, " + PROTOCOL)).isEqualTo(new NoCredentials());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PROTOCOL + ENCODED,
                "other, " + PROTOCOL + ENCODED + ", " + PROTOCOL + ENCODED,
                "other, " + PROTOCOL + "a+b/",
                "other, " + PROTOCOL + "_w"
            })
    void malformedSubprotocolIsRejected(String protocols) {
        assertThat(webSocket(protocols)).isInstanceOf(Rejected.class);
    }

    private static Authentication webSocket(String... protocols) {
        String[] headers = new String[4 + 2 * protocols.length];
        headers[0] = "Connection";
        headers[1] = "keep-alive, Upgrade";
        headers[2] = "Upgrade";
        headers[3] = "WebSocket";
        for (int i = 0; i < protocols.length; i++) {
            headers[4 + 2 * i] = "Sec-WebSocket-Protocol";
            headers[5 + 2 * i] = protocols[i];
        }
        return authenticate(headers);
    }

    private static Authentication authenticate(String... headers) {
        return BearerToken.authenticate(TestHeaders.of(headers), BearerTokenTest::userOf);
    }

    private static Authentication userOf(String token) {
        return new Authenticated(UserInfo.of("user of " + token, List.of()));
    }
}
