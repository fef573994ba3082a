package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a kind definition that describes the release of an object. The platform sets all of its fields; a tenant
 * sets none. Immutable. Two templates are equal if their contents are equal.
 */
public final class ReleaseTemplate {
    /** The template of kinds whose objects have no release. */
    public static final ReleaseTemplate NONE =
            builder("", new ReleaseChart.Reference(JsonObject.EMPTY)).build();

    private final Declared declared;

    private record Declared(
            String prefix,
            ReleaseChart chart,
            Map<String, String> labels,
            Map<String, String> annotations,
            JsonArray valuesFrom,
            Settings settings,
            @Nullable GoDuration timeout,
            FailureStrategy onInstallFailure,
            FailureStrategy onUpgradeFailure,
            Health health,
            JsonObject driftDetection,
            @Nullable String serviceAccountName,
            Optional<Rollout> rollout,
            boolean projected,
            boolean allowForce) {}

    private record Health(@Nullable String waitStrategy, JsonArray exprs) {}

    private ReleaseTemplate(Builder builder) {
        FailureStrategy retry = new FailureStrategy.RetryOnFailure(builder.settings.retryInterval());
        this.declared = new Declared(
                builder.prefix,
                builder.chart,
                builder.labels,
                builder.annotations,
                builder.valuesFrom,
                builder.settings,
                builder.timeout,
                builder.onInstallFailure == null ? retry : builder.onInstallFailure,
                builder.onUpgradeFailure == null ? retry : builder.onUpgradeFailure,
                new Health(builder.waitStrategy, builder.healthCheckExprs),
                builder.driftDetection,
                builder.serviceAccountName,
                Optional.ofNullable(builder.rollout),
                builder.projected,
                builder.allowForce);
    }

    /** @param prefix the prefix of a release's name; can be empty. The name of a release is prefix + name */
    public static Builder builder(String prefix, ReleaseChart chart) {
        return new Builder(prefix, chart);
    }

    public String prefix() {
        return declared.prefix();
    }

    public String releaseName(String name) {
        return declared.prefix() + name;
    }

    public ReleaseChart chart() {
        return declared.chart();
    }

    /** Returns the HelmRelease's {@code spec.chartRef}; empty if it has a {@code spec.chart} instead. */
    public JsonObject chartRef() {
        return switch (declared.chart()) {
            case ReleaseChart.Reference(var json) -> json;
            case ReleaseChart.Template _ -> JsonObject.EMPTY;
        };
    }

    /** Returns the labels of every release. */
    public Map<String, String> labels() {
        return declared.labels();
    }

    /** Returns the annotations of every release. */
    public Map<String, String> annotations() {
        return declared.annotations();
    }

    /** Returns the HelmRelease's {@code spec.valuesFrom}; can be empty. */
    public JsonArray valuesFrom() {
        return declared.valuesFrom();
    }

    public Settings settings() {
        return declared.settings();
    }

    /**
     * Returns the timeout of Flux's actions other than install and upgrade, such as a rollback; null for Flux's
     * default.
     */
    public @Nullable GoDuration timeout() {
        return declared.timeout();
    }

    public FailureStrategy onInstallFailure() {
        return declared.onInstallFailure();
    }

    public FailureStrategy onUpgradeFailure() {
        return declared.onUpgradeFailure();
    }

    /** Returns the name of Flux's wait strategy; null for Flux's default. */
    public @Nullable String waitStrategy() {
        return declared.health().waitStrategy();
    }

    /** Returns the HelmRelease's {@code spec.healthCheckExprs}; can be empty. */
    public JsonArray healthCheckExprs() {
        return declared.health().exprs();
    }

    /** Returns the HelmRelease's {@code spec.driftDetection}; empty for Flux's default. */
    public JsonObject driftDetection() {
        return declared.driftDetection();
    }

    /**
     * Returns the name of a ServiceAccount in the release's namespace. Flux installs the chart with the rights of this
     * ServiceAccount. If the name is null, Flux uses the rights that it is configured with.
     */
    public @Nullable String serviceAccountName() {
        return declared.serviceAccountName();
    }

    /** Returns how existing releases follow a change of the template; empty if they do not. */
    public Optional<Rollout> rollout() {
        return declared.rollout();
    }

    /** Returns whether Chartroom keeps a release for each object. The objects themselves are in another store. */
    public boolean isProjected() {
        return declared.projected();
    }

    /** Returns whether users of the kind may request that Flux forces an upgrade of a release. */
    public boolean allowsForce() {
        return declared.allowForce();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof ReleaseTemplate that && declared.equals(that.declared);
    }

    @Override
    public int hashCode() {
        return declared.hashCode();
    }

    @Override
    public String toString() {
        return declared.toString();
    }

    /**
     * The settings of Flux for a release. A definition can override the server's configuration.
     *
     * @param maxHistory 0 for unlimited
     * @param disableWait true if Flux must not wait for the resources of the release
     */
    public record Settings(
            GoDuration interval,
            GoDuration retryInterval,
            GoDuration installTimeout,
            GoDuration upgradeTimeout,
            long maxHistory,
            boolean disableWait) {

        /** The defaults of Cozystack's server. */
        public static final Settings DEFAULT = new Settings(
                GoDuration.parse("5m"),
                GoDuration.parse("30s"),
                GoDuration.parse("10m"),
                GoDuration.parse("10m"),
                5,
                false);
    }

    /** Builds a template. Its methods set the optional parts of a definition. */
    public static final class Builder {
        private final String prefix;
        private final ReleaseChart chart;
        private Map<String, String> labels = Map.of();
        private Map<String, String> annotations = Map.of();
        private JsonArray valuesFrom = JsonArray.EMPTY;
        private Settings settings = Settings.DEFAULT;
        private @Nullable GoDuration timeout;
        private @Nullable FailureStrategy onInstallFailure;
        private @Nullable FailureStrategy onUpgradeFailure;
        private @Nullable String waitStrategy;
        private JsonArray healthCheckExprs = JsonArray.EMPTY;
        private JsonObject driftDetection = JsonObject.EMPTY;
        private @Nullable String serviceAccountName;
        private @Nullable Rollout rollout;
        private boolean projected;
        private boolean allowForce;

        private Builder(String prefix, ReleaseChart chart) {
            this.prefix = prefix;
            this.chart = chart;
        }

        public Builder labels(Map<String, String> all) {
            this.labels = ordered(all);
            return this;
        }

        public Builder annotations(Map<String, String> all) {
            this.annotations = ordered(all);
            return this;
        }

        public Builder valuesFrom(JsonArray sources) {
            this.valuesFrom = sources;
            return this;
        }

        public Builder settings(Settings all) {
            this.settings = all;
            return this;
        }

        public Builder timeout(@Nullable GoDuration ofOtherActions) {
            this.timeout = ofOtherActions;
            return this;
        }

        /** The handling of a failed install; null to retry at the interval of the settings. */
        public Builder onInstallFailure(@Nullable FailureStrategy strategy) {
            this.onInstallFailure = strategy;
            return this;
        }

        /** The handling of a failed upgrade; null to retry at the interval of the settings. */
        public Builder onUpgradeFailure(@Nullable FailureStrategy strategy) {
            this.onUpgradeFailure = strategy;
            return this;
        }

        public Builder waitStrategy(@Nullable String name) {
            this.waitStrategy = name;
            return this;
        }

        public Builder healthCheckExprs(JsonArray checks) {
            this.healthCheckExprs = checks;
            return this;
        }

        public Builder driftDetection(JsonObject modeAndRules) {
            this.driftDetection = modeAndRules;
            return this;
        }

        /**
         * The ServiceAccount whose rights Flux uses to install the chart. If it is null, Flux uses the rights that it
         * is configured with.
         */
        public Builder serviceAccountName(@Nullable String name) {
            this.serviceAccountName = name;
            return this;
        }

        /** The rollout of changes of the template; null for no rollout. */
        public Builder rollout(@Nullable Rollout rule) {
            this.rollout = rule;
            return this;
        }

        /**
         * Whether Chartroom keeps a release for each object. False if the objects are releases themselves or have no
         * releases.
         */
        public Builder projected(boolean isProjected) {
            this.projected = isProjected;
            return this;
        }

        /** Whether users of the kind may request that Flux forces an upgrade of a release. */
        public Builder allowForce(boolean isAllowed) {
            this.allowForce = isAllowed;
            return this;
        }

        public ReleaseTemplate build() {
            return new ReleaseTemplate(this);
        }

        private static Map<String, String> ordered(Map<String, String> map) {
            return Collections.unmodifiableMap(new LinkedHashMap<>(map));
        }
    }
}
