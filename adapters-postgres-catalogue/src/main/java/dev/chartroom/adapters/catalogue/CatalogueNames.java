package dev.chartroom.adapters.catalogue;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** Maps identifiers of Postgres, which may be any text, to names in Kubernetes. */
final class CatalogueNames {
    /** The names of objects that Chartroom makes: DNS-1035 labels of limited length. */
    private static final Pattern VALID = Pattern.compile("[a-z]([-a-z0-9]{0,51}[a-z0-9])?");

    private static final int READABLE = 40;

    private CatalogueNames() {}

    /** Returns the identifier itself if it is a valid name, otherwise a unique name for it. */
    static String of(String identifier) {
        return VALID.matcher(identifier).matches() ? identifier : escaped(identifier);
    }

    /** Returns the readable part of an identifier, with a hash that makes it unique. */
    static String escaped(String identifier) {
        String readable = identifier
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[-0-9]+", "");
        String start =
                readable.substring(0, Math.min(READABLE, readable.length())).replaceAll("-$", "");
        return (start.isEmpty() ? "x" : start) + "-" + uuid(identifier).substring(0, 8);
    }

    /** Returns the same UUID for the same text, on every replica. */
    static String uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString();
    }
}
