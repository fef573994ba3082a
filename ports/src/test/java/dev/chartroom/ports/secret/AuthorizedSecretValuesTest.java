package dev.chartroom.ports.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.RequestUser;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthorizedSecretValuesTest {
    private static final NamespacedName SECRET = new NamespacedName("databases", "shop");
    private static final UserInfo JANE = UserInfo.of("jane", List.of("developers"));

    private final List<String> read = new ArrayList<>();
    private final List<RequestAttributes> asked = new ArrayList<>();

    @Test
    void secretThatTheUserMayGetIsRead() {
        assertThat(as(JANE, new Decision.Allowed())).contains(new byte[] {1});
        assertThat(asked)
                .containsExactly(
                        new RequestAttributes.Resource(JANE, "get", "", "v1", "secrets", "", "databases", "shop"));
        assertThat(read).containsExactly("databases/shop password");
    }

    @Test
    void secretThatTheUserMayNotGetIsTreatedAsMissing() {
        assertThat(as(JANE, new Decision.Denied("no"))).isEmpty();
        assertThat(as(JANE, new Decision.NoOpinion(""))).isEmpty();
        assertThat(read).isEmpty();
    }

    @Test
    void secretIsNotReadWithoutAUser() {
        assertThat(values(_ -> new Decision.Allowed()).value(SECRET, "password"))
                .isEmpty();
        assertThat(read).isEmpty();
    }

    @Test
    void secretIsNotReadIfAuthorizationFails() {
        SecretValues values = values(_ -> {
            throw new ApiException(ApiError.unavailable("down"));
        });

        assertThatThrownBy(() -> RequestUser.during(JANE, () -> values.value(SECRET, "password")))
                .isInstanceOf(ApiException.class);
        assertThat(read).isEmpty();
    }

    private Optional<byte[]> as(UserInfo user, Decision decision) {
        SecretValues values = values(attributes -> {
            asked.add(attributes);
            return decision;
        });
        return RequestUser.during(user, () -> values.value(SECRET, "password"));
    }

    private SecretValues values(Authorizer authorizer) {
        return new AuthorizedSecretValues(
                (secret, key) -> {
                    read.add(secret.namespace() + "/" + secret.name() + " " + key);
                    return Optional.of(new byte[] {1});
                },
                authorizer);
    }
}
