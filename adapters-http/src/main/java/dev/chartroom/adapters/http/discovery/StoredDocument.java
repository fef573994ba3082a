package dev.chartroom.adapters.http.discovery;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** A document in one byte array. */
public final class StoredDocument implements Document {
    private final byte[] body;
    private final String contentType;
    private final String hash;

    private StoredDocument(byte[] body, String contentType, String hash) {
        this.body = body;
        this.contentType = contentType;
        this.hash = hash;
    }

    static StoredDocument of(byte[] body, String contentType) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-512").digest(body);
            return new StoredDocument(
                    body, contentType, HexFormat.of().formatHex(digest).toUpperCase(Locale.ROOT));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-512", e);
        }
    }

    /** Returns JSON in UTF-8. The array is shared and must not be modified. */
    public byte[] body() {
        return body;
    }

    @Override
    public String contentType() {
        return contentType;
    }

    /** The SHA-512 of the body. */
    @Override
    public String hash() {
        return hash;
    }

    @Override
    public long length() {
        return body.length;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write(body);
    }
}
