package dev.chartroom.adapters.http.discovery;

import dev.chartroom.adapters.http.openapi.EncodedDocument;
import java.io.IOException;
import java.io.OutputStream;

/** An OpenAPI document, which may be large. It shares most of its content with the previous and the next document. */
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
