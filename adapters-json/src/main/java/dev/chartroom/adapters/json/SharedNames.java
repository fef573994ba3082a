package dev.chartroom.adapters.json;

import org.jspecify.annotations.Nullable;

/**
 * Shares equal names within one document, so that a document in memory holds most repeated names once. The table of
 * names has a fixed size. Names with equal hashes take no more time than other names.
 */
final class SharedNames {
    private static final int PLACES = 256;

    private final @Nullable String[] names = new @Nullable String[PLACES];

    /** Returns an equal name from an earlier call if the table still has it, otherwise the given one. */
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
