package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.Refusals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses arbitrary lines as the headers that identify a user: those of a front proxy, of impersonation, and of a bearer
 * token.
 */
class IdentityFuzzTest extends FuzzContract {
    private static final RequestHeaderTrust TRUST = new RequestHeaderTrust(
            List.of(),
            List.of(),
            List.of("X-Remote-User"),
            List.of("X-Remote-Uid"),
            List.of("X-Remote-Group"),
            List.of("X-Remote-Extra-"));
    private static final Authentication JANE = new Authentication.Authenticated(UserInfo.of("jane", List.of()));

    IdentityFuzzTest() {
        super("identity", IdentityFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input lines of headers */
    public static void fuzzerTestOneInput(byte[] input) {
        TestHeaders headers = headers(new String(input, StandardCharsets.UTF_8));
        UserInfo proxied = new IdentityHeaders(headers, TRUST).user();
        assertThat(proxied.groups()).doesNotContain("");
        Refusals.orValue(() -> BearerToken.authenticate(headers, token -> {
            assertThat(token).isNotEmpty();
            return JANE;
        }));
        ImpersonatingAuthenticator impersonating =
                new ImpersonatingAuthenticator(_ -> JANE, _ -> new Decision.Allowed());
        Refusals.orValue(() -> impersonating.authenticate(new Credentials(List.of(), headers, TestHeaders.PEER)))
                .ifPresent(found -> assertThat(found)
                        .isInstanceOfSatisfying(
                                Authentication.Authenticated.class,
                                user -> assertThat(user.user().name()).isNotEmpty()));
    }

    private static TestHeaders headers(String text) {
        List<String> namesAndValues = new ArrayList<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                namesAndValues.add(line.substring(0, colon));
                namesAndValues.add(line.substring(colon + 1).strip());
            }
        });
        return TestHeaders.of(namesAndValues.toArray(String[]::new));
    }
}
