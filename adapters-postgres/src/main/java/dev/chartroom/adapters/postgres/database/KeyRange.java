package dev.chartroom.adapters.postgres.database;

import dev.chartroom.apimachinery.meta.NamespacedName;
import java.nio.charset.StandardCharsets;

/**
 * A range of object keys, which consist of namespace, slash and name.
 *
 * @param from the first key
 * @param until the first key after the range
 */
public record KeyRange(String from, String until) {
    /** A text that sorts after every key, because no UTF-8 byte is greater than the first byte of this text. */
    private static final String BEYOND_ALL = "\uDBFF\uDFFF";

    /** Returns the keys of a namespace; all keys if the namespace is empty. */
    public static KeyRange of(String namespace) {
        return namespace.isEmpty()
                ? new KeyRange("", BEYOND_ALL)
                // "0" is the character after "/".
                : new KeyRange(bound(namespace) + "/", bound(namespace) + "0");
    }

    /**
     * Converts a client's text to text that PostgreSQL accepts. PostgreSQL rejects NUL and unpaired surrogates. No name
     * contains the replacements of these characters, so the converted text never matches another name.
     */
    static String bound(String key) {
        return new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).replace('\0', '\1');
    }

    /**
     * Returns the range without the keys before a key.
     *
     * @param key may be a client's text. If the text ends with NUL, as in a continue token, the range also excludes the
     *     key that precedes the NUL
     */
    public KeyRange startingAt(String key) {
        String start = bound(key);
        return start.compareTo(from) > 0 ? new KeyRange(start, until) : this;
    }

    /** Returns the range without the keys up to and including the key of an object. */
    public KeyRange after(NamespacedName name) {
        return startingAt(name.key() + '\0');
    }
}
