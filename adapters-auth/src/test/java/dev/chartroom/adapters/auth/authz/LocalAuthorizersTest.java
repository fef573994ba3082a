package dev.chartroom.adapters.auth.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.auth.Decision.Allowed;
import dev.chartroom.apimachinery.auth.Decision.NoOpinion;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAuthorizersTest {
    private static final UserInfo MASTER =
            UserInfo.of("system:kube-aggregator", List.of("system:authenticated", "system:masters"));
    private static final UserInfo JANE = UserInfo.of("jane", List.of("system:authenticated"));

    @Test
    void mastersMayDoAnything() {
        MastersAuthorizer authorizer = new MastersAuthorizer();
        assertThat(authorizer.authorize(path(MASTER, "/apis/apps.example.com/v1")))
                .isEqualTo(new Allowed());
        assertThat(authorizer.authorize(resource(MASTER))).isEqualTo(new Allowed());
    }

    @Test
    void userNamedMastersOrInASimilarGroupIsNotAMaster() {
        UserInfo impostor = UserInfo.of("system:masters", List.of("System:Masters", "system:masters "));
        assertThat(new MastersAuthorizer().authorize(resource(impostor))).isEqualTo(new NoOpinion(""));
        assertThat(new MastersAuthorizer().authorize(resource(UserInfo.ANONYMOUS)))
                .isEqualTo(new NoOpinion(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/healthz", "/readyz", "/livez"})
    void healthPathsAreAllowedForEveryUser(String path) {
        assertThat(new AlwaysAllowedPaths().authorize(path(UserInfo.ANONYMOUS, path)))
                .isEqualTo(new Allowed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "", "/healthz/", "/healthz/ping", "//healthz", "healthz", "/Healthz", "/metrics"})
    void pathsOtherThanHealthPathsGetNoOpinion(String path) {
        assertThat(new AlwaysAllowedPaths().authorize(path(UserInfo.ANONYMOUS, path)))
                .isEqualTo(new NoOpinion(""));
    }

    @Test
    void resourceNamedLikeAHealthPathGetsNoOpinion() {
        assertThat(new AlwaysAllowedPaths()
                        .authorize(
                                new RequestAttributes.Resource(JANE, "get", "", "v1", "/healthz", "", "", "/healthz")))
                .isEqualTo(new NoOpinion(""));
    }

    @Test
    void authenticatedUsersMayDoAnythingInDevelopment() {
        AllowAuthenticatedAuthorizer authorizer = new AllowAuthenticatedAuthorizer();
        assertThat(authorizer.authorize(resource(JANE))).isEqualTo(new Allowed());
        assertThat(authorizer.authorize(resource(UserInfo.ANONYMOUS))).isInstanceOf(NoOpinion.class);
    }

    private static RequestAttributes path(UserInfo user, String path) {
        return new RequestAttributes.NonResource(user, "get", path);
    }

    private static RequestAttributes resource(UserInfo user) {
        return new RequestAttributes.Resource(user, "get", "apps.example.com", "v1", "redises", "", "team-a", "cache");
    }
}
