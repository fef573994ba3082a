package dev.chartroom.apimachinery.schema.constraint;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keywords for objects.
 *
 * @param additional the constraints on members that {@code properties} does not name; null if there are none
 * @param closed whether members that {@code properties} does not name are forbidden
 */
public record ObjectConstraint(
        Map<String, Constraints> properties,
        @Nullable Constraints additional,
        boolean closed,
        List<String> required,
        @Nullable Long minProperties,
        @Nullable Long maxProperties) {

    void check(Location at, JsonObject object, @Nullable Correlation before, Findings found) {
        int size = object.members().size();
        if (minProperties != null && size < minProperties) {
            found.add(() ->
                    invalid(at, JsonNumber.of(size), " in body should have at least " + minProperties + " properties"));
        }
        if (maxProperties != null && size > maxProperties) {
            found.add(() -> FieldError.tooMany(at.toString(), size, maxProperties));
        }
        if (closed || additional != null) {
            checkAdditional(at, object, before, found);
        }
        object.members().forEach((name, value) -> {
            Constraints declared = properties.get(name);
            if (declared != null) {
                found.merge(declared.check(at.child(name), value, before == null ? null : before.member(name)));
            }
        });
        for (String name : required) {
            if (!object.has(name)) {
                found.add(() -> FieldError.required(at.child(name).toString(), ""));
            }
        }
    }

    private void checkAdditional(Location at, JsonObject object, @Nullable Correlation before, Findings found) {
        object.members().forEach((name, value) -> {
            if (properties.containsKey(name)) {
                return;
            }
            if (additional == null) {
                found.add(() -> invalid(at, new JsonString(name), "." + name + " in body is a forbidden property"));
            } else {
                found.merge(additional.check(at.child(name), value, before == null ? null : before.member(name)));
            }
        });
    }

    /** Returns the constraints on a member; null if there are none. */
    @Nullable
    Constraints member(String name) {
        Constraints declared = properties.get(name);
        return declared == null ? additional : declared;
    }

    private static FieldError invalid(Location at, JsonValue value, String problem) {
        String path = at.toString();
        return FieldError.invalid(path, value, path + problem);
    }
}
