package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Excerpt;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The request to a webhook and its response: {@code admission.k8s.io} in v1 and v1beta1, as in apiserver's
 * {@code admission/plugin/webhook/request}.
 *
 * @param uid identifies the review in the response
 * @param mutating whether the webhook may return a patch
 */
public record AdmissionReview(String version, String uid, JsonObject request, boolean mutating) {
    private static final List<String> VERSIONS = List.of("v1", "v1beta1");
    private static final int LONGEST_EXCERPT = 256;
    private static final Map<String, Class<? extends JsonValue>> TYPES = Map.of(
            "uid", JsonString.class,
            "allowed", JsonBoolean.class,
            "patch", JsonString.class,
            "patchType", JsonString.class,
            "status", JsonObject.class,
            "warnings", JsonArray.class,
            "auditAnnotations", JsonObject.class);

    /**
     * Returns the review for a webhook. Its version is the first version in the webhook's list that Chartroom supports.
     *
     * @throws IllegalArgumentException if Chartroom supports none of the versions
     */
    public static AdmissionReview of(Webhook webhook, AdmissionAttributes attributes, String uid, boolean mutating) {
        String version = webhook.reviewVersions().stream()
                .filter(VERSIONS::contains)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("could not create admission objects: webhook does not"
                        + " accept known AdmissionReview versions (v1, v1beta1)"));
        return new AdmissionReview(version, uid, attributes.request(uid, true), mutating);
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("kind", "AdmissionReview")
                .put("apiVersion", "admission.k8s.io/" + version)
                .put("request", request)
                .build();
    }

    /**
     * The response of a webhook.
     *
     * @param result the reason for a rejection; empty if the webhook gives none
     * @param patch a JSON Patch, encoded in base64; empty for none
     */
    public record Response(
            boolean allowed,
            JsonObject result,
            String patch,
            String patchType,
            List<String> warnings,
            Map<String, String> auditAnnotations) {

        /** Returns the error of a request that the webhook rejects. */
        public ApiException rejection(Webhook webhook) {
            String denied = "admission webhook " + GoText.quote(webhook.name()) + " denied the request";
            String message = result.stringOrEmpty("message");
            String reason = result.stringOrEmpty("reason");
            long code = result.get("code") instanceof JsonNumber number
                    ? number.asLong().orElse(0)
                    : 0;
            return new ApiException(new ApiError.Denied(
                    code < 400 || code > 999 ? 400 : (int) code,
                    reason,
                    !message.isEmpty()
                            ? denied + ": " + message
                            : !reason.isEmpty() ? denied + ": " + reason : denied + " without explanation",
                    result.objectOrEmpty("details")));
        }
    }

    /**
     * Reads the response of a webhook.
     *
     * @throws IllegalArgumentException if it is not a valid response to this review; the message is upstream's
     */
    public Response response(JsonValue json) {
        JsonObject review = json instanceof JsonObject object ? object : JsonObject.EMPTY;
        if (!(review.get("response") instanceof JsonObject response)) {
            throw new IllegalArgumentException("webhook response was absent");
        }
        checkTypes(response);
        String patch = response.stringOrEmpty("patch");
        String patchType = response.stringOrEmpty("patchType");
        if (version.equals("v1")) {
            check(review, response);
            checkPatch(patch, response.get("patchType") instanceof JsonString ? patchType : null, mutating);
        } else {
            patchType = patch.isEmpty() ? "" : "JSONPatch";
        }
        return new Response(
                response.get("allowed") == JsonBoolean.TRUE,
                response.objectOrEmpty("status"),
                mutating ? patch : "",
                patchType,
                response.arrayOrEmpty("warnings").strings(),
                response.objectOrEmpty("auditAnnotations").strings());
    }

    /** Rejects members of the wrong type. These members must not be treated as absent, because the webhook set them. */
    private static void checkTypes(JsonObject response) {
        TYPES.forEach((member, type) -> {
            JsonValue value = response.get(member);
            if (value != null && value != JsonNull.NULL && !type.isInstance(value)) {
                throw new IllegalArgumentException("response." + member + " has the wrong type");
            }
        });
        if (response.arrayOrEmpty("warnings").strings().size()
                        != response.arrayOrEmpty("warnings").size()
                || response.objectOrEmpty("auditAnnotations").strings().size()
                        != response.objectOrEmpty("auditAnnotations").names().size()) {
            throw new IllegalArgumentException("response.warnings and response.auditAnnotations must hold strings");
        }
    }

    /** Shortens a text from a webhook to one line of limited length, for messages and logs. */
    private static String cut(String text) {
        return Excerpt.of(text, LONGEST_EXCERPT).replaceAll("\\p{Cntrl}", " ");
    }

    private void check(JsonObject review, JsonObject response) {
        String responseUid = response.stringOrEmpty("uid");
        if (!responseUid.equals(uid)) {
            throw new IllegalArgumentException(
                    "expected response.uid=" + GoText.quote(uid) + ", got " + GoText.quote(cut(responseUid)));
        }
        String kind = review.stringOrEmpty("kind");
        String apiVersion = review.stringOrEmpty("apiVersion");
        if (!kind.equals("AdmissionReview") || !apiVersion.equals("admission.k8s.io/v1")) {
            throw new IllegalArgumentException("expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview,"
                    + " got " + cut(apiVersion) + ", Kind=" + cut(kind));
        }
    }

    /** @param patchType the type of the patch; null if there is none */
    private static void checkPatch(String patch, @Nullable String patchType, boolean mutating) {
        if (!mutating) {
            if (!patch.isEmpty()) {
                throw new IllegalArgumentException("validating webhook may not return response.patch");
            }
            if (patchType != null) {
                throw new IllegalArgumentException("validating webhook may not return response.patchType");
            }
        } else if (!patch.isEmpty() && patchType == null) {
            throw new IllegalArgumentException("webhook returned response.patch but not response.patchType");
        } else if (patch.isEmpty() && patchType != null) {
            throw new IllegalArgumentException("webhook returned response.patchType but not response.patch");
        } else if (patchType != null && patchType.isEmpty()) {
            throw new IllegalArgumentException("webhook returned invalid response.patchType of \"\"");
        }
    }
}
