package dev.chartroom.adapters.http.openapi;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A part of a document, encoded as UTF-8. Immutable. */
interface Fragment {
    /** Returns the length in bytes. */
    int length();

    void writeTo(OutputStream out) throws IOException;

    /** Returns a digest. It is the same for the same bytes in the same place of a document, and differs otherwise. */
    byte[] digest();

    /** Returns a fragment of these bytes. The array is shared and must not be modified. */
    static Fragment of(byte[] bytes) {
        return new Whole(bytes, sha256().digest(bytes));
    }

    static MessageDigest sha256() {
        return digest("SHA-256");
    }

    static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    /** A fragment whose bytes are in one array. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Whole(byte[] bytes, byte[] digest) implements Fragment {
        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }
}
