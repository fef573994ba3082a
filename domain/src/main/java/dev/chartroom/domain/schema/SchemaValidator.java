package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.BoundedReport;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.domain.status.Location;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a value is what its schema demands, with the answers of apiextensions (wire contract D13): first the OpenAPI
 * keywords, then embedded resources, lists of type set and map, and the CEL rules.
 */
public final class SchemaValidator {
    private static final FieldError RULES_NOT_CHECKED = FieldError.invalid(
            FieldError.NO_FIELD,
            JsonNull.NULL,
            "some validation rules were not checked because the object was invalid; correct the existing errors to"
                    + " complete validation");
    private static final Set<FieldError.Type> BLOCKING = Set.of(
            FieldError.Type.NOT_SUPPORTED,
            FieldError.Type.REQUIRED,
            FieldError.Type.TOO_LONG,
            FieldError.Type.TOO_MANY,
            FieldError.Type.TYPE_INVALID);

    private SchemaValidator() {}

    /**
     * Checks a value. Where it is an update, what is wrong with a part that did not change is forgiven (KEP-4008).
     *
     * @param path where the value stands, such as {@code spec}
     * @param value pruned and with defaults
     * @param old what it was before, pruned and with defaults too; null where there was none
     * @return what is wrong, in the words and the order of the kube-apiserver; where that has no order, because Go's
     *     maps have none, in the order of the value's members; empty where nothing is wrong
     */
    public static List<FieldError> validate(Schema schema, String path, JsonValue value, @Nullable JsonValue old) {
        return validate(schema, path, value, old, List.of());
    }

    /**
     * Checks a value of an object in which something was found wrong already, which may keep the rules from being asked.
     * Otherwise as {@link #validate(Schema, String, JsonValue, JsonValue)}.
     *
     * @param found what was found before; not part of the answer
     */
    public static List<FieldError> validate(
            Schema schema, String path, JsonValue value, @Nullable JsonValue old, List<FieldError> found) {
        Location at = Location.of(path);
        SchemaNode root = schema.root();
        Correlation before = old == null ? null : new Correlation(root.constraints(), value, old);
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        errors.addAll(root.constraints().check(at, value, before).errors());
        errors.addAll(EmbeddedResources.check(root, at, value));
        if (old == null || ListTypes.check(root, at, old).isEmpty()) {
            errors.addAll(ListTypes.check(root, at, value));
        }
        if (schema.hasRules()) {
            if (Stream.concat(found.stream(), errors.entries().stream())
                    .anyMatch(error -> BLOCKING.contains(error.type()))) {
                errors.add(() -> RULES_NOT_CHECKED);
            } else {
                errors.addAll(schema.rules().check(path, value, old));
            }
        }
        return errors.entries();
    }
}
