package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.util.Arrays;
import java.util.Optional;

/** The values that a schema admits by its type. Null is none of them: that is the work of {@code nullable}. */
enum SchemaType {
    OBJECT("object"),
    ARRAY("array"),
    STRING("string"),
    INTEGER("integer"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    INT_OR_STRING("integer or string"),
    ANY("any value");

    private final String title;

    SchemaType(String title) {
        this.title = title;
    }

    /** The type that the {@code type} keyword names. */
    static Optional<SchemaType> ofKeyword(String keyword) {
        return Arrays.stream(values())
                .filter(type -> type.title.equals(keyword) && type != INT_OR_STRING && type != ANY)
                .findFirst();
    }

    boolean admits(JsonValue value) {
        return switch (this) {
            case OBJECT -> value instanceof JsonObject;
            case ARRAY -> value instanceof JsonArray;
            case STRING -> value instanceof JsonString;
            case INTEGER ->
                value instanceof JsonNumber number && number.asLong().isPresent();
            case NUMBER -> value instanceof JsonNumber;
            case BOOLEAN -> value instanceof JsonBoolean;
            case INT_OR_STRING -> STRING.admits(value) || INTEGER.admits(value);
            case ANY -> true;
        };
    }

    @Override
    public String toString() {
        return title;
    }
}
