package dev.chartroom.domain.evolution;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.List;

/** Definitions of one kind, with differences that the test sets. */
final class EvolvingKinds {
    private EvolvingKinds() {}

    /** @param properties the properties of the spec, as JSON */
    static DeclaredKind redis(String properties) {
        return redis(schema(properties));
    }

    static DeclaredKind redis(JsonObject schema) {
        return kind("apps.example.com", "Redis", "redis-", schema);
    }

    static DeclaredKind kind(String group, String kind, String prefix, JsonObject schema) {
        return DeclaredKind.only(new ApplicationKind(
                group,
                "v1alpha1",
                new KindNames(kind, kind + "List", "redises", "redis", List.of("rd"), List.of()),
                "",
                Schema.of(schema),
                template(prefix, "any")));
    }

    static ReleaseTemplate template(String prefix, String chart) {
        return ReleaseTemplate.builder(
                        prefix,
                        new ReleaseChart.Reference(TestJson.object("{kind: 'OCIRepository', name: '" + chart + "'}")))
                .build();
    }

    static JsonObject schema(String properties) {
        return TestJson.object("{type: 'object', properties: {" + properties + "}}");
    }
}
