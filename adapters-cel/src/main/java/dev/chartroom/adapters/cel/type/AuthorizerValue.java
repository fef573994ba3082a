package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.auth.Decision;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.List;
import java.util.function.Function;

/**
 * The {@code authorizer} of expressions: checks what a user may do.
 *
 * @param answer the authorizer, which can throw an ApiException
 */
public record AuthorizerValue(UserInfo user, Function<RequestAttributes, Decision> answer) implements OpaqueValue {
    private static final String GROUP = "system:serviceaccounts";

    @Override
    public TypeValue type() {
        return RuntimeTypes.value(RuntimeTypes.AUTHORIZER);
    }

    /** Upstream has no equality for authorizers. */
    @Override
    public Object equalTo(Object other) {
        return CelError.NO_SUCH_OVERLOAD;
    }

    /** Returns a check of the resource of a request. */
    public OpaqueValue resource(RequestAttributes.Resource resource) {
        return group(resource.group())
                .resource(resource.resource())
                .withSubresource(resource.subresource())
                .withNamespace(resource.namespace())
                .withName(resource.name());
    }

    public PathCheckValue path(String path) {
        return new PathCheckValue(this, path);
    }

    public GroupCheckValue group(String group) {
        return new GroupCheckValue(this, group);
    }

    public AuthorizerValue serviceAccount(String namespace, String name) {
        return new AuthorizerValue(
                UserInfo.of("system:serviceaccount:" + namespace + ":" + name, List.of(GROUP, GROUP + ":" + namespace)),
                answer);
    }

    DecisionValue ask(RequestAttributes question) {
        try {
            return switch (answer.apply(question)) {
                case Decision.Allowed(String reason) -> new DecisionValue(true, reason, "");
                case Decision.Denied(String reason) -> new DecisionValue(false, reason, "");
                case Decision.NoOpinion(String reason) -> new DecisionValue(false, reason, "");
            };
        } catch (ApiException e) {
            return new DecisionValue(false, "", String.valueOf(e.getMessage()));
        }
    }
}
