package dev.chartroom.domain.kind;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.GoDuration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a kind definition that says what the release of an object looks like. All of it is the platform's: a
 * tenant chooses none of these fields.
 *
 * @param prefix the release is named prefix + name; may be empty
 * @param chartRef the HelmRelease's {@code spec.chartRef}
 * @param labels labels of every release
 * @param valuesFrom the HelmRelease's {@code spec.valuesFrom}; may be empty
 * @param waitStrategy the name of Flux's wait strategy; null for Flux's default
 * @param healthCheckExprs the HelmRelease's {@code spec.healthCheckExprs}; may be empty
 */
public record ReleaseTemplate(
        String prefix,
        JsonObject chartRef,
        Map<String, String> labels,
        JsonArray valuesFrom,
        Settings settings,
        @Nullable String waitStrategy,
        JsonArray healthCheckExprs) {

    public ReleaseTemplate {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    public String releaseName(String name) {
        return prefix + name;
    }

    /**
     * How Flux works on a release; a definition may override what the server's configuration says.
     *
     * @param maxHistory 0 for unlimited
     * @param disableWait true where Flux must not wait for the resources of the release
     */
    public record Settings(
            GoDuration interval,
            GoDuration retryInterval,
            GoDuration installTimeout,
            GoDuration upgradeTimeout,
            long maxHistory,
            boolean disableWait) {

        /** What Cozystack's server has by default. */
        public static final Settings DEFAULT = new Settings(
                GoDuration.parse("5m"),
                GoDuration.parse("30s"),
                GoDuration.parse("10m"),
                GoDuration.parse("10m"),
                5,
                false);
    }
}
