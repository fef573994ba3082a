package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.meta.NamespacedName;
import java.nio.charset.StandardCharsets;

/**
 * Keys of objects, which are namespace, slash and name.
 *
 * @param from the first
 * @param until the first that is beyond
 */
record KeyRange(String from, String until) {
    /** No byte of UTF-8 is as great as those of this. */
    private static final String BEYOND_ALL = "\uDBFF\uDFFF";

    /** Those of a namespace; empty for all. */
    static KeyRange of(String namespace) {
        return namespace.isEmpty()
                ? new KeyRange("", BEYOND_ALL)
                // What comes after the slash.
                : new KeyRange(bound(namespace) + "/", bound(namespace) + "0");
    }

    /**
     * What a client says, as a text of the database: neither NUL nor half a surrogate pair can be in one. What takes their
     * places cannot be in a name, so nobody finds what they did not ask for.
     */
    static String bound(String key) {
        return new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\1');
    }

    /**
     * Those of them that are not before a key.
     *
     * @param key may be what a client says; a NUL is how continue tokens say "after"
     */
    KeyRange startingAt(String key) {
        String start = bound(key);
        return start.compareTo(from) > 0 ? new KeyRange(start, until) : this;
    }

    /** Those of them that come after an object. */
    KeyRange after(NamespacedName name) {
        return startingAt(name.key() + '\0');
    }
}
