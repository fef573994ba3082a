package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonObject;
import java.util.Optional;

/** The top-level keys of a release's values that begin with {@code _}: the platform's, hidden from the Application. */
public final class ReservedKeys {
    private ReservedKeys() {}

    /** The first key of a submitted spec that a client may not set. */
    public static Optional<String> firstReserved(JsonObject spec) {
        return spec.names().stream().filter(ReservedKeys::isReserved).findFirst();
    }

    static boolean isReserved(String key) {
        return key.startsWith("_");
    }
}
