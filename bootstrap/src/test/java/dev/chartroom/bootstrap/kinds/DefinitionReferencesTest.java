package dev.chartroom.bootstrap.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.cel.CelExpressions;
import dev.chartroom.adapters.http.discovery.Publisher;
import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A definition cannot make the server fetch anything, as in CVE-2020-8561. */
class DefinitionReferencesTest {
    private static final JacksonCodec CODEC = new JacksonCodec();

    @TempDir
    private Path folder;

    private ServerSocket listening;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        // A connection is in the backlog at once, even if it is not accepted.
        listening.setSoTimeout(1);
    }

    @AfterEach
    void nobodyCame() throws IOException {
        try (ServerSocket closed = listening) {
            assertThat(isAskedSomething(closed)).as("something was fetched").isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:%d/schema",
                "http://169.254.169.254/latest/meta-data/",
                "file:///etc/passwd",
                "#/definitions/itself",
                "redises.yaml"
            })
    void referenceIsRefusedOrLeftOpenWithTheReason(String reference) throws IOException {
        String target = reference.formatted(listening.getLocalPort());

        KindCatalogue catalogue = catalogue("{$ref: \"" + target + "\"}");

        assertThat(catalogue.registry().kinds())
                .extracting(kind -> kind.names().kind())
                .containsExactlyInAnyOrder("Good", "Theirs");
        assertThat(catalogue.registry().refusals())
                .extracting(Declaration.Refused::source)
                .containsExactly("nested.yaml", "ours.yaml");
        assertThat(catalogue.registry().refusals())
                .allSatisfy(refusal -> assertThat(refusal.message()).contains("$ref"));
        assertThat(catalogue.registry().warnings())
                .filteredOn(warning -> warning.startsWith("cozystack.yaml: "))
                .singleElement()
                .asString()
                .startsWith("cozystack.yaml: spec.a: left open: $ref: ");
        assertThat(catalogue.registry().find("apps.cozystack.io", "v1alpha1", "theirs"))
                .hasValueSatisfying(
                        kind -> assertThat(kind.schema().json().toString()).doesNotContain("$ref", target));
    }

    /** These keywords only name a place: the server publishes or drops them, but never connects to it. */
    @ParameterizedTest
    @ValueSource(strings = {"externalDocs: {url: \"%s\"}", "$schema: \"%s\"", "$id: \"%s\"", "id: \"%s\""})
    void urlsInKeywordsAreNotFetched(String keyword) throws IOException {
        String url = "http://127.0.0.1:" + listening.getLocalPort() + "/schema";

        KindCatalogue catalogue = catalogue("{type: object, " + keyword.formatted(url) + "}");
        new Publisher(catalogue, CODEC, "v0.1.0").documents().openApiV3Root();

        assertThat(catalogue.registry().kinds()).isNotEmpty();
    }

    @Test
    void yamlTagIsRefused() throws IOException {
        KindCatalogue catalogue = catalogue("!!java.net.URL [\"http://127.0.0.1:" + listening.getLocalPort() + "/\"]");

        assertThat(catalogue.registry().refusals())
                .extracting(Declaration.Refused::source)
                .contains("ours.yaml", "nested.yaml");
    }

    /**
     * Returns a catalogue of a good definition and three with a schema: as that of the spec, nested in it, and as
     * Cozystack's text.
     */
    private KindCatalogue catalogue(String schema) throws IOException {
        Files.writeString(folder.resolve("good.yaml"), ours("Good", "{type: object}"));
        Files.writeString(folder.resolve("ours.yaml"), ours("Ours", schema));
        Files.writeString(
                folder.resolve("nested.yaml"),
                ours("Nested", "{type: object, properties: {a: {type: array, items: " + schema + "}}}"));
        Files.writeString(folder.resolve("cozystack.yaml"), """
                {apiVersion: cozystack.io/v1alpha1, kind: ApplicationDefinition, spec: {
                  application: {kind: Theirs, plural: theirs, singular: their, openAPISchema: '%s'},
                  release: {prefix: their-, chartRef: {kind: OCIRepository, name: theirs}}}}
                """.formatted(
                        "{\"type\":\"object\",\"properties\":{\"a\":" + json(schema) + "}}"));
        DefinitionReader reader = new DefinitionReader(
                ReleaseTemplate.Settings.DEFAULT,
                text -> CODEC.parse(text.getBytes(StandardCharsets.UTF_8)),
                new CelExpressions());
        return new KindCatalogue(List.of(new FolderKindSource(folder, CODEC)), reader);
    }

    private static String json(String schema) {
        return schema.startsWith("{")
                ? CODEC.parseYaml(schema.getBytes(StandardCharsets.UTF_8)).toString()
                : "{}";
    }

    private static String ours(String kind, String schema) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return """
                apiVersion: chartroom.dev/v1alpha1
                kind: KindDefinition
                metadata: {name: %1$ss.apps.example.com}
                spec:
                  group: apps.example.com
                  names: {kind: %2$s, plural: %1$ss}
                  versions:
                    - name: v1alpha1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, properties: {spec: %3$s}}}
                  release: {prefix: %1$s-, chartRef: {kind: OCIRepository, name: any}}
                """.formatted(singular, kind, schema);
    }

    private static boolean isAskedSomething(ServerSocket server) throws IOException {
        try {
            server.accept().close();
            return true;
        } catch (SocketTimeoutException _) {
            return false;
        }
    }
}
