package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterTrustParserTest {
    private static final TestAuthority CLIENTS = TestAuthority.root("clients");
    private static final TestAuthority FRONT_PROXY = TestAuthority.root("front-proxy");
    private static final TestAuthority OLD = TestAuthority.root("old");
    private static final ClusterTrust PREVIOUS = new ClusterTrust(
            List.of(OLD.certificate()),
            new RequestHeaderTrust(
                    List.of(OLD.certificate()), List.of("old"), List.of("X-Old"), List.of(), List.of(), List.of()));
    private static final Map<String, String> DATA = Map.of(
            "client-ca-file", CLIENTS.pem(),
            "requestheader-client-ca-file", FRONT_PROXY.pem(),
            "requestheader-allowed-names", "[\"front-proxy-client\", \"aggregator\"]",
            "requestheader-username-headers", "[\"X-Remote-User\"]",
            "requestheader-uid-headers", "[\"X-Remote-Uid\"]",
            "requestheader-group-headers", "[\"X-Remote-Group\"]",
            "requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]");
    private static final ClusterTrust TRUST = new ClusterTrust(
            List.of(CLIENTS.certificate()),
            new RequestHeaderTrust(
                    List.of(FRONT_PROXY.certificate()),
                    List.of("front-proxy-client", "aggregator"),
                    List.of("X-Remote-User"),
                    List.of("X-Remote-Uid"),
                    List.of("X-Remote-Group"),
                    List.of("X-Remote-Extra-")));

    @Test
    void allKeysAreRead() {
        assertThat(ClusterTrustParser.parse(DATA, PREVIOUS)).isEqualTo(new ClusterTrustParser.Parsed(TRUST, List.of()));
    }

    @Test
    void emptyConfigMapTrustsNothing() {
        assertThat(ClusterTrustParser.parse(Map.of(), PREVIOUS))
                .isEqualTo(new ClusterTrustParser.Parsed(ClusterTrust.NONE, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n"})
    void absentOrEmptyAuthorityIsNotTrusted(String empty) {
        assertThat(parse("client-ca-file", empty).trust())
                .isEqualTo(new ClusterTrust(List.of(), TRUST.requestHeader()));
        assertThat(parse("requestheader-client-ca-file", empty).trust())
                .isEqualTo(new ClusterTrust(TRUST.clientAuthorities(), RequestHeaderTrust.NONE));
    }

    @Test
    void absentAndEmptyListsAreEmpty() {
        Map<String, String> data = Map.of(
                "requestheader-client-ca-file", FRONT_PROXY.pem(),
                "requestheader-allowed-names", "",
                "requestheader-username-headers", "[]");
        assertThat(ClusterTrustParser.parse(data, PREVIOUS).trust().requestHeader())
                .isEqualTo(new RequestHeaderTrust(
                        List.of(FRONT_PROXY.certificate()), List.of(), List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void bundleMayHoldSeveralCertificatesAndText() {
        String bundle =
                "# rotated\n" + OLD.pem() + "\r\n-----BEGIN EC PARAMETERS-----\nAA==\n-----END EC PARAMETERS-----\n"
                        + CLIENTS.pem().replace("\n", "\r\n");
        assertThat(parse("client-ca-file", bundle).trust().clientAuthorities())
                .containsExactly(OLD.certificate(), CLIENTS.certificate());
    }

    @ParameterizedTest
    @CsvSource({
        "not a certificate",
        "-----BEGIN CERTIFICATE-----",
        "-----BEGIN CERTIFICATE----------END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----AAAA-----END CERTIFICATE-----",
        "-----BEGIN CERTIFICATE-----!-----END CERTIFICATE-----"
    })
    void malformedCertificatesKeepThePreviousAuthority(String pem) {
        assertKept("client-ca-file", pem, new ClusterTrust(PREVIOUS.clientAuthorities(), TRUST.requestHeader()));
        assertKept(
                "client-ca-file",
                CLIENTS.pem() + pem.replace("not a certificate", "-----BEGIN CERTIFICATE-----"),
                new ClusterTrust(PREVIOUS.clientAuthorities(), TRUST.requestHeader()));
        assertKept(
                "requestheader-client-ca-file",
                pem,
                new ClusterTrust(TRUST.clientAuthorities(), PREVIOUS.requestHeader()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Remote-User",
                "[X-Remote-User]",
                "['a']",
                "\"a\"",
                "{}",
                "null",
                "[null]",
                "[1]",
                "[[\"a\"]]",
                "[\"a\"",
                "[\"a\",]",
                "[\"a\"] x",
                "[\"a\"][]"
            })
    void malformedListKeepsThePreviousFrontProxyTrust(String json) {
        for (String key : DATA.keySet()) {
            if (!key.endsWith("-file")) {
                assertKept(key, json, new ClusterTrust(TRUST.clientAuthorities(), PREVIOUS.requestHeader()));
            }
        }
    }

    @Test
    void malformedListsAreIgnoredIfThereIsNoFrontProxyAuthority() {
        Map<String, String> data = Map.of("requestheader-allowed-names", "{", "client-ca-file", CLIENTS.pem());
        assertThat(ClusterTrustParser.parse(data, PREVIOUS))
                .isEqualTo(new ClusterTrustParser.Parsed(
                        new ClusterTrust(TRUST.clientAuthorities(), RequestHeaderTrust.NONE), List.of()));
    }

    @Test
    void emptyExtraHeaderPrefixIsDropped() {
        assertThat(parse("requestheader-extra-headers-prefix", "[\"\",\"X-\"]")
                        .trust()
                        .requestHeader()
                        .extraHeaderPrefixes())
                .containsExactly("X-");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new RequestHeaderTrust(List.of(), List.of(), List.of(), List.of(), List.of(), List.of("")));
    }

    private static void assertKept(String key, String value, ClusterTrust expected) {
        ClusterTrustParser.Parsed parsed = parse(key, value);
        assertThat(parsed.trust()).isEqualTo(expected);
        assertThat(parsed.problems()).singleElement().asString().startsWith(key);
    }

    private static ClusterTrustParser.Parsed parse(String key, String value) {
        Map<String, String> data = new HashMap<>(DATA);
        data.put(key, value);
        return ClusterTrustParser.parse(data, PREVIOUS);
    }
}
