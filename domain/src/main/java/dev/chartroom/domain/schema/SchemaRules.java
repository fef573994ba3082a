package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.FieldError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code x-kubernetes-validations} of a schema, compiled. Immutable and thread-safe. */
@FunctionalInterface
public interface SchemaRules {
    SchemaRules NONE = (_, _, _) -> List.of();

    /**
     * Evaluates every rule of the schema and of the schemas inside it.
     *
     * @param path where the value stands, such as {@code spec}
     * @param value a value that fits the schema otherwise, with defaults
     * @param old what it was before; null where there was none, so that transition rules do not apply
     * @return what is wrong, in the order and words of apiextensions; empty where nothing is
     */
    List<FieldError> check(String path, JsonValue value, @Nullable JsonValue old);
}
