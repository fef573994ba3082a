package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.kind.ApplicationKind;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An encoded document in fragments. The next document reuses equal fragments: these are encoded only once and are in
 * memory only once. Immutable.
 */
public final class EncodedDocument {
    private final List<Fragment> fragments;
    private final Map<ApplicationKind, Fragment> schemas;
    private final long length;
    private final String hash;

    /** @param schemas the fragments that the next document may reuse, by kind */
    EncodedDocument(List<Fragment> fragments, Map<ApplicationKind, Fragment> schemas) {
        this.fragments = List.copyOf(fragments);
        this.schemas = Map.copyOf(schemas);
        this.length = fragments.stream().mapToLong(Fragment::length).sum();
        MessageDigest digest = Fragment.digest("SHA-512");
        fragments.forEach(fragment -> digest.update(fragment.digest()));
        this.hash = HexFormat.of().formatHex(digest.digest()).toUpperCase(Locale.ROOT);
    }

    /** Returns the length in bytes. */
    public long length() {
        return length;
    }

    /**
     * Returns a hash in upper-case hex. It is the same for documents of the same kinds on every replica, and different
     * for other documents.
     */
    public String hash() {
        return hash;
    }

    /** Writes JSON in UTF-8, in many small pieces. */
    public void writeTo(OutputStream out) throws IOException {
        for (Fragment fragment : fragments) {
            fragment.writeTo(out);
        }
    }

    Map<ApplicationKind, Fragment> schemas() {
        return schemas;
    }
}
