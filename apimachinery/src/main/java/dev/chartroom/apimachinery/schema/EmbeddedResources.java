package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.apimachinery.status.Location;
import dev.chartroom.apimachinery.validation.ObjectMetaRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates {@code apiVersion}, {@code kind} and {@code metadata} of the resources embedded in a value. */
final class EmbeddedResources {
    private static final int KIND_MAX = 63;
    private static final Pattern KIND = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");

    private final BoundedReport<FieldError> errors = BoundedReport.ofErrors();

    private EmbeddedResources() {}

    /** Returns the errors of the resources embedded in a value. */
    static List<FieldError> check(SchemaNode node, Location at, JsonValue value) {
        EmbeddedResources resources = new EmbeddedResources();
        resources.checkInside(node, at, value);
        return resources.errors.entries();
    }

    private void checkInside(@Nullable SchemaNode node, Location at, JsonValue value) {
        Deadline.check();
        if (node == null) {
            return;
        }
        if (value instanceof JsonObject object) {
            if (node.extensions().embeddedResource()) {
                checkResource(at, object);
            }
            object.members().forEach((name, member) -> {
                boolean declared = node.properties().containsKey(name);
                checkInside(node.member(name), declared ? at.child(name) : at.key(name), member);
            });
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                checkInside(node.items(), at.index(i), array.get(i));
            }
        }
    }

    private void checkResource(Location at, JsonObject resource) {
        for (String name : List.of("apiVersion", "kind")) {
            if (!resource.has(name)) {
                errors.add(() -> FieldError.required(at.child(name).toString(), ""));
            }
        }
        resource.members().forEach((name, member) -> {
            switch (name) {
                case "apiVersion" -> checkText(at.child(name), member, EmbeddedResources::apiVersionProblem);
                case "kind" -> checkText(at.child(name), member, EmbeddedResources::kindProblem);
                case "metadata" -> checkMetadata(at.child(name), member);
                default -> {}
            }
        });
    }

    private void checkText(Location at, JsonValue value, Function<String, @Nullable String> check) {
        String problem;
        if (value instanceof JsonString(String text)) {
            problem = text.isEmpty() ? "must not be empty" : check.apply(text);
        } else {
            problem = "must be a string";
        }
        if (problem != null) {
            errors.add(() -> FieldError.invalid(at.toString(), value, problem));
        }
    }

    private static @Nullable String apiVersionProblem(String apiVersion) {
        return apiVersion.chars().filter(c -> c == '/').count() > 1
                ? "unexpected GroupVersion string: " + apiVersion
                : null;
    }

    private static @Nullable String kindProblem(String kind) {
        String name = kind.toLowerCase(Locale.ROOT);
        List<String> problems = new ArrayList<>();
        if (name.length() > KIND_MAX) {
            problems.add("must be no more than " + KIND_MAX + " characters");
        }
        if (!KIND.matcher(name).matches()) {
            problems.add("a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an"
                    + " alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123',"
                    + " regex used for validation is '" + KIND + "')");
        }
        return problems.isEmpty()
                ? null
                : "may have mixed case, but should otherwise match: " + String.join(",", problems);
    }

    private void checkMetadata(Location at, JsonValue value) {
        try {
            ObjectMeta metadata = ObjectMeta.fromJson(value instanceof JsonObject object ? object : JsonObject.EMPTY);
            errors.addAll(ObjectMetaRules.validateEmbedded(metadata), error -> below(at, error));
        } catch (IllegalArgumentException e) {
            errors.add(() -> FieldError.invalid(at.toString(), value, String.valueOf(e.getMessage())));
        }
    }

    private static FieldError below(Location at, FieldError error) {
        return new FieldError(error.type(), at + error.field().substring("metadata".length()), error.message());
    }
}
