package dev.chartroom.apimachinery.managedfields.typed;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.go.GoFormat;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.set.ManagedFieldPath;
import dev.chartroom.apimachinery.managedfields.set.PathElement;
import dev.chartroom.apimachinery.status.BoundedReport;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/** Checks whether a value fits its type. This is not schema validation: it checks only what field ownership needs. */
public final class TypedValidation {
    private final boolean duplicatesAllowed;
    private final BoundedReport<String> errors = BoundedReport.ofTexts();

    private TypedValidation(boolean duplicatesAllowed) {
        this.duplicatesAllowed = duplicatesAllowed;
    }

    /**
     * Checks a whole object.
     *
     * @param duplicatesAllowed whether associative lists can have duplicates, as stored objects can
     * @throws TypedException if the object does not fit
     */
    public static void check(FieldType type, JsonObject object, boolean duplicatesAllowed) {
        TypedValidation validation = new TypedValidation(duplicatesAllowed);
        validation.value(type, object, ManagedFieldPath.ROOT);
        if (!validation.errors.isEmpty()) {
            throw new TypedException(validation.errors.entries());
        }
    }

    private void value(FieldType type, JsonValue value, ManagedFieldPath path) {
        Deadline.check();
        switch (type.shape(value)) {
            case ScalarType scalar -> {
                String refusal = scalar.refusal(value);
                if (refusal != null) {
                    report(path, () -> refusal);
                }
            }
            case ListType list -> {
                if (value instanceof JsonArray array) {
                    items(list, array, path);
                } else if (value != JsonNull.NULL) {
                    report(path, () -> "expected list, got " + GoFormat.pointer(value));
                }
            }
            case MapType map -> {
                if (value instanceof JsonObject object) {
                    members(map, object, path);
                } else if (value != JsonNull.NULL) {
                    report(path, () -> "expected map, got " + GoFormat.pointer(value));
                }
            }
        }
    }

    private void items(ListType list, JsonArray array, ManagedFieldPath path) {
        Set<PathElement> seen = new HashSet<>();
        for (int i = 0; i < array.size(); i++) {
            PathElement element = new PathElement.Index(i);
            if (!list.atomic()) {
                try {
                    element = ListItems.element(list, array.get(i));
                } catch (TypedException e) {
                    String problem = "element " + i + ": " + e.text();
                    report(path, () -> problem);
                    return;
                }
                if (!seen.add(element) && !duplicatesAllowed) {
                    PathElement again = element;
                    report(path, () -> "duplicate entries for key " + again);
                }
            }
            value(list.items(), array.get(i), path.then(element));
        }
    }

    private void members(MapType map, JsonObject object, ManagedFieldPath path) {
        for (var member : object.members().entrySet()) {
            FieldType type = map.member(member.getKey());
            ManagedFieldPath here = path.then(new PathElement.Field(member.getKey()));
            if (type == null) {
                report(here, () -> "field not declared in schema");
                return;
            }
            value(type, member.getValue(), here);
        }
    }

    private void report(ManagedFieldPath path, Supplier<String> error) {
        errors.add(() -> path.isRoot() ? error.get() : path + ": " + error.get());
    }
}
