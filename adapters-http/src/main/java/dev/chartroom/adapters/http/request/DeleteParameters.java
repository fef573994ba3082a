package dev.chartroom.adapters.http.request;

import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.FieldError;
import dev.chartroom.ports.storage.DeleteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** DeleteOptions, from the body where there is one, otherwise from the query (wire contract D65). */
public final class DeleteParameters {
    private static final String OPTIONS_KIND = "DeleteOptions";
    private static final Set<String> POLICIES = Set.of("Background", "Foreground", "Orphan");

    private DeleteParameters() {}

    /**
     * Reads the options of a delete.
     *
     * @param body the decoded body, empty where there is none
     * @param apiVersion the kind's own group and version, which a client may give its options
     * @throws ApiException BadRequest for a body that is something else, Invalid for a value that is not allowed
     */
    public static DeleteRequest of(Optional<JsonValue> body, QueryParameters query, String apiVersion) {
        if (body.isEmpty()) {
            return new DeleteRequest(
                    "",
                    "",
                    policy(
                            query.text("propagationPolicy"),
                            query.first("orphanDependents").map("true"::equals)),
                    WriteParameters.dryRun(OPTIONS_KIND, query.all("dryRun")));
        }
        if (!(body.get() instanceof JsonObject options)) {
            throw ApiException.badRequest("the body of a delete must be DeleteOptions");
        }
        checkType(options, apiVersion);
        JsonObject preconditions = options.objectOrEmpty("preconditions");
        Optional<Boolean> orphan = options.get("orphanDependents") instanceof JsonBoolean value
                ? Optional.of(value.value())
                : Optional.empty();
        return new DeleteRequest(
                preconditions.stringOrEmpty("uid"),
                preconditions.stringOrEmpty("resourceVersion"),
                policy(options.stringOrEmpty("propagationPolicy"), orphan),
                WriteParameters.dryRun(OPTIONS_KIND, dryRun(options)));
    }

    private static void checkType(JsonObject options, String apiVersion) {
        String kind = options.stringOrEmpty("kind");
        String version = options.stringOrEmpty("apiVersion");
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
        for (JsonValue value : options.arrayOrEmpty("dryRun")) {
            values.add(value instanceof JsonString(String text) ? text : value.toString());
        }
        return values;
    }

    private static String policy(String policy, Optional<Boolean> orphanDependents) {
        if (!policy.isEmpty() && orphanDependents.isPresent()) {
            throw WriteParameters.invalid(
                    OPTIONS_KIND,
                    new FieldError(
                            FieldError.Type.INVALID,
                            "propagationPolicy",
                            "Invalid value: \"" + policy
                                    + "\": orphanDependents and deletionPropagation cannot be both set"));
        }
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            throw WriteParameters.invalid(
                    OPTIONS_KIND,
                    new FieldError(
                            FieldError.Type.NOT_SUPPORTED,
                            "propagationPolicy",
                            "Unsupported value: \"" + policy
                                    + "\": supported values: \"Background\", \"Foreground\", \"Orphan\""));
        }
        return orphanDependents.map(orphan -> orphan ? "Orphan" : "Background").orElse(policy);
    }
}
