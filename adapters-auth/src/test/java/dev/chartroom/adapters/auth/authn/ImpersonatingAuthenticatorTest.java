package dev.chartroom.adapters.auth.authn;

import static dev.chartroom.adapters.auth.authn.TestHeaders.credentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authentication.Authenticated;
import dev.chartroom.ports.auth.Authentication.NoCredentials;
import dev.chartroom.ports.auth.Authentication.Rejected;
import dev.chartroom.ports.auth.Authenticator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImpersonatingAuthenticatorTest {
    private static final UserInfo DEPUTY = UserInfo.of("deputy", List.of("system:authenticated"));
    private static final String ROBOT = "system:serviceaccount:ns:robot";

    private final List<RequestAttributes> asked = new ArrayList<>();

    static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(headers("Impersonate-User", "jane"), UserInfo.of("jane", List.of("system:authenticated"))),
                Arguments.of(
                        headers("impersonate-user", "jane", "Impersonate-Group", "b", "Impersonate-Group", "a"),
                        UserInfo.of("jane", List.of("b", "a", "system:authenticated"))),
                Arguments.of(
                        headers("Impersonate-User", "jane", "Impersonate-Group", "system:unauthenticated"),
                        UserInfo.of("jane", List.of("system:unauthenticated"))),
                Arguments.of(
                        headers("Impersonate-User", ROBOT),
                        UserInfo.of(
                                ROBOT,
                                List.of(
                                        "system:serviceaccounts",
                                        "system:serviceaccounts:ns",
                                        "system:authenticated"))),
                Arguments.of(
                        headers("Impersonate-User", ROBOT, "Impersonate-Group", "x"),
                        UserInfo.of(ROBOT, List.of("x", "system:authenticated"))),
                Arguments.of(
                        headers("Impersonate-User", "system:anonymous"),
                        UserInfo.of("system:anonymous", List.of("system:unauthenticated"))),
                Arguments.of(
                        headers("Impersonate-User", "jane", "Impersonate-Uid", "7", "Impersonate-Extra-A%2fb", "x"),
                        new UserInfo("jane", "7", List.of("system:authenticated"), Map.of("a/b", List.of("x")))));
    }

    @ParameterizedTest
    @MethodSource("others")
    void allowedImpersonationReturnsTheImpersonatedUser(String[] headers, UserInfo other) {
        assertThat(authenticate(new Decision.Allowed(), headers)).isEqualTo(new Authenticated(other, DEPUTY));
    }

    @Test
    void everyImpersonatedPartIsAuthorized() {
        authenticate(
                new Decision.Allowed(),
                headers(
                        "Impersonate-User", "jane",
                        "Impersonate-Group", "a",
                        "Impersonate-Group", "b",
                        "Impersonate-Extra-Scopes", "x",
                        "Impersonate-Extra-Scopes", "y",
                        "Impersonate-Uid", "7"));
        assertThat(asked)
                .containsExactly(
                        part("", "users", "", "", "jane"),
                        part("", "groups", "", "", "a"),
                        part("", "groups", "", "", "b"),
                        part("authentication.k8s.io", "userextras", "scopes", "", "x"),
                        part("authentication.k8s.io", "userextras", "scopes", "", "y"),
                        part("authentication.k8s.io", "uids", "", "", "7"));
        asked.clear();
        authenticate(new Decision.Allowed(), headers("Impersonate-User", ROBOT));
        assertThat(asked).containsExactly(part("", "serviceaccounts", "", "ns", "robot"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"system:serviceaccount:ns", "system:serviceaccount:a:b:c", "system:serviceaccount:N:x"})
    void invalidServiceAccountNameIsAuthorizedAsAUser(String name) {
        authenticate(new Decision.Allowed(), headers("Impersonate-User", name));
        assertThat(asked).containsExactly(part("", "users", "", "", name));
    }

    static Stream<Decision> refusals() {
        return Stream.of(new Decision.NoOpinion(""), new Decision.Denied(""));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void impersonationWithoutPermissionIsForbidden(Decision refusal) {
        Status status = failure(refusal, "Impersonate-User", "jane");
        assertThat(status.reason()).isEqualTo(StatusReason.FORBIDDEN);
        assertThat(status.message())
                .isEqualTo(
                        "users \"jane\" is forbidden: User \"deputy\" cannot impersonate resource \"users\" in API group"
                                + " \"\" at the cluster scope");
    }

    static Stream<Arguments> nobodies() {
        return Stream.of(
                Arguments.of((Object) headers("Impersonate-Group", "system:masters")),
                Arguments.of((Object) headers("Impersonate-Uid", "7")),
                Arguments.of((Object) headers("Impersonate-Extra-Scopes", "x")),
                Arguments.of((Object) headers("Impersonate-User", "")),
                Arguments.of((Object) headers("Impersonate-User", "jane", "Impersonate-Node", "x")),
                Arguments.of((Object) headers("Impersonate-User", "j\ufffdne")));
    }

    @ParameterizedTest
    @MethodSource("nobodies")
    void invalidImpersonationHeadersAreABadRequest(String[] headers) {
        assertThat(failure(new Decision.Allowed(), headers).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void requestWithoutImpersonationHeadersNeedsNoAuthorization() {
        assertThat(authenticate(new Decision.NoOpinion(""))).isEqualTo(new Authenticated(DEPUTY));
        assertThat(asked).isEmpty();
    }

    static Stream<Authentication> unknown() {
        return Stream.of(new NoCredentials(), new Rejected("no"));
    }

    @ParameterizedTest
    @MethodSource("unknown")
    void unauthenticatedRequestCannotImpersonate(Authentication found) {
        Authenticator impersonating = new ImpersonatingAuthenticator(_ -> found, _ -> new Decision.Allowed());
        assertThat(impersonating.authenticate(credentials("Impersonate-User", "jane")))
                .isEqualTo(found);
    }

    private Status failure(Decision decision, String... headers) {
        return Status.of(catchThrowableOfType(ApiException.class, () -> authenticate(decision, headers))
                .error());
    }

    private Authentication authenticate(Decision decision, String... headers) {
        Authenticator impersonating = new ImpersonatingAuthenticator(_ -> new Authenticated(DEPUTY), attributes -> {
            asked.add(attributes);
            return decision;
        });
        return impersonating.authenticate(credentials(headers));
    }

    private static RequestAttributes part(
            String group, String resource, String subresource, String namespace, String name) {
        return new RequestAttributes.Resource(
                DEPUTY, "impersonate", group, group.isEmpty() ? "" : "v1", resource, subresource, namespace, name);
    }

    private static String[] headers(String... headers) {
        return headers;
    }
}
