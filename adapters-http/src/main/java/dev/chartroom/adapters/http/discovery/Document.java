package dev.chartroom.adapters.http.discovery;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** A document that is served as it is. */
public final class Document {
    private final byte[] body;
    private final String contentType;
    private final String hash;

    private Document(byte[] body, String contentType, String hash) {
        this.body = body;
        this.contentType = contentType;
        this.hash = hash;
    }

    static Document of(byte[] body, String contentType) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(body);
            return new Document(
                    body, contentType, HexFormat.of().formatHex(digest).toUpperCase(Locale.ROOT));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }

    /** JSON in UTF-8. The array is shared: nobody may write to it. */
    public byte[] body() {
        return body;
    }

    public String contentType() {
        return contentType;
    }

    /** The SHA-512 of the body in upper-case hex: the ETag without its quotes. */
    public String hash() {
        return hash;
    }

    public String etag() {
        return '"' + hash + '"';
    }
}
