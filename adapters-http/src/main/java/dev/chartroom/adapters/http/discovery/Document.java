package dev.chartroom.adapters.http.discovery;

import java.io.IOException;
import java.io.OutputStream;

/** A document that is served as it is, as JSON in UTF-8. Immutable. */
public sealed interface Document permits StoredDocument, OpenApiDocument {

    String contentType();

    /** Returns a digest of the content in upper-case hex: the ETag without its quotes. */
    String hash();

    /** Returns the length in bytes. */
    long length();

    void writeTo(OutputStream out) throws IOException;

    default String etag() {
        return '"' + hash() + '"';
    }
}
