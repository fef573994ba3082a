package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.constraint.Correlation;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Validates a value against its schema, with the errors of apiextensions (wire contract D13). The order of the checks
 * is: OpenAPI keywords, embedded resources, lists of type set and map, CEL rules.
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
     * Checks a value. In an update, errors in unchanged parts are not reported (KEP-4008).
     *
     * @param path the path of the value, such as {@code spec}
     * @param value the value, pruned and with defaults
     * @param old the old value, also pruned and with defaults; null if there is none
     * @return the errors, in the words and the order of the kube-apiserver; empty if there are none. If the
     *     kube-apiserver iterates over a Go map, the order of its errors is random. Here, these errors are in the order
     *     of the value's members.
     */
    public static List<FieldError> validate(Schema schema, String path, JsonValue value, @Nullable JsonValue old) {
        return validate(schema, path, value, old, List.of());
    }

    /**
     * Checks a value like {@link #validate(Schema, String, JsonValue, JsonValue)}. Earlier errors in the object can
     * prevent the evaluation of the rules.
     *
     * @param found the earlier errors, which are not part of the result
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
