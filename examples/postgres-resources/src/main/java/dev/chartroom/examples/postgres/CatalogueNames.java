package dev.chartroom.examples.postgres;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names in Kubernetes of what Postgres calls by whatever it likes. */
final class CatalogueNames {
    /** What an object may be called that is made here: a DNS-1035 label that is short enough. */
    private static final Pattern VALID = Pattern.compile("[a-z]([-a-z0-9]{0,51}[a-z0-9])?");

    private static final int READABLE = 40;

    private CatalogueNames() {}

    /** An identifier that is a name is its own; any other becomes one that no other has. */
    static String of(String identifier) {
        return VALID.matcher(identifier).matches() ? identifier : escaped(identifier);
    }

    /** What can be read of an identifier, and what tells it apart. */
    static String escaped(String identifier) {
        String readable = identifier
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^[-0-9]+", "");
        String start =
                readable.substring(0, Math.min(READABLE, readable.length())).replaceAll("-$", "");
        return (start.isEmpty() ? "x" : start) + "-" + uuid(identifier).substring(0, 8);
    }

    /** The same for the same text, everywhere and always. */
    static String uuid(String text) {
        return UUID.nameUUIDFromBytes(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString();
    }
}
