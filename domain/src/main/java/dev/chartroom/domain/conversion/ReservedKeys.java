package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Optional;

/**
 * The top-level keys of a release's values that begin with {@code _}. They belong to the platform and are hidden from
 * the Application.
 */
public final class ReservedKeys {
    private ReservedKeys() {}

    /** Returns the first key of a submitted spec that a client must not set; empty if there is none. */
    public static Optional<String> firstReserved(JsonObject spec) {
        return spec.names().stream().filter(ReservedKeys::isReserved).findFirst();
    }

    /** Returns whether a top-level key of a release's values belongs to the platform. */
    public static boolean isReserved(String key) {
        return key.startsWith("_");
    }
}
