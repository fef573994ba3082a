package dev.chartroom.adapters.postgres;

import dev.chartroom.domain.meta.NamespacedName;

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
                : new KeyRange(namespace + "/", namespace + "0");
    }

    /**
     * Those of them that are not before a key.
     *
     * @param key may be what a client says; a NUL, which is how continue tokens say "after", cannot be in a text, and
     *     what comes next cannot be in a name
     */
    KeyRange startingAt(String key) {
        String start = key.replace('\0', '\1');
        return start.compareTo(from) > 0 ? new KeyRange(start, until) : this;
    }

    /** Those of them that come after an object. */
    KeyRange after(NamespacedName name) {
        return startingAt(name.key() + '\0');
    }
}
