package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The top-level keys of a release's values that begin with {@code _}: the platform's, hidden from the Application. */
public final class ReservedKeys {
    private ReservedKeys() {}

    /** The first key of a submitted spec that a client may not set. */
    public static Optional<String> firstReserved(JsonObject spec) {
        return spec.names().stream().filter(ReservedKeys::isReserved).findFirst();
    }

    /** What the Application shows of a release's values: null where there are none. */
    static @Nullable JsonObject shown(@Nullable JsonValue values) {
        if (!(values instanceof JsonObject object)) {
            return null;
        }
        JsonObject shown = object;
        for (String key : object.names()) {
            if (isReserved(key)) {
                shown = shown.without(key);
            }
        }
        return shown;
    }

    /** A release's spec with other values, but for the hidden ones, which stay. */
    static JsonObject replaced(JsonObject releaseSpec, @Nullable JsonObject next) {
        JsonObject before = shown(releaseSpec.get("values"));
        if (before == null ? next == null : before.equals(next)) {
            return releaseSpec;
        }
        JsonObject.Builder values = next == null ? JsonObject.builder() : next.toBuilder();
        releaseSpec.objectOrEmpty("values").members().forEach((key, value) -> {
            if (isReserved(key)) {
                values.put(key, value);
            }
        });
        JsonObject replaced = values.build();
        return next == null && replaced.isEmpty()
                ? releaseSpec.without("values")
                : releaseSpec.with("values", replaced);
    }

    static boolean isReserved(String key) {
        return key.startsWith("_");
    }
}
