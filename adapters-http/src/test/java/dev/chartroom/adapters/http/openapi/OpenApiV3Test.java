package dev.chartroom.adapters.http.openapi;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.computed.ComputedKinds;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.domain.kind.ReleaseTemplate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenApiV3Test {
    private static final String ROOT = "/apis/apps.example.com/v1alpha1/";
    private static final String COLLECTION = ROOT + "namespaces/{namespace}/redises";
    private static final GroupVersion GROUP_VERSION = new GroupVersion(Kinds.GROUP, "v1alpha1");

    private final JsonObject document =
            Kinds.json(new OpenApiV3(Json.CODEC).document(GROUP_VERSION, List.of(Kinds.redis(), Kinds.bucket()), null));
    private final JsonObject schemas = document.objectOrEmpty("components").objectOrEmpty("schemas");

    @Test
    void documentHasEveryServedPath() {
        assertThat(document.string("openapi")).hasValue("3.0.0");
        assertThat(document.objectOrEmpty("info").names()).containsExactlyInAnyOrder("title", "version");
        assertThat(document.objectOrEmpty("paths").names())
                .containsExactlyInAnyOrder(
                        ROOT,
                        ROOT + "redises",
                        COLLECTION,
                        COLLECTION + "/{name}",
                        COLLECTION + "/{name}/status",
                        ROOT + "buckets",
                        ROOT + "namespaces/{namespace}/buckets",
                        ROOT + "namespaces/{namespace}/buckets/{name}",
                        ROOT + "namespaces/{namespace}/buckets/{name}/status");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            get    | redises                               | listAppsExampleComV1alpha1RedisForAllNamespaces          | list
            get    | namespaces/{namespace}/redises        | listAppsExampleComV1alpha1NamespacedRedis                | list
            post   | namespaces/{namespace}/redises        | createAppsExampleComV1alpha1NamespacedRedis              | post
            delete | namespaces/{namespace}/redises        | deleteAppsExampleComV1alpha1CollectionNamespacedRedis    | deletecollection
            get    | namespaces/{namespace}/redises/{name} | readAppsExampleComV1alpha1NamespacedRedis                | get
            put    | namespaces/{namespace}/redises/{name} | replaceAppsExampleComV1alpha1NamespacedRedis             | put
            patch  | namespaces/{namespace}/redises/{name} | patchAppsExampleComV1alpha1NamespacedRedis               | patch
            delete | namespaces/{namespace}/redises/{name} | deleteAppsExampleComV1alpha1NamespacedRedis              | delete
            get    | namespaces/{namespace}/redises/{name}/status | readAppsExampleComV1alpha1NamespacedRedisStatus    | get
            put    | namespaces/{namespace}/redises/{name}/status | replaceAppsExampleComV1alpha1NamespacedRedisStatus | put
            patch  | namespaces/{namespace}/redises/{name}/status | patchAppsExampleComV1alpha1NamespacedRedisStatus   | patch
            """)
    void operationHasItsIdActionAndKind(String method, String path, String id, String action) {
        JsonObject operation = operation(method + " " + ROOT + path);

        assertThat(operation.string("operationId")).hasValue(id);
        assertThat(operation.string("x-kubernetes-action")).hasValue(action);
        assertThat(operation.get("x-kubernetes-group-version-kind"))
                .isEqualTo(object("{\"group\":\"apps.example.com\",\"version\":\"v1alpha1\",\"kind\":\"Redis\"}"));
        assertThat(operation.objectOrEmpty("responses").names()).contains("200", "401");
    }

    @Test
    void formAndStatusFieldsOfADefinitionArePublished() {
        ApplicationKind redis = Kinds.redis();
        Declaration.Valid declared = (Declaration.Valid)
                new DefinitionReader(ReleaseTemplate.Settings.DEFAULT, Json::value, SchemaExpressions.JDK)
                        .read("x", object("""
                        {"apiVersion": "chartroom.dev/v1alpha1", "kind": "KindDefinition",
                         "metadata": {"name": "redises.apps.example.com"}, "spec": {"group": "apps.example.com",
                         "names": {"kind": "Redis", "plural": "redises"},
                         "versions": [{"name": "v1alpha1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                           {"type": "object", "properties": {"spec": {"properties": {"size": {"type": "string"}}}}}}}],
                         "status": {"fields": [{"name": "chart", "type": "string", "description": "The chart.",
                           "jsonPath": ".status.helmChart"}, {"name": "parts", "type": "array", "jsonPath": ".status.history"}]},
                         "form": {"order": ["spec.size"], "fields": [{"path": "spec.size", "widget": "size"}]},
                         "sensitivePaths": ["spec.token"], "immutablePaths": ["spec.size"],
                         "release": {"prefix": "redis-", "chartRef": {"kind": "OCIRepository", "name": "redis"}}}}
                        """));
        String name = Definitions.of(redis);

        JsonObject published = schemas(declared.kind()).objectOrEmpty(name);

        assertThat(published.get("x-chartroom-form"))
                .isEqualTo(object(
                        "{\"order\": [\"spec.size\"], \"fields\": [{\"path\": \"spec.size\", \"widget\": \"size\"}]}"));
        assertThat(published.arrayOrEmpty("x-chartroom-sensitive-paths").strings())
                .containsExactly("spec.token");
        assertThat(published.arrayOrEmpty("x-chartroom-immutable-paths").strings())
                .containsExactly("spec.size");
        JsonObject status = published.objectOrEmpty("properties").objectOrEmpty("status");
        assertThat(status.objectOrEmpty("properties").get("chart"))
                .isEqualTo(object("{\"description\": \"The chart.\", \"type\": \"string\"}"));
        assertThat(status.objectOrEmpty("properties").names()).contains("conditions", "version", "chart", "parts");
        assertThat(schemas.objectOrEmpty(name).has("x-chartroom-form")).isFalse();
        assertThat(status.without("properties"))
                .isEqualTo(schemas.objectOrEmpty(name)
                        .objectOrEmpty("properties")
                        .objectOrEmpty("status")
                        .without("properties"));
    }

    private static JsonObject schemas(ApplicationKind kind) {
        return Kinds.json(new OpenApiV3(Json.CODEC).document(GROUP_VERSION, List.of(kind), null))
                .objectOrEmpty("components")
                .objectOrEmpty("schemas");
    }

    @Test
    void documentHasElevenOperationsPerKind() {
        assertThat(Walk.operations(document)).hasSize(1 + 2 * 11);
    }

    @Test
    void kindHasOnlyTheOperationsOfItsVerbs() {
        ApplicationKind kind = ComputedKinds.APPLICATION_PREVIEW;
        JsonObject created = Kinds.json(new OpenApiV3(Json.CODEC).document(kind.groupVersion(), List.of(kind), null));
        ApplicationKind namespace = NamespaceKind.KIND;
        JsonObject namespaces =
                Kinds.json(new OpenApiV3(Json.CODEC).document(namespace.groupVersion(), List.of(namespace), null));

        assertThat(Walk.operations(created).keySet())
                .containsExactlyInAnyOrder(
                        "get /apis/computed.chartroom.dev/v1alpha1/",
                        "post /apis/computed.chartroom.dev/v1alpha1/namespaces/{namespace}/applicationpreviews");
        assertThat(Walk.operations(namespaces).keySet())
                .contains("get /api/v1/namespaces/{name}/status", "delete /api/v1/namespaces/{name}")
                .doesNotContain("delete /api/v1/namespaces");
    }

    @Test
    void responsesOfferJsonAndYaml() {
        Walk.operations(document).forEach((path, operation) -> {
            if (!path.equals("get " + ROOT)) {
                JsonObject ok = operation.objectOrEmpty("responses").objectOrEmpty("200");
                assertThat(ok.objectOrEmpty("content").names())
                        .as(path)
                        .containsExactlyInAnyOrder("application/json", "application/yaml");
            }
        });
    }

    @Test
    void operationIdsAreUnique() {
        assertThat(Walk.operations(document).values().stream().map(operation -> operation.stringOrEmpty("operationId")))
                .doesNotHaveDuplicates()
                .doesNotContain("");
    }

    @Test
    void listDeclaresListAndWatchParameters() {
        for (String list : List.of("get " + ROOT + "redises", "get " + COLLECTION)) {
            assertThat(Walk.parameterNames(operation(list)))
                    .containsExactlyInAnyOrder(
                            "allowWatchBookmarks",
                            "continue",
                            "fieldSelector",
                            "labelSelector",
                            "limit",
                            "resourceVersion",
                            "resourceVersionMatch",
                            "sendInitialEvents",
                            "timeoutSeconds",
                            "watch",
                            "pretty");
        }
    }

    @Test
    void patchDeclaresTheParametersThatKubectlNeeds() {
        assertThat(Walk.parameterNames(operation("patch " + COLLECTION + "/{name}")))
                .containsExactlyInAnyOrder("dryRun", "fieldManager", "fieldValidation", "force", "pretty");
    }

    @Test
    void everyParameterOfAPathTemplateIsDeclared() {
        JsonObject paths = document.objectOrEmpty("paths");

        assertThat(Walk.parameterNames(paths.objectOrEmpty(COLLECTION))).containsExactly("namespace");
        assertThat(Walk.parameterNames(paths.objectOrEmpty(COLLECTION + "/{name}")))
                .containsExactlyInAnyOrder("namespace", "name");
        for (JsonValue parameter : paths.objectOrEmpty(COLLECTION + "/{name}").arrayOrEmpty("parameters")) {
            assertThat(((JsonObject) parameter).isTrue("required")).isTrue();
            assertThat(((JsonObject) parameter).string("in")).hasValue("path");
        }
    }

    @Test
    void patchAcceptsApplyAndNotStrategicMergePatch() {
        assertThat(patchTypes(document))
                .containsExactlyInAnyOrder(
                        "application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml");
    }

    @Test
    void everyReferenceResolves() {
        assertThat(Walk.references(document)).isNotEmpty().allSatisfy(reference -> {
            assertThat(reference).startsWith("#/components/schemas/");
            assertThat(schemas.names()).contains(reference.substring("#/components/schemas/".length()));
        });
    }

    @Test
    void kindHasItsOwnSchema() {
        JsonObject redis = schemas.objectOrEmpty("com.example.apps.v1alpha1.Redis");

        assertThat(redis.string("description")).hasValue("A Redis.");
        assertThat(redis.get("x-kubernetes-group-version-kind"))
                .hasToString("[{\"group\":\"apps.example.com\",\"version\":\"v1alpha1\",\"kind\":\"Redis\"}]");
        assertThat(redis.objectOrEmpty("properties").names())
                .containsExactly("apiVersion", "kind", "metadata", "spec", "status");
        assertThat(redis.objectOrEmpty("properties").get("spec")).isEqualTo(object("""
                                {"description": "The desired state: the values of the chart.",
                                 "title": "Values", "type": "object", "properties": {
                                  "replicas": {"description": "How many.", "type": "integer", "default": 2},
                                  "size": {"anyOf": [{"type": "integer"}, {"type": "string"}],
                                           "x-kubernetes-int-or-string": true, "default": "1Gi"},
                                  "config": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
                                  "users": {"type": "object", "additionalProperties": {"type": "string"}}}}
                                """));
    }

    @Test
    void statusConditionsAreAMapKeyedByType() {
        JsonObject status = schemas.objectOrEmpty("com.example.apps.v1alpha1.Redis")
                .objectOrEmpty("properties")
                .objectOrEmpty("status");
        JsonObject properties = status.objectOrEmpty("properties");

        assertThat(status.isTrue("x-kubernetes-preserve-unknown-fields")).isTrue();
        assertThat(properties.objectOrEmpty("version").string("type")).hasValue("string");
        assertThat(properties.objectOrEmpty("observedGeneration").string("type"))
                .hasValue("integer");
        assertThat(properties.objectOrEmpty("conditions").string("x-kubernetes-list-type"))
                .hasValue("map");
        assertThat(properties.objectOrEmpty("conditions").get("x-kubernetes-list-map-keys"))
                .hasToString("[\"type\"]");
    }

    @Test
    void listHoldsObjectsOfTheKind() {
        JsonObject list = schemas.objectOrEmpty("com.example.apps.v1alpha1.RedisList");

        assertThat(list.get("required")).hasToString("[\"items\"]");
        assertThat(Walk.references(list.objectOrEmpty("properties").objectOrEmpty("items")))
                .containsExactly("#/components/schemas/com.example.apps.v1alpha1.Redis");
        assertThat(list.get("x-kubernetes-group-version-kind"))
                .hasToString("[{\"group\":\"apps.example.com\",\"version\":\"v1alpha1\",\"kind\":\"RedisList\"}]");
    }

    @Test
    void deleteOptionsAreDeclaredForTheCoreGroupAndTheKindsGroup() {
        assertThat(schemas.objectOrEmpty("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions")
                        .get("x-kubernetes-group-version-kind"))
                .hasToString("[{\"group\":\"\",\"version\":\"v1\",\"kind\":\"DeleteOptions\"},"
                        + " {\"group\":\"apps.example.com\",\"version\":\"v1alpha1\",\"kind\":\"DeleteOptions\"}]");
    }

    @Test
    void referencesHaveNoSiblingKeywords() {
        Walk.schemas(schemas).forEach((path, schema) -> {
            if (schema.has("$ref")) {
                assertThat(schema.names()).as(path).containsExactly("$ref");
            }
        });
    }

    @Test
    void everySchemaIsPublishableInV3() {
        SchemaRules.assertPublishableInV3(Walk.schemas(schemas));
    }

    @Test
    void kindsOfOtherVersionsAreLeftOut() {
        JsonObject other = Kinds.json(new OpenApiV3(Json.CODEC)
                .document(new GroupVersion(Kinds.GROUP, "v1"), List.of(Kinds.redis(), Kinds.bucket()), null));

        assertThat(other.objectOrEmpty("paths").names()).containsExactly("/apis/apps.example.com/v1/");
        assertThat(other.objectOrEmpty("components").objectOrEmpty("schemas").names())
                .allMatch(name -> name.startsWith("io.k8s.apimachinery."));
    }

    private JsonObject operation(String methodAndPath) {
        return Walk.operations(document).getOrDefault(methodAndPath, JsonObject.EMPTY);
    }

    private static Iterable<String> patchTypes(JsonObject document) {
        return Walk.operations(document)
                .getOrDefault("patch " + COLLECTION + "/{name}", JsonObject.EMPTY)
                .objectOrEmpty("requestBody")
                .objectOrEmpty("content")
                .names();
    }
}
