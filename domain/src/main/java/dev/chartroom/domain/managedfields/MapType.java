package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.json.JsonValue;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object, which has members that the schema names, or any others, or both.
 *
 * @param atomic whether it is owned as a whole
 * @param named the members that the schema names
 * @param otherType of all other members; null where there may be none
 */
record MapType(
        boolean atomic, Map<String, Member> named, @Nullable Supplier<FieldType> otherType) implements Shape {

    /** A member that the schema names; {@code defaultValue} null for none. */
    record Member(FieldType type, @Nullable JsonValue defaultValue) {}

    boolean names(String member) {
        return named.containsKey(member);
    }

    /** The type of a member; null where the schema does not admit it. */
    @Nullable
    FieldType member(String name) {
        Member member = named.get(name);
        if (member != null) {
            return member.type();
        }
        return otherType == null ? null : otherType.get();
    }

    /** Whether the schema says nothing of any member. */
    @SuppressWarnings("ReferenceEquality") // the two types of what is unknown are made once
    boolean isDeduced() {
        FieldType others = otherType == null ? null : otherType.get();
        return named.isEmpty() && others != null && others != FieldType.ATOMIC && others.scalar() == ScalarType.UNTYPED;
    }
}
