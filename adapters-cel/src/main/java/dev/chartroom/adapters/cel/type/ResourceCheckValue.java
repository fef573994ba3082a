package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;

/** An authorization check of objects of a resource, in any version. */
public record ResourceCheckValue(
        GroupCheckValue group,
        String resource,
        String subresource,
        String namespace,
        String name,
        String fieldSelector,
        String labelSelector)
        implements OpaqueValue {
    @Override
    public TypeValue type() {
        return RuntimeTypes.value(RuntimeTypes.RESOURCE_CHECK);
    }

    @Override
    public Object equalTo(Object other) {
        return CelError.NO_SUCH_OVERLOAD;
    }

    public ResourceCheckValue withSubresource(String changed) {
        return new ResourceCheckValue(group, resource, changed, namespace, name, fieldSelector, labelSelector);
    }

    public ResourceCheckValue withNamespace(String changed) {
        return new ResourceCheckValue(group, resource, subresource, changed, name, fieldSelector, labelSelector);
    }

    public ResourceCheckValue withName(String changed) {
        return new ResourceCheckValue(group, resource, subresource, namespace, changed, fieldSelector, labelSelector);
    }

    public ResourceCheckValue withFieldSelector(String changed) {
        return new ResourceCheckValue(group, resource, subresource, namespace, name, changed, labelSelector);
    }

    public ResourceCheckValue withLabelSelector(String changed) {
        return new ResourceCheckValue(group, resource, subresource, namespace, name, fieldSelector, changed);
    }

    public DecisionValue check(String verb) {
        AuthorizerValue authorizer = group.authorizer();
        return authorizer.ask(new RequestAttributes.Resource(
                authorizer.user(),
                verb,
                group.group(),
                "*",
                resource,
                subresource,
                namespace,
                name,
                fields(),
                labels()));
    }

    /** An invalid selector selects everything, so the check needs a wider permission. */
    private FieldSelector fields() {
        try {
            return FieldSelector.parse(fieldSelector);
        } catch (IllegalArgumentException _) {
            return FieldSelector.EVERYTHING;
        }
    }

    private LabelSelector labels() {
        try {
            return LabelSelector.parse(labelSelector);
        } catch (IllegalArgumentException _) {
            return LabelSelector.EVERYTHING;
        }
    }
}
