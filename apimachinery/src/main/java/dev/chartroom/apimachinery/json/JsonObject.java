package dev.chartroom.apimachinery.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object: members in the order in which they were written. Equality ignores the order. */
public final class JsonObject implements JsonValue {
    public static final JsonObject EMPTY = new JsonObject(new LinkedHashMap<>());

    private final SequencedMap<String, JsonValue> members;

    private JsonObject(SequencedMap<String, JsonValue> members) {
        this.members = Collections.unmodifiableSequencedMap(members);
    }

    public static JsonObject of(Map<String, ? extends JsonValue> members) {
        return members.isEmpty() ? EMPTY : new JsonObject(new LinkedHashMap<>(members));
    }

    /** Returns an object whose members are all strings, such as labels. */
    public static JsonObject ofStrings(Map<String, String> members) {
        Builder builder = builder();
        members.forEach(builder::put);
        return builder.build();
    }

    public static JsonObject of(String name, JsonValue value) {
        return builder().put(name, value).build();
    }

    public static Builder builder() {
        return new Builder(new LinkedHashMap<>());
    }

    /** Returns a builder that starts with the members of this object. */
    public Builder toBuilder() {
        return new Builder(new LinkedHashMap<>(members));
    }

    /** Returns the member: {@code JsonNull.NULL} if it is null, Java's null if it is absent. */
    public @Nullable JsonValue get(String name) {
        return members.get(name);
    }

    /** Returns the member if it is an object. */
    public Optional<JsonObject> object(String name) {
        return members.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
    }

    /** Returns the member if it is an object, otherwise the empty object. */
    public JsonObject objectOrEmpty(String name) {
        return members.get(name) instanceof JsonObject object ? object : EMPTY;
    }

    /** Returns the member if it is an array, otherwise the empty array. */
    public JsonArray arrayOrEmpty(String name) {
        return members.get(name) instanceof JsonArray array ? array : JsonArray.EMPTY;
    }

    /** Returns the member if it is a string. */
    public Optional<String> string(String name) {
        return members.get(name) instanceof JsonString(String value) ? Optional.of(value) : Optional.empty();
    }

    /** Returns the member if it is a string, otherwise the empty string, as Go decodes an absent string. */
    public String stringOrEmpty(String name) {
        return string(name).orElse("");
    }

    /** Returns the member if it is a boolean, otherwise false. */
    public boolean isTrue(String name) {
        return members.get(name) == JsonBoolean.TRUE;
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public boolean isEmpty() {
        return members.isEmpty();
    }

    public Set<String> names() {
        return members.keySet();
    }

    /** Returns the members, in order. Unmodifiable. */
    public SequencedMap<String, JsonValue> members() {
        return members;
    }

    /** Returns the members that are strings; other members are left out. */
    public Map<String, String> strings() {
        Map<String, String> strings = new LinkedHashMap<>();
        members.forEach((name, value) -> {
            if (value instanceof JsonString(String text)) {
                strings.put(name, text);
            }
        });
        return strings;
    }

    /** Returns this object with one member set: in its old place if the member existed, otherwise at the end. */
    public JsonObject with(String name, JsonValue value) {
        return value.equals(members.get(name))
                ? this
                : toBuilder().put(name, value).build();
    }

    /** Returns this object without one member. */
    public JsonObject without(String name) {
        return members.containsKey(name) ? toBuilder().remove(name).build() : this;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonObject that && members.equals(that.members);
    }

    /** The hash is a sum over the members, because equality ignores their order. */
    @Override
    public int hashCode() {
        int hash = members.size();
        for (var member : members.entrySet()) {
            hash += KeyedHash.of(member.getKey(), member.getValue().hashCode());
        }
        return hash;
    }

    @Override
    public String toString() {
        return JsonText.of(this);
    }

    /** Collects members; a member that is put twice keeps its first place and its last value. */
    public static final class Builder {
        private SequencedMap<String, JsonValue> members;
        private boolean built;

        private Builder(SequencedMap<String, JsonValue> members) {
            this.members = members;
        }

        public Builder put(String name, JsonValue value) {
            own().put(name, value);
            return this;
        }

        public Builder put(String name, String value) {
            return put(name, new JsonString(value));
        }

        public Builder put(String name, long value) {
            return put(name, JsonNumber.of(value));
        }

        public Builder put(String name, boolean value) {
            return put(name, JsonBoolean.of(value));
        }

        /** Sets the member, unless the value is null. */
        public Builder putIfPresent(String name, @Nullable JsonValue value) {
            return value == null ? this : put(name, value);
        }

        /** Sets the member, unless the string is null or empty: Go's {@code omitempty}. */
        public Builder putIfPresent(String name, @Nullable String value) {
            return value == null || value.isEmpty() ? this : put(name, value);
        }

        public Builder putAll(JsonObject object) {
            own().putAll(object.members);
            return this;
        }

        public boolean has(String name) {
            return members.containsKey(name);
        }

        public Builder remove(String name) {
            own().remove(name);
            return this;
        }

        public JsonObject build() {
            built = true;
            return members.isEmpty() ? EMPTY : new JsonObject(members);
        }

        private SequencedMap<String, JsonValue> own() {
            if (built) {
                members = new LinkedHashMap<>(members);
                built = false;
            }
            return members;
        }
    }
}
