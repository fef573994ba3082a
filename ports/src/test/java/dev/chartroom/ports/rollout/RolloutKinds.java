package dev.chartroom.ports.rollout;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.Rollout;
import dev.chartroom.domain.meta.GoDuration;
import dev.chartroom.domain.schema.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kinds whose releases differ in their interval, and follow as a rule says. */
final class RolloutKinds {
    private RolloutKinds() {}

    /** @param rule null where the definition does not ask for rollouts */
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
