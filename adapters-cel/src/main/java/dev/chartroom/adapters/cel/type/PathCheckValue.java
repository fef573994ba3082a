package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.auth.RequestAttributes;

/** An authorization check of a path that is not a resource. */
public record PathCheckValue(AuthorizerValue authorizer, String path) implements OpaqueValue {
    @Override
    public TypeValue type() {
        return RuntimeTypes.value(RuntimeTypes.PATH_CHECK);
    }

    @Override
    public Object equalTo(Object other) {
        return CelError.NO_SUCH_OVERLOAD;
    }

    public DecisionValue check(String verb) {
        return authorizer.ask(new RequestAttributes.NonResource(authorizer.user(), verb, path));
    }
}
