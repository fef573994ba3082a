package dev.chartroom.adapters.http.negotiation;

import dev.chartroom.adapters.http.negotiation.AcceptHeader.Clause;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses an answer's form according to the Accept header, as kube-apiserver does for a custom resource (wire contract
 * E2). It never chooses protobuf: a client that asks for protobuf names JSON as well.
 */
public final class Negotiator {
    private static final String META_GROUP = "meta.k8s.io";
    private static final List<Format> OFFERED = List.of(Format.JSON, Format.YAML);
    /** The error has upstream's text. Upstream offers protobuf for some representations. */
    private static final String OFFERS = "application/json, application/yaml, application/vnd.kubernetes.protobuf";

    private static final String STREAM_OFFERS =
            "application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch";

    private Negotiator() {}

    /** The subject of an answer. Some subjects do not have all representations. */
    public enum Subject {
        OBJECT,
        LIST,
        WATCH
    }

    /**
     * Chooses the form of a successful answer, whatever its subject.
     *
     * @param accept the first Accept header, empty if there is none
     * @throws ApiException NotAcceptable if no clause can be honoured
     */
    public static Negotiated negotiate(String accept, Pretty pretty) {
        if (accept.isEmpty()) {
            return new Negotiated(new Representation.Whole(), pretty.format(false));
        }
        for (Clause clause : AcceptHeader.parse(accept)) {
            for (Format offered : OFFERED) {
                Representation representation = representation(clause);
                if (representation != null && isHonoured(clause, offered, "v1")) {
                    return new Negotiated(representation, format(offered, clause, pretty));
                }
            }
        }
        throw notAcceptable();
    }

    /**
     * Chooses the format of a document with one representation only: the Status of a failure, or discovery.
     *
     * @return the format, empty if no clause can be honoured
     */
    public static Optional<Format> ofDocument(String accept, Pretty pretty) {
        if (accept.isEmpty()) {
            return Optional.of(pretty.format(false));
        }
        for (Clause clause : AcceptHeader.parse(accept)) {
            for (Format offered : OFFERED) {
                if (!converts(clause.parameters()) && isHonoured(clause, offered, "")) {
                    return Optional.of(format(offered, clause, pretty));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Chooses the form of discovery (wire contract A5).
     *
     * @param versions the versions of aggregated discovery, such as {@code v2}
     * @return one of the versions, or empty for the legacy form
     * @throws ApiException NotAcceptable if no clause can be honoured
     */
    public static String ofDiscovery(String accept, Set<String> versions) {
        for (Clause clause : AcceptHeader.parse(accept)) {
            String version = clause.parameter("v");
            if (OFFERED.stream().noneMatch(offered -> clause.covers(offered.mediaType()))) {
                continue;
            }
            if (!converts(clause.parameters())) {
                return "";
            }
            if (clause.parameter("as").equals("APIGroupDiscoveryList")
                    && clause.parameter("g").equals("apidiscovery.k8s.io")
                    && versions.contains(version)
                    && clause.covers(Format.JSON.mediaType())) {
                return version;
            }
        }
        if (!accept.isEmpty()) {
            throw notAcceptable();
        }
        return "";
    }

    /** True if plain JSON is acceptable. */
    public static boolean acceptsJson(String accept) {
        return accept.isEmpty()
                || AcceptHeader.parse(accept).stream().anyMatch(clause -> clause.covers(Format.JSON.mediaType()));
    }

    /** True if a client that does not accept JSON accepts one of these media types. */
    public static boolean acceptsOnly(String accept, Set<String> mediaTypes) {
        return !acceptsJson(accept)
                && AcceptHeader.parse(accept).stream()
                        .anyMatch(clause -> mediaTypes.stream().anyMatch(clause::covers));
    }

    /** True if the client accepts gzip. As upstream, {@code gzip;q=1} is not recognised (wire contract E8). */
    public static boolean acceptsGzip(String acceptEncoding) {
        for (String token : acceptEncoding.split(",", -1)) {
            if (token.strip().equals("gzip")) {
                return true;
            }
        }
        return false;
    }

    /** Returns the error for an Accept header that no answer satisfies (wire contract D5). */
    public static ApiException notAcceptable() {
        return notAcceptable(OFFERS);
    }

    /** Returns the same error for a watch, which has no YAML form. */
    public static ApiException notAcceptableAsStream() {
        return notAcceptable(STREAM_OFFERS);
    }

    private static ApiException notAcceptable(String offers) {
        return new ApiException(
                ApiError.plain(StatusReason.NOT_ACCEPTABLE, "only the following media types are accepted: " + offers));
    }

    private static Format format(Format offered, Clause clause, Pretty pretty) {
        return offered == Format.JSON ? pretty.format(clause.parameter("pretty").equals("1")) : offered;
    }

    private static boolean isHonoured(Clause clause, Format offered, String serverVersion) {
        String stream = clause.parameter("stream");
        String wantedVersion = clause.parameter("sv");
        return clause.covers(offered.mediaType())
                && (stream.isEmpty() || (stream.equals("watch") && offered == Format.JSON))
                && (wantedVersion.isEmpty() || wantedVersion.equals(serverVersion));
    }

    private static boolean converts(Map<String, String> parameters) {
        return parameters.containsKey("as") || parameters.containsKey("g") || parameters.containsKey("v");
    }

    /** Returns the representation that a clause asks for, null if there is none. */
    private static @Nullable Representation representation(Clause clause) {
        if (!converts(clause.parameters())) {
            return new Representation.Whole();
        }
        String version = clause.parameter("v");
        if (!clause.parameter("g").equals(META_GROUP) || !(version.equals("v1") || version.equals("v1beta1"))) {
            return null;
        }
        return switch (clause.parameter("as")) {
            case "Table" -> new Representation.AsTable(version);
            case "PartialObjectMetadata" -> new Representation.PartialMetadata(version, false);
            case "PartialObjectMetadataList" -> new Representation.PartialMetadata(version, true);
            default -> null;
        };
    }
}
