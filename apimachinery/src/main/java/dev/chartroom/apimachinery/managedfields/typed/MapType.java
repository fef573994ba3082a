package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.json.JsonValue;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The type of an object: members that the schema names, other members, or both.
 *
 * @param atomic whether the object is owned as a whole
 * @param named the members that the schema names
 * @param otherType the type of all other members; null if there must be none
 */
public record MapType(
        boolean atomic, Map<String, Member> named, @Nullable Supplier<FieldType> otherType) implements Shape {

    /** A member that the schema names; {@code defaultValue} is null if it has no default. */
    public record Member(FieldType type, @Nullable JsonValue defaultValue) {}

    boolean names(String member) {
        return named.containsKey(member);
    }

    /** Returns the type of a member; null if the schema does not admit the member. */
    @Nullable
    FieldType member(String name) {
        Member member = named.get(name);
        if (member != null) {
            return member.type();
        }
        return otherType == null ? null : otherType.get();
    }

    /** Returns whether the schema describes no member. */
    @SuppressWarnings("ReferenceEquality") // ATOMIC is a constant
    boolean isDeduced() {
        FieldType others = otherType == null ? null : otherType.get();
        return named.isEmpty() && others != null && others != FieldType.ATOMIC && others.scalar() == ScalarType.UNTYPED;
    }
}
