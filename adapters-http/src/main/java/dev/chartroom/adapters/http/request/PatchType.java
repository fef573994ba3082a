package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.negotiation.MediaType;
import dev.chartroom.domain.status.ApiException;
import java.util.Optional;

/** The forms of a patch (wire contract D59). A strategic merge patch is none, as for a CustomResourceDefinition. */
public enum PatchType {
    JSON,
    MERGE,
    APPLY;

    /**
     * The form that the Content-Type header names.
     *
     * @throws ApiException UnsupportedMediaType for any other, and where there is no header
     */
    public static PatchType of(Optional<String> contentType) {
        return switch (contentType.map(text -> MediaType.parse(text).type()).orElse("")) {
            case "application/json-patch+json" -> JSON;
            case "application/merge-patch+json" -> MERGE;
            case "application/apply-patch+yaml" -> APPLY;
            default ->
                throw BodyReader.unsupported(
                        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
        };
    }
}
