package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.chartroom.apimachinery.auth.UserInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdentityHeadersTest {

    @Test
    void firstHeaderWithAValueNamesTheUser() {
        assertThat(user("X-Remote-User", "", "X-Other-User", "jane").name()).isEqualTo("jane");
        assertThat(user("X-Other-User", "joe", "X-Remote-User", "jane").name()).isEqualTo("jane");
    }

    @Test
    void onlyTheFirstValueOfAUsernameHeaderIsRead() {
        assertThat(user("X-Remote-User", "jane", "X-Remote-User", "joe").name()).isEqualTo("jane");
        assertThat(user("X-Remote-User", "", "X-Remote-User", "joe").name()).isEmpty();
    }

    @Test
    void headerNamesAreCaseInsensitiveButValuesAreCaseSensitive() {
        UserInfo user = user("x-rEmOtE-uSeR", "Jane", "X-REMOTE-GROUP", "Ops", "x-remote-EXTRA-Scopes", "Read");
        assertThat(user).isEqualTo(new UserInfo("Jane", "", List.of("Ops"), Map.of("scopes", List.of("Read"))));
    }

    @Test
    void everyHeaderValueIsOneGroupEvenWithACommaInIt() {
        assertThat(user("X-Remote-Group", "a,b", "X-Other-Group", "d", "X-Remote-Group", "", "X-Remote-Group", " c")
                        .groups())
                .containsExactly("a,b", " c", "d");
    }

    @Test
    void uidIsReadIfAHeaderIsConfigured() {
        assertThat(user("X-Remote-Uid", "1234").uid()).isEqualTo("1234");
        RequestHeaderTrust withoutUid =
                new RequestHeaderTrust(List.of(), List.of(), List.of("X-Remote-User"), List.of(), List.of(), List.of());
        assertThat(new IdentityHeaders(TestHeaders.of("X-Remote-Uid", "1234"), withoutUid)
                        .user()
                        .uid())
                .isEmpty();
    }

    @Test
    void extraValuesAreCollectedInTheOrderOfThePrefixes() {
        assertThat(user(
                                "X-Other-Extra-Scopes", "c",
                                "X-Remote-Extra-Scopes", "a,a",
                                "X-Remote-Extra-Scopes", "",
                                "X-Remote-Extra-Zone", "z",
                                "X-Remote-Extras", "not one")
                        .extra())
                .containsOnly(entry("scopes", List.of("a,a", "", "c")), entry("zone", List.of("z")));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    authentication.kubernetes.io%2fcredential-id, authentication.kubernetes.io/credential-id
                    Authentication.Kubernetes.IO%2FPod-Name,      authentication.kubernetes.io/pod-name
                    a+b,      a+b
                    %41b,     Ab
                    a%20b,    a b
                    %c3%bc,   ü
                    a%,       a%
                    a%2,      a%2
                    a%2x%2f,  a%2x%2f
                    %ff,      %ff
                    100%25,   100%
                    %252f,    %2f
                    """)
    void extraKeysAreLowerCasedThenPercentDecodedIfPossible(String encoded, String key) {
        assertThat(user("X-Remote-Extra-" + encoded, "v").extra()).containsOnly(entry(key, List.of("v")));
    }

    private static UserInfo user(String... headers) {
        return new IdentityHeaders(
                        TestHeaders.of(headers),
                        new RequestHeaderTrust(
                                List.of(),
                                List.of(),
                                List.of("X-Remote-User", "X-Other-User"),
                                List.of("X-Remote-Uid"),
                                List.of("X-Remote-Group", "X-Other-Group"),
                                List.of("X-Remote-Extra-", "X-Other-Extra-")))
                .user();
    }
}
