package dev.chartroom.adapters.http.openapi;

/** What the documents promise once the server keeps it. */
final class Features {
    /** Whether PATCH takes {@code application/apply-patch+yaml}. */
    static final boolean SERVER_SIDE_APPLY = true;

    private Features() {}
}
