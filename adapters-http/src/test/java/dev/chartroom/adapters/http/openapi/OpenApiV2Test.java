package dev.chartroom.adapters.http.openapi;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiV2Test {
    private static final String ROOT = "/apis/apps.example.com/v1alpha1/";
    private static final String OBJECT = ROOT + "namespaces/{namespace}/redises/{name}";

    private static final OpenApiV2 OPEN_API = new OpenApiV2(Json.CODEC);

    private final JsonObject document = Kinds.json(OPEN_API.document(kinds(), null));
    private final JsonObject definitions = document.objectOrEmpty("definitions");

    @Test
    void documentHasThePathsOfEveryGroupVersion() {
        assertThat(document.string("swagger")).hasValue("2.0");
        assertThat(document.objectOrEmpty("info").names()).containsExactlyInAnyOrder("title", "version");
        assertThat(document.objectOrEmpty("paths").names())
                .hasSize(2 + 3 + 4 * 4)
                .contains(
                        "/apis/apps.example.com/",
                        ROOT,
                        ROOT + "buckets",
                        OBJECT,
                        "/apis/apps.example.com/v1/",
                        "/apis/apps.example.com/v1/redises",
                        "/apis/apps-example.com/",
                        "/apis/apps-example.com/v1/namespaces/{namespace}/redises");
    }

    @Test
    void operationIdsAreUniqueAcrossGroups() {
        assertThat(Walk.operations(document).values().stream().map(operation -> operation.stringOrEmpty("operationId")))
                .hasSize(2 + 3 + 4 * 11)
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void everyReferenceResolves() {
        assertThat(Walk.references(document)).isNotEmpty().allSatisfy(reference -> {
            assertThat(reference).startsWith("#/definitions/");
            assertThat(definitions.names()).contains(reference.substring("#/definitions/".length()));
        });
    }

    @Test
    void patchDeclaresTheParametersThatKubectlNeeds() {
        JsonObject patch = Walk.operations(document).getOrDefault("patch " + OBJECT, JsonObject.EMPTY);

        assertThat(Walk.parameterNames(patch))
                .containsExactlyInAnyOrder("body", "dryRun", "fieldManager", "fieldValidation", "force", "pretty");
        assertThat(patch.get("x-kubernetes-group-version-kind"))
                .isEqualTo(object("{\"group\":\"apps.example.com\",\"version\":\"v1alpha1\",\"kind\":\"Redis\"}"));
        assertThat(patch.get("consumes"))
                .isEqualTo(JsonArray.ofStrings(List.of(
                        "application/json-patch+json",
                        "application/merge-patch+json",
                        "application/apply-patch+yaml")));
    }

    @Test
    void parametersAreInline() {
        Walk.operations(document).forEach((operation, json) -> {
            for (JsonValue parameter : json.arrayOrEmpty("parameters")) {
                JsonObject object = (JsonObject) parameter;
                assertThat(object.string("in")).as(operation).isPresent();
                assertThat(object.has(object.stringOrEmpty("in").equals("body") ? "schema" : "type"))
                        .as(operation)
                        .isTrue();
            }
        });
    }

    @Test
    void everySchemaIsPublishableInV2() {
        SchemaRules.assertPublishableInV2(Walk.schemas(definitions));
    }

    @Test
    void kindHasItsSchemaProjectedToV2() {
        assertThat(definitions
                        .objectOrEmpty("com.example.apps.v1alpha1.Redis")
                        .objectOrEmpty("properties")
                        .get("spec"))
                .isEqualTo(object("""
                                {"description": "The desired state: the values of the chart.",
                                 "title": "Values", "type": "object", "properties": {
                                  "replicas": {"description": "How many.", "type": "integer"},
                                  "size": {"x-kubernetes-int-or-string": true},
                                  "config": {"x-kubernetes-preserve-unknown-fields": true},
                                  "users": {"type": "object", "additionalProperties": {"type": "string"}}}}
                                """));
    }

    /**
     * The aggregator renames these definitions, because their texts differ from its own. A kind would then have two
     * definitions.
     */
    @ParameterizedTest
    @ValueSource(strings = {"Status", "DeleteOptions", "APIResourceList", "APIGroup"})
    void definitionsOfMetaTypesDoNotClaimTheCoreGroup(String name) {
        JsonObject definition = definitions.objectOrEmpty("io.k8s.apimachinery.pkg.apis.meta.v1." + name);

        assertThat(definition.names()).contains("properties");
        assertThat(groups(definition)).doesNotContain("");
    }

    @Test
    void noKindHasTwoDefinitions() {
        List<JsonValue> kinds = new ArrayList<>();
        definitions
                .names()
                .forEach(name -> kinds.addAll(definitions
                        .objectOrEmpty(name)
                        .arrayOrEmpty("x-kubernetes-group-version-kind")
                        .values()));

        assertThat(kinds).hasSizeGreaterThan(8).doesNotHaveDuplicates();
    }

    @Test
    void documentWithoutKindsIsValidAndHasNoPaths() {
        JsonObject empty = Kinds.json(OPEN_API.document(List.of(), null));

        assertThat(empty.string("swagger")).hasValue("2.0");
        assertThat(empty.object("paths")).hasValue(JsonObject.EMPTY);
    }

    static List<ApplicationKind> kinds() {
        return List.of(
                Kinds.redis(),
                Kinds.bucket(),
                Kinds.kind(Kinds.GROUP, "v1", "Redis", "redises", "{}"),
                Kinds.kind("apps-example.com", "v1", "Redis", "redises", "{}"));
    }

    private static Set<String> groups(JsonObject definition) {
        return Set.copyOf(definition.arrayOrEmpty("x-kubernetes-group-version-kind").values().stream()
                .map(kind -> kind instanceof JsonObject gvk && gvk.get("group") instanceof JsonString(String group)
                        ? group
                        : "")
                .toList());
    }
}
