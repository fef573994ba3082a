package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.FailureStrategy;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.Rollout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Kinds for tests of the domain. */
public final class TestKinds {
    static final String GROUP = "apps.example.com";

    private static final JsonObject CHART = JsonObject.builder()
            .put("kind", "OCIRepository")
            .put("name", "redis")
            .put("namespace", "charts")
            .build();
    private static final JsonObject OPEN = JsonObject.builder()
            .put("x-kubernetes-preserve-unknown-fields", true)
            .build();

    private TestKinds() {}

    public static ApplicationKind redis() {
        return of(JsonObject.EMPTY);
    }

    static ApplicationKind redis(String prefix) {
        return of(JsonObject.builder().put("prefix", prefix).build());
    }

    /** Returns a Redis kind with the given fields of its release template and its schema. */
    public static ApplicationKind of(JsonObject given) {
        Map<String, String> labels = new LinkedHashMap<>();
        given.objectOrEmpty("labels").members().forEach((key, value) -> {
            if (value instanceof JsonString(String text)) {
                labels.put(key, text);
            }
        });
        ReleaseTemplate.Settings settings = new ReleaseTemplate.Settings(
                duration(given, "interval", "5m"),
                duration(given, "retryInterval", "30s"),
                duration(given, "installTimeout", "10m"),
                duration(given, "upgradeTimeout", "10m"),
                given.get("maxHistory") instanceof JsonNumber number
                        ? number.asLong().orElseThrow()
                        : 5,
                given.isTrue("disableWait"));
        String kind = given.string("kind").orElse("Redis");
        return new ApplicationKind(
                GROUP,
                "v1alpha1",
                new KindNames(
                        kind,
                        kind + "List",
                        kind.toLowerCase(Locale.ROOT) + "es",
                        kind.toLowerCase(Locale.ROOT),
                        List.of(),
                        List.of()),
                "",
                Schema.of(given.object("schema").orElse(OPEN)),
                ReleaseTemplate.builder(given.string("prefix").orElse("redis-"), chart(given))
                        .labels(labels)
                        .annotations(given.objectOrEmpty("annotations").strings())
                        .valuesFrom(given.arrayOrEmpty("valuesFrom"))
                        .settings(settings)
                        .timeout(given.has("timeout") ? duration(given, "timeout", "") : null)
                        .onInstallFailure(remediation(given, "onInstallFailure"))
                        .onUpgradeFailure(remediation(given, "onUpgradeFailure"))
                        .waitStrategy(given.string("waitStrategy").orElse(null))
                        .healthCheckExprs(given.arrayOrEmpty("healthCheckExprs"))
                        .driftDetection(given.objectOrEmpty("driftDetection"))
                        .serviceAccountName(given.string("serviceAccountName").orElse(null))
                        .rollout(given.has("rollout") ? new Rollout(6, 1, false) : null)
                        .allowForce(given.isTrue("allowForce"))
                        .build());
    }

    private static ReleaseChart chart(JsonObject given) {
        return given.has("chart")
                ? new ReleaseChart.Template(given.objectOrEmpty("chart"))
                : new ReleaseChart.Reference(given.object("chartRef").orElse(CHART));
    }

    private static @Nullable FailureStrategy remediation(JsonObject given, String field) {
        return given.object(field).map(FailureStrategy.RemediateOnFailure::new).orElse(null);
    }

    private static GoDuration duration(JsonObject given, String field, String otherwise) {
        return GoDuration.parse(given.string(field).orElse(otherwise));
    }
}
