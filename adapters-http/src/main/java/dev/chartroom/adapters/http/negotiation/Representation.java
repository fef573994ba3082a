package dev.chartroom.adapters.http.negotiation;

/** The form in which the server sends an object, list or event (wire contract E2 to E6). */
public sealed interface Representation {
    /** The object itself. */
    record Whole() implements Representation {}

    /**
     * Rows of a table.
     *
     * @param version of meta.k8s.io: {@code v1} or {@code v1beta1}
     */
    record AsTable(String version) implements Representation {}

    /**
     * Only the metadata of an object.
     *
     * @param version of meta.k8s.io: {@code v1} or {@code v1beta1}
     * @param list true for the form of a list
     */
    record PartialMetadata(String version, boolean list) implements Representation {}
}
