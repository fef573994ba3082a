package dev.chartroom.core.release;

import dev.chartroom.apimachinery.go.GoDuration;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.Rollout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kinds whose releases have different intervals and the given rollout. */
final class RolloutKinds {
    private RolloutKinds() {}

    /** @param rule the rollout of the definition; null for a definition without rollouts */
    static ApplicationKind lamp(String interval, @Nullable Rollout rule) {
        Settings defaults = Settings.DEFAULT;
        Settings settings = new Settings(
                GoDuration.parse(interval),
                defaults.retryInterval(),
                defaults.installTimeout(),
                defaults.upgradeTimeout(),
                defaults.maxHistory(),
                defaults.disableWait());
        return ApplicationKind.builder(
                        "live.example.com",
                        "v1",
                        new KindNames("Lamp", "LampList", "lamps", "lamp", List.of(), List.of()),
                        Schema.of(JsonObject.of("type", new JsonString("object"))),
                        ReleaseTemplate.builder("lamp-", new ReleaseChart.Reference(JsonObject.EMPTY))
                                .settings(settings)
                                .rollout(rule)
                                .build())
                .build();
    }
}
