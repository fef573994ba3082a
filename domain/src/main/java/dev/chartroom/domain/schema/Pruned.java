package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.status.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value without what its schema does not know.
 *
 * @param unknownFields the paths of what was taken out, such as {@code spec.list[0].bar}, in the order and spelling in
 *     which the kube-apiserver warns of unknown fields
 * @param malformed why the value cannot be read at all, because the header of a resource embedded in it is none; null
 *     where it can. Upstream answers with a 400: {@code Redis in version "v1" cannot be handled as a Redis: } and this
 */
public record Pruned(
        JsonObject value,
        List<String> unknownFields,
        @Nullable FieldError malformed) {
    public Pruned {
        unknownFields = List.copyOf(unknownFields);
    }
}
