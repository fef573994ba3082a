package dev.chartroom.ports.storage;

import dev.chartroom.domain.meta.FieldSelector;
import dev.chartroom.domain.meta.LabelSelector;
import java.util.function.Predicate;

/**
 * Which objects of a kind a client sees that asks for a namespace and with selectors (wire contract D37).
 *
 * @param namespace empty for all namespaces
 */
public record Selection(String namespace, LabelSelector labelSelector, FieldSelector fieldSelector)
        implements Predicate<ServedApplication> {

    @Override
    public boolean test(ServedApplication served) {
        return (namespace.isEmpty() || served.namespacedName().namespace().equals(namespace))
                && labelSelector.matches(served.labels())
                && fieldSelector.matches(served.namespacedName());
    }
}
