package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.json.JsonDocument;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/** Reads reviews in JSON or YAML, and a SelfSubjectAccessReview also in protobuf. */
public record AccessReviewReader(BodyReader bodies) {
    private static final int SPEC = 2;
    private static final int RESOURCE_ATTRIBUTES = 1;
    private static final int NON_RESOURCE_ATTRIBUTES = 2;

    /** Returns the access that a SelfSubjectAccessReview asks about, for the user who sent the review. */
    public RequestAttributes read(UserInfo user, InputStream body, Optional<String> contentType) {
        return ProtobufMessage.isProtobuf(contentType)
                ? ofProtobuf(
                        user, ProtobufMessage.ofEnvelope(bodies.bytes(body)).message(SPEC))
                : ofJson(user, spec(bodies.object(body, contentType)));
    }

    /** Returns the access that a SubjectAccessReview asks about, for the user that the review names. */
    public RequestAttributes readForAnother(InputStream body, Optional<String> contentType) {
        JsonObject spec = spec(bodies.object(body, contentType));
        UserInfo user = new UserInfo(
                spec.stringOrEmpty("user"),
                spec.stringOrEmpty("uid"),
                spec.arrayOrEmpty("groups").strings(),
                Map.of());
        return ofJson(user, spec);
    }

    /** Returns the token of a TokenReview; empty if it has none. */
    public String token(InputStream body, Optional<String> contentType) {
        return spec(bodies.object(body, contentType)).stringOrEmpty("token");
    }

    private static JsonObject spec(JsonDocument review) {
        return review.value() instanceof JsonObject object ? object.objectOrEmpty("spec") : JsonObject.EMPTY;
    }

    private static RequestAttributes ofProtobuf(UserInfo user, ProtobufMessage spec) {
        if (spec.has(NON_RESOURCE_ATTRIBUTES)) {
            ProtobufMessage attributes = spec.message(NON_RESOURCE_ATTRIBUTES);
            return new RequestAttributes.NonResource(user, attributes.text(2), attributes.text(1));
        }
        ProtobufMessage attributes = spec.message(RESOURCE_ATTRIBUTES);
        return new RequestAttributes.Resource(
                user,
                attributes.text(2),
                attributes.text(3),
                attributes.text(4),
                attributes.text(5),
                attributes.text(6),
                attributes.text(1),
                attributes.text(7));
    }

    private static RequestAttributes ofJson(UserInfo user, JsonObject spec) {
        JsonValue nonResource = spec.get("nonResourceAttributes");
        if (nonResource instanceof JsonObject attributes) {
            return new RequestAttributes.NonResource(
                    user, attributes.stringOrEmpty("verb"), attributes.stringOrEmpty("path"));
        }
        JsonObject attributes = spec.objectOrEmpty("resourceAttributes");
        return new RequestAttributes.Resource(
                user,
                attributes.stringOrEmpty("verb"),
                attributes.stringOrEmpty("group"),
                attributes.stringOrEmpty("version"),
                attributes.stringOrEmpty("resource"),
                attributes.stringOrEmpty("subresource"),
                attributes.stringOrEmpty("namespace"),
                attributes.stringOrEmpty("name"));
    }
}
