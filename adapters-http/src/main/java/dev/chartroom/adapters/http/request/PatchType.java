package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.negotiation.MediaType;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;

/**
 * The forms of a patch (wire contract D59). Only kinds of the core group accept a strategic merge patch. Other kinds
 * reject it, as custom resources do.
 */
public enum PatchType {
    JSON,
    MERGE,
    STRATEGIC,
    APPLY;

    /**
     * Returns the form that the Content-Type header names.
     *
     * @throws ApiException UnsupportedMediaType for any other form, and if there is no header
     */
    public static PatchType of(Optional<String> contentType, ApplicationKind kind) {
        return known(contentType)
                .filter(type -> type != STRATEGIC || kind.isCore())
                .orElseThrow(() -> BodyReader.unsupported("application/json-patch+json, application/merge-patch+json, "
                        + (kind.isCore() ? "application/strategic-merge-patch+json, " : "")
                        + "application/apply-patch+yaml"));
    }

    /** True if the Content-Type header names an apply patch. */
    public static boolean isApply(Optional<String> contentType) {
        return known(contentType).equals(Optional.of(APPLY));
    }

    private static Optional<PatchType> known(Optional<String> contentType) {
        return switch (contentType.map(text -> MediaType.parse(text).type()).orElse("")) {
            case "application/json-patch+json" -> Optional.of(JSON);
            case "application/merge-patch+json" -> Optional.of(MERGE);
            case "application/strategic-merge-patch+json" -> Optional.of(STRATEGIC);
            case "application/apply-patch+yaml" -> Optional.of(APPLY);
            default -> Optional.empty();
        };
    }
}
