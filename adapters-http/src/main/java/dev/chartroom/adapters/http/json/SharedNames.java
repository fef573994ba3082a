package dev.chartroom.adapters.http.json;

import org.jspecify.annotations.Nullable;

/**
 * The names of one document. They repeat, so a document that is kept holds most of them once. The table does not grow, and
 * names of equal hashes cost no more than others.
 */
final class SharedNames {
    private static final int PLACES = 256;

    private final @Nullable String[] names = new @Nullable String[PLACES];

    /** The name, which is the one that was given before if that is still known. */
    String shared(String name) {
        int hash = name.hashCode();
        int place = (hash ^ hash >>> 8 ^ hash >>> 16) & PLACES - 1;
        String known = names[place];
        if (known != null && known.equals(name)) {
            return known;
        }
        names[place] = name;
        return name;
    }
}
