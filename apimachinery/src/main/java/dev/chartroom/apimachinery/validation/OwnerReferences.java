package dev.chartroom.apimachinery.validation;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The owner references of an object, with duplicates removed (wire contract D31).
 *
 * @param references each reference once, in the order of its first occurrence
 * @param duplicates the uids of the removed references
 */
public record OwnerReferences(JsonArray references, List<String> duplicates) {
    private static final String FIELD = "metadata.ownerReferences";
    private static final List<String> MEMBERS = List.of("apiVersion", "kind", "name", "uid");
    private static final List<String> FLAGS = List.of("controller", "blockOwnerDeletion");

    public OwnerReferences {
        duplicates = List.copyOf(duplicates);
    }

    /** @param given the {@code ownerReferences} of an object's metadata */
    public static OwnerReferences of(JsonArray given) {
        List<JsonValue> references = new ArrayList<>();
        Set<JsonObject> seen = new HashSet<>();
        List<String> duplicates = new ArrayList<>();
        for (JsonValue reference : given) {
            JsonObject typed = typed(reference);
            if (seen.add(typed)) {
                references.add(reference);
            } else {
                duplicates.add(typed.stringOrEmpty("uid"));
            }
        }
        return new OwnerReferences(duplicates.isEmpty() ? given : new JsonArray(references), duplicates);
    }

    /** Returns the warnings of a create or update; empty if there are no duplicates. */
    public List<String> warnings() {
        return warnings("");
    }

    /** Returns the warnings of a patch. The server checks the result of a patch only after mutating admission. */
    public List<String> warningsOfPatch() {
        return warnings(" after mutating admission happens");
    }

    private List<String> warnings(String when) {
        return duplicates.isEmpty()
                ? List.of()
                : List.of(".metadata.ownerReferences contains duplicate entries" + when
                        + "; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24;"
                        + " please fix your requests; duplicate UID(s) observed: " + String.join(", ", duplicates));
    }

    /** Adds the errors of the owner references of an object (wire contract F10). */
    static void validate(JsonArray references, BoundedReport<FieldError> errors) {
        String controller = "";
        for (JsonValue value : references) {
            Deadline.check();
            JsonObject reference = typed(value);
            validate(reference, errors);
            if (reference.isTrue("controller")) {
                String named = reference.stringOrEmpty("kind") + "/" + reference.stringOrEmpty("name");
                if (controller.isEmpty()) {
                    controller = named;
                } else {
                    String first = controller;
                    errors.add(() -> secondController(references, first, named));
                }
            }
        }
    }

    private static FieldError secondController(JsonArray references, String first, String second) {
        return invalid(
                FIELD,
                references.values().stream()
                        .map(each -> typed(each).toString())
                        .collect(Collectors.joining(",", "[", "]")),
                "Only one reference can have Controller set to true. Found \"true\" in references for " + first
                        + " and " + second);
    }

    private static void validate(JsonObject reference, BoundedReport<FieldError> errors) {
        String apiVersion = reference.stringOrEmpty("apiVersion");
        String version = version(apiVersion);
        if (version.isEmpty()) {
            errors.add(() ->
                    FieldError.invalid(FIELD + ".apiVersion", new JsonString(apiVersion), "version must not be empty"));
        }
        for (String member : List.of("kind", "name", "uid")) {
            if (reference.stringOrEmpty(member).isEmpty()) {
                errors.add(() -> FieldError.invalid(FIELD + "." + member, new JsonString(""), "must not be empty"));
            }
        }
        if (apiVersion.equals("v1") && reference.stringOrEmpty("kind").equals("Event")) {
            errors.add(() -> invalid(FIELD, reference.toString(), "/v1, Kind=Event is disallowed from being an owner"));
        }
    }

    /** Returns the version part; empty if the text is not a group and version. */
    private static String version(String apiVersion) {
        String[] parts = apiVersion.split("/", -1);
        return parts.length > 2 ? "" : parts[parts.length - 1];
    }

    /** Returns a reference in the form of metav1.OwnerReference: the known fields in their order. */
    private static JsonObject typed(JsonValue reference) {
        JsonObject.Builder typed = JsonObject.builder();
        if (reference instanceof JsonObject object) {
            MEMBERS.forEach(member -> typed.put(member, object.stringOrEmpty(member)));
            FLAGS.forEach(flag -> {
                if (object.get(flag) instanceof JsonBoolean value) {
                    typed.put(flag, value);
                }
            });
        }
        return typed.build();
    }

    private static FieldError invalid(String field, String value, String detail) {
        return new FieldError(FieldError.Type.INVALID, field, "Invalid value: " + value + ": " + detail);
    }
}
