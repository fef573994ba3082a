package dev.chartroom.adapters.http.negotiation;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;

/**
 * The result of the first clause that can be honoured.
 *
 * @param representation the representation of the object, list or event
 * @param format the format of this representation, such as YAML
 */
public record Negotiated(Representation representation, Format format) {

    /**
     * Returns the representation, if this subject has it.
     *
     * @throws ApiException NotAcceptable if the header asks for an object as a list, or for a list as an object. Later
     *     clauses are not tried then (wire contract E6).
     */
    public Representation of(Negotiator.Subject subject) {
        if (representation instanceof Representation.PartialMetadata(String _, boolean list)) {
            switch (subject) {
                case OBJECT -> {
                    if (list) {
                        throw mismatch("PartialObjectMetadataList", "not a list (*unstructured.Unstructured)");
                    }
                }
                case LIST -> {
                    if (!list) {
                        throw mismatch("PartialObjectMetadata", "a list (*unstructured.UnstructuredList)");
                    }
                }
                case WATCH -> {}
            }
        }
        return representation;
    }

    private static ApiException mismatch(String requested, String actual) {
        return new ApiException(ApiError.plain(
                StatusReason.NOT_ACCEPTABLE, "you requested " + requested + ", but the requested object is " + actual));
    }
}
