package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;

/** Masks the values in managed fields: the items of sets, and the keys of list items. */
final class ManagedFieldsMask {
    private ManagedFieldsMask() {}

    static JsonValue apply(MaskNode root, JsonValue managedFields) {
        return managedFields instanceof JsonArray entries
                ? entries.map(entry -> entry(root, entry))
                : root.apply(managedFields);
    }

    private static JsonValue entry(MaskNode root, JsonValue entry) {
        return entry instanceof JsonObject object && object.get("fieldsV1") instanceof JsonObject fields
                ? object.with("fieldsV1", fields(root, fields))
                : entry;
    }

    private static JsonValue fields(MaskNode node, JsonValue fields) {
        if (node.isEmpty() || !(fields instanceof JsonObject set)) {
            return fields;
        }
        JsonObject.Builder masked = JsonObject.builder();
        set.members().forEach((element, inner) -> {
            // The first colon ends the kind of the element, such as f: or k:.
            String kind = element.substring(0, element.indexOf(':') + 1);
            String rest = element.substring(kind.length());
            MaskNode child = kind.equals("f:") ? node.child(rest) : node.child(MaskNode.WILDCARD);
            boolean holdsValue = kind.equals("v:") || kind.equals("k:");
            masked.put(holdsValue ? kind + value(child, rest) : element, fields(child, inner));
        });
        return masked.build();
    }

    private static String value(MaskNode node, String text) {
        if (node.isEmpty()) {
            return text;
        }
        try {
            return node.apply(JsonText.parse(text)).toString();
        } catch (IllegalArgumentException _) {
            return ValueMask.MASK.toString();
        }
    }
}
