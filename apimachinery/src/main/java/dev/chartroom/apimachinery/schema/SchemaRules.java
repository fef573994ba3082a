package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiled {@code x-kubernetes-validations} of a schema. Immutable and thread-safe. */
@FunctionalInterface
public interface SchemaRules {
    SchemaRules NONE = (_, _, _) -> List.of();

    /**
     * Evaluates every rule of the schema and of the schemas inside it.
     *
     * @param path the path of the value, such as {@code spec}
     * @param value a value that has its defaults and fits all other keywords of the schema
     * @param old the old value; null if there is none. Transition rules apply only if there is an old value.
     * @return the errors, in the order and words of apiextensions; empty if there are none
     */
    List<FieldError> check(String path, JsonValue value, @Nullable JsonValue old);
}
