package dev.chartroom.adapters.auth.authz;

import dev.chartroom.domain.auth.RequestAttributes;
import dev.chartroom.domain.auth.UserInfo;
import io.kubernetes.client.openapi.models.V1NonResourceAttributes;
import io.kubernetes.client.openapi.models.V1ResourceAttributes;
import io.kubernetes.client.openapi.models.V1SubjectAccessReviewSpec;
import org.jspecify.annotations.Nullable;

/** Request attributes in the form of a SubjectAccessReview (wire contract C11). */
final class AccessReviewSpec {
    private AccessReviewSpec() {}

    static V1SubjectAccessReviewSpec of(RequestAttributes attributes) {
        UserInfo user = attributes.user();
        V1SubjectAccessReviewSpec spec = new V1SubjectAccessReviewSpec()
                .user(user.name())
                .uid(given(user.uid()))
                .groups(user.groups())
                .extra(user.extra());
        return switch (attributes) {
            case RequestAttributes.Resource resource -> spec.resourceAttributes(resource(resource));
            case RequestAttributes.NonResource(var _, String verb, String path) ->
                spec.nonResourceAttributes(
                        new V1NonResourceAttributes().verb(verb).path(path));
        };
    }

    private static V1ResourceAttributes resource(RequestAttributes.Resource resource) {
        return new V1ResourceAttributes()
                .namespace(given(resource.namespace()))
                .verb(resource.verb())
                .group(given(resource.group()))
                .version(given(resource.version()))
                .resource(resource.resource())
                .subresource(given(resource.subresource()))
                .name(given(resource.name()));
    }

    private static @Nullable String given(String value) {
        return value.isEmpty() ? null : value;
    }
}
