package dev.chartroom.adapters.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.ScalePaths;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubresourcePathsTest {
    private static final String OBJECT = "/apis/apps.example.com/v1alpha1/namespaces/{namespace}/redises/{name}";
    private static final Set<Subresource> ALL = EnumSet.allOf(Subresource.class);

    private final JsonObject v3 = Kinds.json(new OpenApiV3(Json.CODEC)
            .document(new GroupVersion(Kinds.GROUP, "v1alpha1"), List.of(redis(), Kinds.bucket()), null));
    private final JsonObject v2 =
            Kinds.json(new OpenApiV2(Json.CODEC).document(List.of(redis(), Kinds.bucket()), null));

    @Test
    void everyDeclaredSubresourceHasItsPathWithItsVerbs() {
        for (JsonObject document : List.of(v2, v3)) {
            JsonObject paths = document.objectOrEmpty("paths");
            for (Subresource subresource : ALL) {
                assertThat(paths.objectOrEmpty(OBJECT + "/" + subresource.path())
                                .without("parameters")
                                .names())
                        .as(subresource.path())
                        .hasSameSizeAs(subresource.verbs());
            }
            assertThat(paths.names())
                    .noneMatch(path -> path.contains("/buckets/{name}/s") && !path.endsWith("/status"));
        }
    }

    @Test
    void everyReferenceResolves() {
        assertThat(Walk.references(v3))
                .contains("#/components/schemas/io.k8s.api.autoscaling.v1.Scale")
                .allSatisfy(reference -> assertThat(v3.objectOrEmpty("components")
                                .objectOrEmpty("schemas")
                                .names())
                        .contains(reference.replace("#/components/schemas/", "")));
        assertThat(Walk.references(v2))
                .contains("#/definitions/io.k8s.api.autoscaling.v1.Scale")
                .allSatisfy(
                        reference -> assertThat(v2.objectOrEmpty("definitions").names())
                                .contains(reference.replace("#/definitions/", "")));
    }

    @Test
    void logIsAText() {
        String path = OBJECT + "/log";
        JsonObject text = TestJson.object("{type: 'string'}");

        assertThat(v3.objectOrEmpty("paths")
                        .objectOrEmpty(path)
                        .objectOrEmpty("get")
                        .objectOrEmpty("responses")
                        .objectOrEmpty("200")
                        .get("content"))
                .isEqualTo(TestJson.object("{'text/plain': {schema: " + text + "}}"));
        JsonObject swagger = v2.objectOrEmpty("paths").objectOrEmpty(path).objectOrEmpty("get");
        assertThat(swagger.objectOrEmpty("responses").objectOrEmpty("200").get("schema"))
                .isEqualTo(text);
        assertThat(swagger.arrayOrEmpty("produces").strings()).containsExactly("text/plain");
        assertThat(swagger.arrayOrEmpty("parameters").objects())
                .extracting(parameter -> parameter.stringOrEmpty("name"))
                .contains("follow", "tailLines", "sinceSeconds", "container", "prefix");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            get   | scale     | readAppsExampleComV1alpha1NamespacedRedisScale       | autoscaling      | v1       | Scale
            put   | scale     | replaceAppsExampleComV1alpha1NamespacedRedisScale    | autoscaling      | v1       | Scale
            patch | scale     | patchAppsExampleComV1alpha1NamespacedRedisScale      | autoscaling      | v1       | Scale
            post  | suspend   | createAppsExampleComV1alpha1NamespacedRedisSuspend   | apps.example.com | v1alpha1 | Redis
            get   | history   | readAppsExampleComV1alpha1NamespacedRedisHistory     | chartroom.dev    | v1alpha1 | ApplicationHistory
            get   | manifest  | readAppsExampleComV1alpha1NamespacedRedisManifest    | chartroom.dev    | v1alpha1 | ApplicationManifest
            post  | rollback  | createAppsExampleComV1alpha1NamespacedRedisRollback  | apps.example.com | v1alpha1 | Redis
            post  | reconcile | createAppsExampleComV1alpha1NamespacedRedisReconcile | apps.example.com | v1alpha1 | Redis
            """)
    void operationHasItsIdAndTheKindOfItsAnswer(
            String method, String name, String id, String group, String version, String kind) {
        JsonObject operation =
                v3.objectOrEmpty("paths").objectOrEmpty(OBJECT + "/" + name).objectOrEmpty(method);

        assertThat(operation.stringOrEmpty("operationId")).isEqualTo(id);
        assertThat(operation.objectOrEmpty("x-kubernetes-group-version-kind"))
                .isEqualTo(JsonObject.builder()
                        .put("group", group)
                        .put("version", version)
                        .put("kind", kind)
                        .build());
    }

    @Test
    void kindWithoutSubresourcesAddsNoDefinition() {
        JsonObject document =
                Kinds.json(new OpenApiV2(Json.CODEC).document(List.of(Kinds.redis(), Kinds.bucket()), null));

        assertThat(document.objectOrEmpty("definitions").names())
                .noneMatch(name -> name.contains("autoscaling") || name.contains("chartroom"));
    }

    private static ApplicationKind redis() {
        ApplicationKind redis = Kinds.redis();
        return ApplicationKind.builder(redis.group(), redis.version(), redis.names(), redis.schema(), redis.release())
                .subresources(new Subresources(
                        ALL,
                        Optional.of(new ScalePaths("spec.replicas", "status.replicas", "status.selector")),
                        List.of(),
                        List.of(),
                        CredentialRules.NONE,
                        List.of(),
                        false))
                .build();
    }
}
