package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import java.util.function.Predicate;

/**
 * The objects of a kind that a client selects by namespace and selectors (wire contract D37).
 *
 * @param namespace empty for all namespaces
 */
public record Selection(String namespace, LabelSelector labelSelector, FieldSelector fieldSelector)
        implements Predicate<ServedApplication> {

    /** Returns roughly how many characters the selectors have. */
    public long length() {
        long labels = labelSelector.requirements().stream()
                .mapToLong(requirement -> 1L
                        + requirement.key().length()
                        + requirement.values().stream()
                                .mapToLong(value -> 1L + value.length())
                                .sum())
                .sum();
        long fields = fieldSelector.requirements().stream()
                .mapToLong(requirement -> 1L
                        + requirement.field().path().length()
                        + requirement.value().length())
                .sum();
        return labels + fields;
    }

    /** @throws dev.chartroom.apimachinery.status.ApiException Timeout if the deadline of this thread has passed */
    @Override
    public boolean test(ServedApplication served) {
        Deadline.check();
        return (namespace.isEmpty() || served.namespacedName().namespace().equals(namespace))
                && labelSelector.matches(served.labels())
                && fieldSelector.matches(served.namespacedName());
    }
}
