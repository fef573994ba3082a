package dev.chartroom.adapters.auth.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.scaling.Scaling;
import dev.chartroom.apimachinery.scaling.Texts;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Credentials;
import dev.chartroom.ports.fuzz.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that headers that identify a user are read in linear time. The size is the number of headers, or the length of
 * one.
 */
class IdentityGrowthTest {
    private static final int HEADERS = 4_000;
    private static final int LENGTH = 64 * 1024;
    /** In nanoseconds. Any shorter time is fast enough for so few headers. */
    private static final long NEGLIGIBLE = 10_000_000;

    private static final RequestHeaderTrust TRUST = new RequestHeaderTrust(
            List.of(),
            List.of(),
            List.of("X-Remote-User"),
            List.of("X-Remote-Uid"),
            List.of("X-Remote-Group"),
            List.of("X-Remote-Extra-"));
    private static final Authentication JANE = new Authentication.Authenticated(UserInfo.of("jane", List.of()));

    @ParameterizedTest
    @MethodSource("shapes")
    void identityHeadersAreReadInLinearTime(Scaling<TestHeaders> shape) {
        shape.check();
    }

    static Stream<Scaling<TestHeaders>> shapes() {
        return Stream.of(
                headers("groups", i -> "X-Remote-Group", i -> "group" + i),
                headers("one group again and again", i -> "X-Remote-Group", i -> "group"),
                headers("groups of equal hashes", i -> "X-Remote-Group", Texts::colliding),
                headers("users", i -> "X-Remote-User", i -> "user" + i),
                headers("extra keys", i -> "X-Remote-Extra-key" + i, i -> "value"),
                headers("values of one extra key", i -> "X-Remote-Extra-key", i -> "value" + i),
                headers("extra keys of equal hashes", i -> "X-Remote-Extra-" + Texts.colliding(i), i -> "value"),
                headers("impersonated groups", i -> "Impersonate-Group", i -> "group" + i),
                headers("impersonated groups of equal hashes", i -> "Impersonate-Group", Texts::colliding),
                headers("impersonated extra keys", i -> "Impersonate-Extra-key" + i, i -> "value"),
                headers("impersonated values of one key", i -> "Impersonate-Extra-key", i -> "value" + i),
                headers("impersonation headers that are not known", i -> "Impersonate-" + i, i -> "value"),
                headers("tokens", i -> "Authorization", i -> "Bearer token" + i),
                one("a long user", "X-Remote-User", "a"),
                one("a long extra value", "X-Remote-Extra-key", "a"),
                one("a long impersonated user", "Impersonate-User", "a"),
                one("an impersonated service account", "Impersonate-User", "system:serviceaccount:a:"),
                one("escapes in a key", "X-Remote-Extra-", "%41"),
                one("a token of spaces", "Authorization", "Bearer "),
                one("a token of dots", "Authorization", "."));
    }

    private static Scaling<TestHeaders> headers(String name, IntFunction<String> header, IntFunction<String> value) {
        return shape(name, HEADERS, n -> {
            List<String> pairs = new ArrayList<>(List.of("X-Remote-User", "jane", "Impersonate-User", "joe"));
            for (int i = 0; i < n; i++) {
                pairs.add(header.apply(i));
                pairs.add(value.apply(i));
            }
            return TestHeaders.of(pairs.toArray(String[]::new));
        });
    }

    /** @param part is repeated in the value, or in the name of an extra key */
    private static Scaling<TestHeaders> one(String name, String header, String part) {
        return shape(name, LENGTH, n -> {
            String text = part.repeat(n / part.length());
            return header.endsWith("-") ? TestHeaders.of(header + text, "value") : TestHeaders.of(header, text);
        });
    }

    private static Scaling<TestHeaders> shape(String name, int size, IntFunction<TestHeaders> input) {
        return new Scaling<>(name, size, 0, input, IdentityGrowthTest::read, NEGLIGIBLE);
    }

    private static void read(TestHeaders headers) {
        assertThat(new IdentityHeaders(headers, TRUST).user()).isNotNull();
        Refusals.orValue(() -> BearerToken.authenticate(headers, token -> JANE));
        ImpersonatingAuthenticator impersonating =
                new ImpersonatingAuthenticator(_ -> JANE, _ -> new Decision.Allowed());
        Refusals.orValue(() -> impersonating.authenticate(new Credentials(List.of(), headers, TestHeaders.PEER)));
    }
}
