package dev.chartroom.adapters.http.openapi;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** Sample kinds for OpenAPI documents. */
final class Kinds {
    static final String GROUP = "apps.example.com";

    private Kinds() {}

    static ApplicationKind redis() {
        return kind(GROUP, "v1alpha1", "Redis", "redises", """
                {"title": "Values", "type": "object", "properties": {
                  "replicas": {"description": "How many.", "type": "integer", "default": 2},
                  "size": {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true,
                           "default": "1Gi"},
                  "config": {"type": "object", "additionalProperties": true},
                  "users": {"type": "object", "additionalProperties": {"type": "string"}}}}
                """);
    }

    static ApplicationKind bucket() {
        return kind(GROUP, "v1alpha1", "Bucket", "buckets", "{}");
    }

    static ApplicationKind kind(String group, String version, String kind, String plural, String schema) {
        return new ApplicationKind(
                group,
                version,
                new KindNames(
                        kind, kind + "List", plural, kind.toLowerCase(Locale.ROOT), List.of(), List.of("example")),
                "A " + kind + ".",
                Schema.of(TestJson.object(schema)),
                ReleaseTemplate.builder("", new ReleaseChart.Reference(JsonObject.EMPTY))
                        .build());
    }

    /** Decodes a document as clients do. */
    static JsonObject json(EncodedDocument document) {
        return Json.object(bytes(document));
    }

    static byte[] bytes(EncodedDocument document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            document.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
