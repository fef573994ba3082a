package dev.chartroom.apimachinery.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The schemas that a running Cozystack declares. */
final class RealDefinitionsTest {
    private final Map<String, JsonObject> definitions = RealDefinitions.schemas();

    @BeforeEach
    void dataIsThere() {
        assumeTrue(!definitions.isEmpty(), "no real definitions here");
    }

    @Test
    void everyDefinitionIsStructural() {
        assertThat(definitions).hasSizeGreaterThanOrEqualTo(20);
        definitions.forEach((name, declared) ->
                assertThat(Schema.of(declared).json()).as(name).isSameAs(declared));
    }

    @Test
    void redisReadsBackWithItsDefaults() {
        assertThat(SchemaDefaulter.withDefaults(schema("redis"), TestJson.object("{external: true}")))
                .isEqualTo(TestJson.parse("""
                        {external: true, replicas: 2, resources: {}, resourcesPreset: 't1.nano', size: '1Gi',
                         storageClass: '', version: 'v8', authEnabled: true}"""));
    }

    @Test
    void postgresReadsBackWithNestedDefaultsAndUnchangedMaps() {
        JsonObject stored = TestJson.object("{users: {u1: {}}, databases: {db: {roles: {admin: ['u1']}}}}");
        JsonObject shown = SchemaDefaulter.withDefaults(schema("postgres"), stored);

        assertThat(shown.get("users")).isEqualTo(stored.get("users"));
        assertThat(shown.get("databases")).isEqualTo(stored.get("databases"));
        assertThat(shown.stringOrEmpty("resourcesPreset")).isEqualTo("t1.micro");
        assertThat(shown.stringOrEmpty("size")).isEqualTo("10Gi");
        assertThat(shown.stringOrEmpty("version")).isEqualTo("v18");
        assertThat(shown.get("tls")).isEqualTo(JsonObject.EMPTY);
        assertThat(shown.get("postgresql")).isEqualTo(TestJson.parse("{parameters: {max_connections: '100'}}"));
        assertThat(shown.get("quorum")).isEqualTo(TestJson.parse("{minSyncReplicas: 0, maxSyncReplicas: 0}"));
        assertThat(shown.objectOrEmpty("backup").names()).hasSize(10);
        assertThat(shown.object("bootstrap")).isPresent();
    }

    @Test
    void scaledPostgresDoesNotStoreItsDefaults() {
        Schema schema = schema("postgres");
        JsonObject stored = TestJson.object("{users: {u1: {}}, size: '10Gi'}");
        JsonObject read = SchemaDefaulter.withDefaults(schema, stored);
        JsonObject submitted = read.with("replicas", TestJson.parse("5"))
                .with("backup", read.objectOrEmpty("backup").with("enabled", TestJson.parse("true")));

        assertThat(SchemaDefaulter.withoutDefaults(schema, stored, submitted))
                .isEqualTo(TestJson.parse("{users: {u1: {}}, size: '10Gi', replicas: 5, backup: {enabled: true}}"));
    }

    private Schema schema(String name) {
        return Schema.of(definitions.getOrDefault(name, JsonObject.EMPTY));
    }
}
