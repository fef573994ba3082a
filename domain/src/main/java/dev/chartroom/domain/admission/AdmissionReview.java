package dev.chartroom.domain.admission;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.GoText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a webhook is asked, and what it may answer: {@code admission.k8s.io} in v1 and v1beta1, as apiserver's
 * {@code admission/plugin/webhook/request} has it.
 *
 * @param uid by which the webhook says what it answers to
 */
public record AdmissionReview(String version, String uid, JsonObject request) {
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
     * The review for a webhook, in the first version that both know.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static AdmissionReview of(Webhook webhook, AdmissionAttributes attributes, String uid) {
        String version = webhook.reviewVersions().stream()
                .filter(VERSIONS::contains)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("could not create admission objects: webhook does not"
                        + " accept known AdmissionReview versions (v1, v1beta1)"));
        return new AdmissionReview(version, uid, attributes.request(uid, true));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("kind", "AdmissionReview")
                .put("apiVersion", "admission.k8s.io/" + version)
                .put("request", request)
                .build();
    }

    /**
     * What a webhook answered.
     *
     * @param result why it does not allow the request; empty where it does not say
     * @param patch a JSON Patch in JSON, to be decoded from base64; empty for none
     */
    public record Response(
            boolean allowed,
            JsonObject result,
            String patch,
            String patchType,
            List<String> warnings,
            Map<String, String> auditAnnotations) {

        /** The error of a request that the webhook does not allow. */
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
     * Reads what a webhook answered.
     *
     * @param mutating whether it may patch
     * @throws IllegalArgumentException where it is no answer to this review; the message says why, in upstream's words
     */
    public Response response(JsonValue answer, boolean mutating) {
        JsonObject review = answer instanceof JsonObject object ? object : JsonObject.EMPTY;
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

    /** What has another type than it should must not count as absent: it was meant to say something. */
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

    /** What a webhook says goes into messages and logs: in one line, and not at any length. */
    private static String cut(String text) {
        String line = text.length() > LONGEST_EXCERPT ? text.substring(0, LONGEST_EXCERPT) + "..." : text;
        return line.replaceAll("\\p{Cntrl}", " ");
    }

    private void check(JsonObject review, JsonObject response) {
        String answered = response.stringOrEmpty("uid");
        if (!answered.equals(uid)) {
            throw new IllegalArgumentException(
                    "expected response.uid=" + GoText.quote(uid) + ", got " + GoText.quote(cut(answered)));
        }
        String kind = review.stringOrEmpty("kind");
        String apiVersion = review.stringOrEmpty("apiVersion");
        if (!kind.equals("AdmissionReview") || !apiVersion.equals("admission.k8s.io/v1")) {
            throw new IllegalArgumentException("expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview,"
                    + " got " + cut(apiVersion) + ", Kind=" + cut(kind));
        }
    }

    /** @param patchType null where there is none */
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
