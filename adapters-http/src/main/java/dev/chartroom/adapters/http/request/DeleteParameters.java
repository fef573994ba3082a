package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.ports.storage.DeleteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * DeleteOptions, from the body if there is one, otherwise from the query (wire contract D65).
 *
 * @param given the options that the client set, as DeleteOptions without {@code apiVersion} and {@code kind}
 */
public record DeleteParameters(DeleteRequest request, JsonObject given) {
    private static final String OPTIONS_KIND = "DeleteOptions";
    /** In the order of metav1.DeleteOptions. */
    private static final List<String> FIELDS =
            List.of("gracePeriodSeconds", "preconditions", "orphanDependents", "propagationPolicy", "dryRun");

    private static final Set<String> POLICIES = Set.of("Background", "Foreground", "Orphan");

    /**
     * Reads the options of a delete.
     *
     * @param body the decoded body, empty if there is none
     * @param apiVersion the group and version of the kind to delete; DeleteOptions may have the same apiVersion
     * @throws ApiException BadRequest for a body that is not DeleteOptions, Invalid for a value that is not allowed
     */
    public static DeleteParameters of(Optional<JsonValue> body, QueryParameters query, String apiVersion) {
        if (body.isEmpty()) {
            checkGracePeriod(query);
            DeleteRequest request = request(
                    JsonObject.EMPTY,
                    query.text("propagationPolicy"),
                    query.first("orphanDependents").map(_ -> query.flag("orphanDependents")),
                    query.all("dryRun"));
            return new DeleteParameters(request, given(query));
        }
        if (!(body.get() instanceof JsonObject options)) {
            throw ApiException.badRequest("the body of a delete must be DeleteOptions");
        }
        checkType(options, apiVersion);
        // No kind is deleted gracefully, so the value has no effect. A value that is not an integer is still an error.
        field(options, "gracePeriodSeconds", JsonNumber.class)
                .filter(seconds -> seconds.asLong().isEmpty())
                .ifPresent(_ -> {
                    throw wrongType("gracePeriodSeconds");
                });
        DeleteRequest request = request(
                field(options, "preconditions", JsonObject.class).orElse(JsonObject.EMPTY),
                text(options, "propagationPolicy"),
                field(options, "orphanDependents", JsonBoolean.class).map(JsonBoolean::value),
                dryRun(options));
        JsonObject.Builder given = JsonObject.builder();
        FIELDS.forEach(field -> given.putIfPresent(field, options.get(field)));
        return new DeleteParameters(request, given.build());
    }

    private static JsonObject given(QueryParameters query) {
        JsonObject.Builder given = JsonObject.builder();
        query.first("gracePeriodSeconds")
                .filter(seconds -> !seconds.isEmpty())
                .ifPresent(seconds -> given.put("gracePeriodSeconds", Long.parseLong(seconds)));
        query.first("orphanDependents").ifPresent(_ -> given.put("orphanDependents", query.flag("orphanDependents")));
        given.putIfPresent("propagationPolicy", query.text("propagationPolicy"));
        List<String> dryRun = query.all("dryRun");
        return given.putIfPresent("dryRun", dryRun.isEmpty() ? null : JsonArray.ofStrings(dryRun))
                .build();
    }

    private static DeleteRequest request(
            JsonObject preconditions, String policy, Optional<Boolean> orphanDependents, List<String> dryRun) {
        List<FieldError> errors = new ArrayList<>();
        if (!policy.isEmpty() && orphanDependents.isPresent()) {
            errors.add(FieldError.invalid(
                    "propagationPolicy",
                    new JsonString(policy),
                    "orphanDependents and deletionPropagation cannot be both set"));
        }
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            errors.add(FieldError.notSupported(
                    "propagationPolicy", new JsonString(policy), List.of("Foreground", "Background", "Orphan", "nil")));
        }
        WriteParameters.checkDryRun(dryRun, errors);
        if (!errors.isEmpty()) {
            throw WriteParameters.invalid(OPTIONS_KIND, errors);
        }
        return new DeleteRequest(
                text(preconditions, "uid"),
                text(preconditions, "resourceVersion"),
                orphanDependents.map(orphan -> orphan ? "Orphan" : "Background").orElse(policy),
                !dryRun.isEmpty());
    }

    private static void checkType(JsonObject options, String apiVersion) {
        String kind = text(options, "kind");
        String version = text(options, "apiVersion");
        boolean known = version.isEmpty()
                || version.equals("v1")
                || version.equals("meta.k8s.io/v1")
                || version.equals(apiVersion);
        if (!known || !(kind.isEmpty() || kind.equals(OPTIONS_KIND))) {
            throw ApiException.badRequest("the body of a delete must be DeleteOptions, not " + version + " " + kind);
        }
    }

    private static List<String> dryRun(JsonObject options) {
        List<String> values = new ArrayList<>();
        for (JsonValue value : field(options, "dryRun", JsonArray.class).orElse(JsonArray.EMPTY)) {
            if (!(value instanceof JsonString(String text))) {
                throw wrongType("dryRun");
            }
            values.add(text);
        }
        return values;
    }

    private static String text(JsonObject options, String name) {
        return field(options, name, JsonString.class).map(JsonString::value).orElse("");
    }

    /**
     * Returns a field if it is present. A field of the wrong type is rejected: if the server ignored it, it could
     * delete an object that the client meant to protect.
     */
    private static <T extends JsonValue> Optional<T> field(JsonObject options, String name, Class<T> type) {
        JsonValue value = options.get(name);
        if (value == null || value == JsonNull.NULL) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw wrongType(name);
        }
        return Optional.of(type.cast(value));
    }

    private static void checkGracePeriod(QueryParameters query) {
        if (!query.text("gracePeriodSeconds").matches("(-?[0-9]{1,18})?")) {
            throw wrongType("gracePeriodSeconds");
        }
    }

    private static ApiException wrongType(String name) {
        return ApiException.badRequest("the field " + name + " of DeleteOptions has the wrong type");
    }
}
