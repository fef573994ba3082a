package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonObject;
import java.util.List;

/**
 * A value without what its schema does not know.
 *
 * @param unknownFields the paths of what was taken out, such as {@code spec.list[0].bar}, in the order and spelling in
 *     which the kube-apiserver warns of unknown fields
 */
public record Pruned(JsonObject value, List<String> unknownFields) {
    public Pruned {
        unknownFields = List.copyOf(unknownFields);
    }
}
