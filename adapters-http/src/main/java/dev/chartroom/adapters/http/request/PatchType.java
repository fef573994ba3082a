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
        return known(contentType)
                .orElseThrow(() -> BodyReader.unsupported(
                        "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml"));
    }

    /** True where the Content-Type header names an apply. */
    public static boolean isApply(Optional<String> contentType) {
        return known(contentType).equals(Optional.of(APPLY));
    }

    private static Optional<PatchType> known(Optional<String> contentType) {
        return switch (contentType.map(text -> MediaType.parse(text).type()).orElse("")) {
            case "application/json-patch+json" -> Optional.of(JSON);
            case "application/merge-patch+json" -> Optional.of(MERGE);
            case "application/apply-patch+yaml" -> Optional.of(APPLY);
            default -> Optional.empty();
        };
    }
}
