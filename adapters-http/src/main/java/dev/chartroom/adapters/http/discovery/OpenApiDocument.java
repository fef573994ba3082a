package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.openapi.EncodedDocument;
import java.io.IOException;
import java.io.OutputStream;

/** A document of OpenAPI, which may be large, and most of which documents before and after it have as well. */
public record OpenApiDocument(EncodedDocument encoded) implements Document {
    @Override
    public String contentType() {
        return PublishedDocuments.JSON;
    }

    @Override
    public String hash() {
        return encoded.hash();
    }

    @Override
    public long length() {
        return encoded.length();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        encoded.writeTo(out);
    }
}
