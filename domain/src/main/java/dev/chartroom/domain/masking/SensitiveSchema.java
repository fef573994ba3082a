package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts that a schema marks as sensitive: {@code format: password} and {@code x-kubernetes-sensitive: true}.
 */
final class SensitiveSchema {
    private static final List<String> QUANTIFIERS = List.of("allOf", "anyOf", "oneOf");

    private SensitiveSchema() {}

    static MaskNode of(JsonObject schema) {
        if (schema.stringOrEmpty("format").equals("password") || schema.isTrue("x-kubernetes-sensitive")) {
            return MaskNode.SENSITIVE;
        }
        Map<String, MaskNode> members = new HashMap<>();
        schema.objectOrEmpty("properties").members().forEach((name, property) -> {
            MaskNode node = of(property);
            if (!node.isEmpty()) {
                members.put(name, node);
            }
        });
        MaskNode each = of(schema.get("additionalProperties")).and(of(schema.get("items")));
        MaskNode found = new MaskNode(false, members, each.isEmpty() ? null : each);
        for (String quantifier : QUANTIFIERS) {
            for (JsonValue clause : schema.arrayOrEmpty(quantifier)) {
                found = found.and(of(clause));
            }
        }
        return found;
    }

    private static MaskNode of(@Nullable JsonValue schema) {
        return schema instanceof JsonObject object ? of(object) : MaskNode.NONE;
    }
}
