package dev.chartroom.domain.masking;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What is sensitive in a value.
 *
 * @param sensitive true where all of it is
 * @param members what is in members by their names, where they are known
 * @param each what is in every item, and in members that are not known; null for nothing
 */
record MaskNode(
        boolean sensitive,
        Map<String, MaskNode> members,
        @Nullable MaskNode each) {
    static final MaskNode NONE = new MaskNode(false, Map.of(), null);
    static final MaskNode SENSITIVE = new MaskNode(true, Map.of(), null);
    static final String WILDCARD = "*";

    /** What is sensitive where this path leads, from here. */
    static MaskNode of(List<String> path) {
        MaskNode node = SENSITIVE;
        for (String segment : path.reversed()) {
            node = under(segment, node);
        }
        return node;
    }

    /** What is sensitive where this member holds such a value, or each does for the wildcard. */
    static MaskNode under(String segment, MaskNode node) {
        if (node.isEmpty()) {
            return NONE;
        }
        return segment.equals(WILDCARD)
                ? new MaskNode(false, Map.of(), node)
                : new MaskNode(false, Map.of(segment, node), null);
    }

    boolean isEmpty() {
        return !sensitive && members.isEmpty() && each == null;
    }

    /** What is in a member, or in an item by its index; the empty node where nothing is. */
    MaskNode child(String name) {
        MaskNode named = members.get(name);
        return named != null ? named : each == null ? NONE : each;
    }

    /** What is sensitive here or there. */
    MaskNode and(MaskNode other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        Map<String, MaskNode> all = new HashMap<>(members);
        other.members.forEach((name, node) -> all.merge(name, node, MaskNode::and));
        MaskNode items = each == null ? other.each : other.each == null ? each : each.and(other.each);
        return new MaskNode(sensitive || other.sensitive, new TreeMap<>(all), items);
    }

    /** The same with what is in every member said of the known ones as well. */
    MaskNode complete() {
        MaskNode items = each == null ? null : each.complete();
        Map<String, MaskNode> all = new TreeMap<>();
        members.forEach((name, node) -> all.put(name, (each == null ? node : node.and(each)).complete()));
        return new MaskNode(sensitive, all, items);
    }

    /** The value with a mask for what is sensitive, and for what is not of the form in which that would be found. */
    JsonValue apply(JsonValue value) {
        if (isEmpty() || value == JsonNull.NULL) {
            return value;
        }
        if (sensitive) {
            return ValueMask.MASK;
        }
        return switch (value) {
            case JsonObject object -> members(object);
            case JsonArray items when each != null -> items.map(each::apply);
            case JsonArray _, JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> ValueMask.MASK;
        };
    }

    private JsonObject members(JsonObject object) {
        JsonObject.Builder masked = object.toBuilder();
        object.members().forEach((name, value) -> masked.put(name, child(name).apply(value)));
        return masked.build();
    }
}
