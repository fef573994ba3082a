package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiError.ApplyConflict;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.Set;

/**
 * Creates the Status of an error, with masks for the texts that can quote a value. Whether a text is masked depends on
 * the author of the text, not on the reason of the error: admission can choose any reason.
 *
 * @param root the sensitive parts of an object
 * @param quotable the fields whose messages can quote sensitive values
 */
record StatusMask(MaskNode root, MaskNode quotable) {
    /** The API group of errors in query parameters. */
    private static final String OPTIONS = "meta.k8s.io";

    private static final Set<String> HEADER = Set.of("apiVersion", "kind", "metadata");
    private static final Set<String> DETAILS = Set.of("name", "group", "kind", "uid", "retryAfterSeconds");

    JsonObject of(ApiError error) {
        JsonObject status = Status.of(error).toJson();
        return switch (error) {
            // Chartroom's own texts, which contain only names, verbs and versions.
            case ApiError.NotFound _,
                    ApiError.AlreadyExists _,
                    ApiError.Conflict _,
                    ApiError.Expired _,
                    ApiError.Forbidden _,
                    ApiError.MethodNotSupported _ -> status;
            case ApplyConflict(var claims) ->
                Status.of(new ApplyConflict(claims.stream().map(this::masked).toList()))
                        .toJson();
            case ApiError.Invalid(var kind, var _, var _) -> kind.group().equals(OPTIONS) ? status : byFields(status);
            // Texts from admission, from a kube-apiserver, or about a body that could not be read.
            case ApiError.Denied _, ApiError.Refused _, ApiError.Plain _ -> unreadable(status);
        };
    }

    private ApplyConflict.Claim masked(ApplyConflict.Claim claim) {
        return new ApplyConflict.Claim(claim.manager(), FieldText.masked(root, claim.field()));
    }

    private JsonObject byFields(JsonObject status) {
        JsonObject details = status.objectOrEmpty("details");
        JsonArray causes = details.arrayOrEmpty("causes");
        JsonArray masked = causes.map(this::cause);
        return !causes.isEmpty() && masked.equals(causes)
                ? status
                : status.with("message", ValueMask.MASK).with("details", details.with("causes", masked));
    }

    private JsonValue cause(JsonValue cause) {
        return cause instanceof JsonObject object && mayQuote(object.stringOrEmpty("field"))
                ? object.with("message", ValueMask.MASK)
                : cause;
    }

    /**
     * Returns whether a message about this field can quote a sensitive value. Outside the spec, this is true for all
     * fields except apiVersion, kind and metadata.
     */
    private boolean mayQuote(String field) {
        String first = field.split("[.\\[]", 2)[0];
        return first.equals("spec") ? FieldText.leadsToSensitive(quotable, field) : !HEADER.contains(first);
    }

    private static JsonObject unreadable(JsonObject status) {
        JsonObject.Builder details = JsonObject.builder();
        status.objectOrEmpty("details").members().forEach((name, value) -> {
            if (DETAILS.contains(name)) {
                details.put(name, value);
            }
        });
        JsonArray causes = status.objectOrEmpty("details").arrayOrEmpty("causes");
        if (!causes.isEmpty()) {
            details.put("causes", causes.map(_ -> JsonObject.of("message", ValueMask.MASK)));
        }
        JsonObject masked = status.with("message", ValueMask.MASK);
        masked = status.has("details") ? masked.with("details", details.build()) : masked;
        boolean isKnown =
                StatusReason.ofWireName(status.stringOrEmpty("reason")).isPresent();
        // An unknown reason can be a text from a webhook.
        return isKnown || !status.has("reason") ? masked : masked.with("reason", ValueMask.MASK);
    }
}
