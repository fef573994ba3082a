package dev.chartroom.apimachinery.managedfields.set;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Encodes and decodes FieldsV1 (wire contract F9). Encoded members have the order of kube-apiserver. */
public final class FieldSetCodec {
    private static final String SELF = ".";

    private FieldSetCodec() {}

    public static JsonObject encode(FieldSet set) {
        return encode(set, false);
    }

    private static JsonObject encode(FieldSet set, boolean self) {
        Map<String, JsonValue> members = new TreeMap<>(GoText.ORDER);
        if (self && !set.isEmpty()) {
            members.put(SELF, JsonObject.EMPTY);
        }
        for (FieldSet.Node node : set.nodes()) {
            members.put(PathElementCodec.encode(node.element()), encode(node.children(), node.member()));
        }
        return JsonObject.of(members);
    }

    /**
     * Decodes FieldsV1. A field without children is a member. Children of an unknown kind are skipped, so a field that
     * has only such children is also a member.
     *
     * @throws IllegalArgumentException if it is malformed
     */
    public static FieldSet decode(JsonValue fieldsV1) {
        Deadline.check();
        List<FieldSet.Node> nodes = new ArrayList<>();
        object(fieldsV1).members().forEach((name, below) -> {
            if (name.equals(SELF)) {
                return;
            }
            PathElementCodec.decode(name).ifPresent(element -> {
                FieldSet children = decode(below);
                boolean member = children.isEmpty() || object(below).has(SELF);
                nodes.add(new FieldSet.Node(element, member, children));
            });
        });
        return FieldSet.of(nodes);
    }

    private static JsonObject object(JsonValue value) {
        if (value == JsonNull.NULL) {
            return JsonObject.EMPTY;
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException("not an object: " + value);
    }
}
