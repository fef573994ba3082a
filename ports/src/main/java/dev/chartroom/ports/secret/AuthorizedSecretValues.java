package dev.chartroom.ports.secret;

import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.ports.auth.Authorizer;
import dev.chartroom.ports.auth.RequestUser;
import java.util.Optional;

/**
 * Reads a Secret only if the user of the write may get it. A denial has the same result as a missing Secret, so the
 * result does not disclose which Secrets exist.
 *
 * @param secrets the values of the Secrets; used only if the user may get the Secret
 * @param authorizer the authorizer, which decides for the {@link RequestUser}; without a user, nothing is read
 */
public record AuthorizedSecretValues(SecretValues secrets, Authorizer authorizer) implements SecretValues {

    @Override
    public Optional<byte[]> value(NamespacedName secret, String key) {
        return RequestUser.current().filter(user -> mayGet(user, secret)).flatMap(_ -> secrets.value(secret, key));
    }

    private boolean mayGet(UserInfo user, NamespacedName secret) {
        RequestAttributes attributes =
                new RequestAttributes.Resource(user, "get", "", "v1", "secrets", "", secret.namespace(), secret.name());
        return switch (authorizer.authorize(attributes)) {
            case Decision.Allowed _ -> true;
            case Decision.Denied _, Decision.NoOpinion _ -> false;
        };
    }
}
