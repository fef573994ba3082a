package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;

/** An authorization check of a group, which still lacks its resource. */
public record GroupCheckValue(AuthorizerValue authorizer, String group) implements OpaqueValue {
    @Override
    public TypeValue type() {
        return RuntimeTypes.value(RuntimeTypes.GROUP_CHECK);
    }

    @Override
    public Object equalTo(Object other) {
        return CelError.NO_SUCH_OVERLOAD;
    }

    public ResourceCheckValue resource(String resource) {
        return new ResourceCheckValue(this, resource, "", "", "", "", "");
    }
}
