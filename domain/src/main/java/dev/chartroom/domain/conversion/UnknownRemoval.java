package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.SchemaPruner;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.Location;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The unknown values that one write removes from a release. A path in a request means the same path in the values of
 * the release, in every version of the kind. The version of the request must not know the path either. Not thread-safe.
 */
public final class UnknownRemoval {
    private static final String ROOT = "spec";

    private final UnknownValues values;
    private final ApplicationKind kind;
    private final boolean isStoredVersion;
    private final RemovedMembers removed = new RemovedMembers();
    private @Nullable JsonObject unknownToVersion;

    UnknownRemoval(UnknownValues values, ApplicationKind kind) {
        this.values = values;
        this.kind = kind;
        this.isStoredVersion = kind.version().equals(kind.stored().version());
    }

    /**
     * Removes one value.
     *
     * @param path a path below {@code /spec}. In another version than the stored one, it must not lead through a list
     *     that the schema knows
     * @return false if there is no unknown value at the path, or no longer
     */
    public boolean remove(JsonPointer path) {
        List<String> steps = steps(path);
        if (steps.isEmpty() || values.isEmpty()) {
            return false;
        }
        JsonValue unknown = unknownToVersion();
        JsonValue shown = values.shown();
        RemovedMembers node = removed;
        for (String step : steps.subList(0, steps.size() - 1)) {
            boolean isInConvertedList = !isStoredVersion && shown instanceof JsonArray;
            unknown = isInConvertedList ? null : RemovedMembers.child(unknown, step);
            if (unknown == null || node.isRemoved()) {
                return false;
            }
            shown = RemovedMembers.child(shown, step);
            node = node.below(step);
        }
        String name = steps.getLast();
        if (!(unknown instanceof JsonObject object)
                || !object.has(name)
                || RemovedMembers.child(shown, name) != null
                || node.isRemoved()
                || node.below(name).isRemoved()) {
            return false;
        }
        node.below(name).remove();
        return true;
    }

    /** Returns whether {@link #remove} has removed the value at the path. */
    public boolean isRemoved(JsonPointer path) {
        List<String> steps = steps(path);
        return !steps.isEmpty() && removed.contains(steps);
    }

    /**
     * Removes the values for which the client sent a null. A null in an item of a list counts if an update of the
     * release would merge the item with a stored item.
     *
     * @param given the spec as the client sent it, with its nulls
     * @param next the spec to store, in the version of the request; null if there is none
     */
    public void removeNulls(JsonObject given, @Nullable JsonObject next) {
        if (values.isEmpty() || given.isEmpty()) {
            return;
        }
        JsonValue unknown = UnknownValues.difference(given, SchemaPruner.pruneKeepingNulls(kind.schema(), given, ROOT));
        if (unknown != null) {
            removeNulls(values.unknown(), values.shown(), isStoredVersion ? next : null, unknown, removed);
        }
    }

    private static void removeNulls(
            JsonValue unknown,
            @Nullable JsonValue shown,
            @Nullable JsonValue next,
            JsonValue given,
            RemovedMembers node) {
        if (unknown instanceof JsonObject object && given instanceof JsonObject nulls) {
            nulls.members().forEach((name, value) -> {
                JsonValue member = object.get(name);
                JsonValue known = RemovedMembers.child(shown, name);
                if (member != null && value != JsonNull.NULL) {
                    removeNulls(member, known, RemovedMembers.child(next, name), value, node.below(name));
                } else if (member != null && known == null) {
                    node.below(name).remove();
                }
            });
        } else if (unknown instanceof JsonArray items
                && shown instanceof JsonArray before
                && next instanceof JsonArray after
                && given instanceof JsonArray nulls
                && nulls.size() == after.size()) {
            int[] origins = HiddenValues.origins(before.values(), after.values());
            for (int i = 0; i < origins.length; i++) {
                int origin = origins[i];
                if (origin >= 0) {
                    removeNulls(items.get(origin), before.get(origin), after.get(i), nulls.get(i), node.below(origin));
                }
            }
        }
    }

    /**
     * Removes the values that only Chartroom owns, by the managed fields of the release. A value without an owner
     * stays.
     */
    public void removeOwn() {
        Predicate<JsonObject> isOwn = UnknownRemoval::isOfChartroom;
        removeOwned(
                FieldOwners.nodes(entries(values.managedFields(), isOwn), "f:spec", "f:values"),
                FieldOwners.nodes(entries(values.managedFields(), isOwn.negate()), "f:spec", "f:values"));
    }

    /**
     * Removes the values that a manager applied before and that no other manager owns. The next configuration of the
     * manager cannot contain them, because the schema does not know them.
     *
     * @param managedFields the managed fields of the Application before the apply
     */
    public void removeApplied(JsonArray managedFields, String manager) {
        Predicate<JsonObject> isOwn = entry -> entry.stringOrEmpty("operation").equals("Apply")
                && entry.stringOrEmpty("manager").equals(manager)
                && entry.stringOrEmpty("subresource").isEmpty()
                && entry.stringOrEmpty("apiVersion").equals(kind.stored().gvk().apiVersion());
        Predicate<JsonObject> isDirect = entry -> !isOfChartroom(entry);
        removeOwned(
                FieldOwners.nodes(entries(managedFields, isOwn), "f:spec"),
                Stream.concat(
                        FieldOwners.nodes(entries(managedFields, isOwn.negate()), "f:spec"),
                        FieldOwners.nodes(entries(values.managedFields(), isDirect), "f:spec", "f:values")));
    }

    private void removeOwned(Stream<JsonObject> own, Stream<JsonObject> others) {
        if (!values.isEmpty()) {
            removeOwned(
                    values.unknown(), values.shown(), new FieldOwners(own.toList(), others.toList(), false), removed);
        }
    }

    private static void removeOwned(JsonValue unknown, JsonValue shown, FieldOwners owners, RemovedMembers node) {
        if (unknown instanceof JsonObject object && shown instanceof JsonObject known) {
            object.members().forEach((name, value) -> {
                FieldOwners ofMember = owners.member(name);
                JsonValue before = known.get(name);
                if (before != null) {
                    removeOwned(value, before, ofMember, node.below(name));
                } else if (isWholeOwned(value, ofMember, node.below(name))) {
                    node.below(name).remove();
                }
            });
        } else if (unknown instanceof JsonArray items && shown instanceof JsonArray known) {
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i) != JsonNull.NULL) {
                    removeOwned(items.get(i), known.get(i), owners.items(), node.below(i));
                }
            }
        }
    }

    /** Returns whether the writer owns a whole value. Otherwise removes the members that the writer owns. */
    private static boolean isWholeOwned(JsonValue value, FieldOwners owners, RemovedMembers node) {
        if (owners.own().isEmpty()) {
            return false;
        }
        boolean isWhole = owners.isOwn();
        if (value instanceof JsonObject object) {
            for (Map.Entry<String, JsonValue> member : object.members().entrySet()) {
                RemovedMembers below = node.below(member.getKey());
                if (isWholeOwned(member.getValue(), owners.member(member.getKey()), below)) {
                    below.remove();
                } else {
                    isWhole = false;
                }
            }
        }
        return isWhole;
    }

    /**
     * Returns the paths of the removed values, such as {@code spec.users[0].stamp}, sorted. The list is limited like
     * that of unknown fields.
     */
    public List<String> paths() {
        BoundedReport<String> paths = BoundedReport.ofTexts();
        removed.report(values.unknown(), Location.of(ROOT), paths);
        List<String> sorted = new ArrayList<>(paths.entries());
        sorted.sort(GoText.ORDER);
        return List.copyOf(sorted);
    }

    /** Returns a release without the removed values. */
    public JsonObject appliedTo(JsonObject release) {
        JsonObject spec = release.objectOrEmpty("spec");
        return release.with("spec", spec.with("values", removed.appliedTo(spec.objectOrEmpty("values"))));
    }

    private JsonValue unknownToVersion() {
        JsonObject known = unknownToVersion;
        if (known == null) {
            known = isStoredVersion ? values.unknown() : unknownTo(kind, values.unknown());
            unknownToVersion = known;
        }
        return known;
    }

    private static JsonObject unknownTo(ApplicationKind version, JsonObject unknown) {
        JsonObject known = SchemaPruner.pruneKeepingNulls(version.schema(), unknown, ROOT);
        return UnknownValues.difference(unknown, known) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private static boolean isOfChartroom(JsonObject entry) {
        return entry.stringOrEmpty("manager").equals(ReleaseConverter.FIELD_MANAGER);
    }

    private static List<JsonObject> entries(JsonArray managedFields, Predicate<JsonObject> which) {
        return managedFields.objects().stream().filter(which).toList();
    }

    /** Returns the steps below the spec; none if the path is elsewhere. */
    private static List<String> steps(JsonPointer path) {
        List<String> tokens = path.tokens();
        return tokens.size() > 1 && tokens.getFirst().equals(ROOT) ? tokens.subList(1, tokens.size()) : List.of();
    }
}
