package dev.chartroom.ports.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonText;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionReader;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.schema.SchemaExpressions;
import dev.chartroom.ports.kind.DefinitionDocument;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class KindCatalogueTest {
    private static final String FATAL = "fatal";

    @Test
    void aDefinitionThatTheReaderStumblesOverHarmsNoOther() {
        DefinitionReader reader =
                new DefinitionReader(Settings.DEFAULT, KindCatalogueTest::parse, SchemaExpressions.JDK);

        KindCatalogue catalogue = new KindCatalogue(
                List.of(() -> List.of(
                        definition("stumbles.yaml", "Fatal", FATAL),
                        new DefinitionDocument.Malformed("malformed.yaml", "it does not parse"),
                        definition("good.yaml", "Redis", ""))),
                reader);

        assertThat(catalogue.registry().kinds())
                .extracting(kind -> kind.names().kind())
                .containsExactly("Redis");
        assertThat(catalogue.registry().refusals())
                .containsExactly(
                        new Declaration.Refused(
                                "stumbles.yaml",
                                "it could not be understood, which is a fault of the server:"
                                        + " java.lang.IllegalStateException: a fault"),
                        new Declaration.Refused("malformed.yaml", "it does not parse"));
    }

    private static JsonValue parse(String text) {
        if (text.equals(FATAL)) {
            throw new IllegalStateException("a fault");
        }
        return JsonText.parse(text);
    }

    private static DefinitionDocument definition(String source, String kind, String schema) {
        String name = kind.toLowerCase(Locale.ROOT);
        JsonObject json = (JsonObject) JsonText.parse("""
                {"apiVersion": "cozystack.io/v1alpha1", "kind": "ApplicationDefinition", "spec": {
                  "application": {"kind": "%s", "plural": "%2$ses", "singular": "%2$s", "openAPISchema": "%3$s"},
                  "release": {"prefix": "%2$s-", "chartRef": {"kind": "OCIRepository", "name": "%2$s"}}}}
                """.formatted(kind, name, schema));
        return new DefinitionDocument.Parsed(source, json);
    }
}
