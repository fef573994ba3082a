package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sensitive parts of a value.
 *
 * @param sensitive whether the whole value is sensitive
 * @param members the sensitive parts of known members, by their names
 * @param each the sensitive parts of every item, and of every member without an entry in {@code members}; null if there
 *     are none
 */
record MaskNode(
        boolean sensitive,
        Map<String, MaskNode> members,
        @Nullable MaskNode each) {
    static final MaskNode NONE = new MaskNode(false, Map.of(), null);
    static final MaskNode SENSITIVE = new MaskNode(true, Map.of(), null);
    static final String WILDCARD = "*";

    /** Returns a node whose only sensitive value is at this path. */
    static MaskNode of(List<String> path) {
        MaskNode node = SENSITIVE;
        for (String segment : path.reversed()) {
            node = under(segment, node);
        }
        return node;
    }

    /**
     * Returns a node whose member with this name is {@code node}. If the name is the wildcard, {@code node} applies to
     * every member and every item.
     */
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

    /** Returns the node of a member, or of an item by its index; the empty node if nothing in it is sensitive. */
    MaskNode child(String name) {
        MaskNode named = members.get(name);
        return named != null ? named : each == null ? NONE : each;
    }

    /** Returns a node with the sensitive parts of both nodes. */
    MaskNode and(MaskNode other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        Map<String, MaskNode> all = new HashMap<>(members);
        other.members.forEach((name, node) -> all.merge(name, node, MaskNode::and));
        MaskNode items = each == null ? other.each : other.each == null ? each : each.and(other.each);
        return new MaskNode(sensitive || other.sensitive, new TreeMap<>(all), items);
    }

    /** Returns a copy in which {@link #each} also applies to the known members. */
    MaskNode complete() {
        MaskNode items = each == null ? null : each.complete();
        Map<String, MaskNode> all = new TreeMap<>();
        members.forEach((name, node) -> all.put(name, (each == null ? node : node.and(each)).complete()));
        return new MaskNode(sensitive, all, items);
    }

    /** Masks the sensitive parts of a value. A value that does not have the form of this node is masked as a whole. */
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
