package dev.chartroom.adapters.http.negotiation;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusReason;
import java.util.List;
import java.util.Optional;

/** Chooses the representation that an Accept header asks for (wire contract E2). */
public final class Negotiator {
    private static final String META_GROUP = "meta.k8s.io";

    private Negotiator() {}

    /** What an answer is about: it decides which representations there are. */
    public enum Subject {
        OBJECT,
        LIST,
        WATCH
    }

    /**
     * Chooses.
     *
     * @param accept the values of the Accept header, empty where there is none
     * @throws ApiException NotAcceptable where no clause can be honoured
     */
    public static Representation negotiate(List<String> accept, Subject subject) {
        List<MediaType> clauses = MediaType.parseAccept(accept);
        if (clauses.isEmpty()) {
            return new Representation.Whole();
        }
        for (MediaType clause : clauses) {
            Optional<Representation> representation = of(clause, subject);
            if (representation.isPresent()) {
                return representation.get();
            }
        }
        throw notAcceptable(Representation.JSON);
    }

    /** The error for an Accept header that asks for none of these media types (wire contract D5). */
    public static ApiException notAcceptable(String... mediaTypes) {
        return new ApiException(ApiError.plain(
                StatusReason.NOT_ACCEPTABLE,
                "only the following media types are accepted: " + String.join(", ", mediaTypes)));
    }

    private static Optional<Representation> of(MediaType clause, Subject subject) {
        if (clause.quality() <= 0 || !clause.covers(Representation.JSON)) {
            return Optional.empty();
        }
        String stream = clause.parameter("stream");
        if (!stream.isEmpty() && !stream.equals("watch")) {
            return Optional.empty();
        }
        String serverVersion = clause.parameter("sv");
        if (!serverVersion.isEmpty() && !serverVersion.equals("v1")) {
            return Optional.empty();
        }
        String as = clause.parameter("as");
        if (as.isEmpty()) {
            return Optional.of(new Representation.Whole());
        }
        String version = clause.parameter("v");
        if (!clause.parameter("g").equals(META_GROUP) || !(version.equals("v1") || version.equals("v1beta1"))) {
            return Optional.empty();
        }
        return switch (as) {
            case "Table" -> Optional.of(new Representation.AsTable(version));
            case "PartialObjectMetadata" ->
                subject == Subject.LIST
                        ? Optional.empty()
                        : Optional.of(new Representation.PartialMetadata(version, false));
            case "PartialObjectMetadataList" ->
                subject == Subject.LIST
                        ? Optional.of(new Representation.PartialMetadata(version, true))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }
}
