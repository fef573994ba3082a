package dev.chartroom.apimachinery.validation;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a spec that must not change after the creation of the object. */
public final class ImmutableFields {
    private static final String WILDCARD = "*";

    private final List<List<String>> paths;

    private ImmutableFields(List<List<String>> paths) {
        this.paths = List.copyOf(paths);
    }

    /**
     * @param paths the paths of the fields, such as {@code spec.storageClass}, {@code spec.users[*].name} or
     *     {@code spec.tokens.*}; items of lists are identified by their index
     */
    public static ImmutableFields of(List<String> paths) {
        List<List<String>> segments = new ArrayList<>();
        for (String path : paths) {
            String[] names = path.replace("[*]", "." + WILDCARD).split("\\.", -1);
            segments.add(List.of(names).subList(1, names.length));
        }
        return new ImmutableFields(segments);
    }

    /**
     * Returns an error for each immutable value that a write changes, adds or removes. A null value is treated as
     * absent.
     *
     * @param spec the new spec, with its defaults; null for none
     * @param old the old spec, with its defaults; null for none
     */
    public List<FieldError> check(@Nullable JsonValue spec, @Nullable JsonObject old) {
        BoundedReport<FieldError> errors = BoundedReport.ofErrors();
        Location at = Location.of("spec");
        for (List<String> path : paths) {
            walk(path, at, old, spec, (place, before, after) -> {
                JsonValue now = after == null ? JsonNull.NULL : after;
                if (!before.equals(now)) {
                    errors.add(() -> immutable(place, now));
                }
            });
            walk(path, at, spec, old, (place, after, before) -> {
                if (before == null) {
                    errors.add(() -> immutable(place, after));
                }
            });
        }
        return errors.entries();
    }

    /**
     * Visits a value at a path, and the value in the same place of another object. The other value is null if there is
     * none.
     */
    @FunctionalInterface
    private interface Visitor {
        void visit(Location at, JsonValue value, @Nullable JsonValue other);
    }

    private static void walk(
            List<String> path, Location at, @Nullable JsonValue value, @Nullable JsonValue other, Visitor visitor) {
        if (value == null || value == JsonNull.NULL) {
            return;
        }
        if (path.isEmpty()) {
            visitor.visit(at, value, other == JsonNull.NULL ? null : other);
            return;
        }
        String segment = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        if (value instanceof JsonArray items && segment.equals(WILDCARD)) {
            List<JsonValue> others = other instanceof JsonArray array ? array.values() : List.of();
            for (int i = 0; i < items.size(); i++) {
                walk(rest, at.index(i), items.get(i), i < others.size() ? others.get(i) : null, visitor);
            }
        }
        if (value instanceof JsonObject object) {
            JsonObject others = other instanceof JsonObject same ? same : JsonObject.EMPTY;
            if (segment.equals(WILDCARD)) {
                object.members().forEach((name, member) -> walk(rest, at.key(name), member, others.get(name), visitor));
            } else {
                walk(rest, at.child(segment), object.get(segment), others.get(segment), visitor);
            }
        }
    }

    private static FieldError immutable(Location at, JsonValue value) {
        return FieldError.invalid(at.toString(), value, "field is immutable");
    }
}
