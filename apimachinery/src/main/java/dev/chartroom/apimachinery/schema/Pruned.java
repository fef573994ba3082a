package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value without the fields that its schema does not know.
 *
 * @param unknownFields the paths of the removed fields, such as {@code spec.list[0].bar}, in the order and spelling of
 *     the kube-apiserver's warnings about unknown fields
 * @param malformed the error if the header of an embedded resource cannot be decoded; otherwise null. Upstream answers
 *     with a 400. Its message is {@code Redis in version "v1" cannot be handled as a Redis: }, followed by this error
 */
public record Pruned(
        JsonObject value,
        List<String> unknownFields,
        @Nullable FieldError malformed) {
    public Pruned {
        unknownFields = List.copyOf(unknownFields);
    }
}
