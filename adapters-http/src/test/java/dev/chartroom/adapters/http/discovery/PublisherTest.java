package dev.chartroom.adapters.http.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.adapters.http.fixture.Definitions;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.ports.kind.ScriptedKindSource;
import dev.chartroom.ports.storage.Kinds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublisherTest {
    private static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
    private static final ApplicationKind VALKEY = Definitions.like(
            Kinds.redis(),
            Kinds.GROUP,
            "v1",
            new KindNames("Valkey", "ValkeyList", "valkeys", "valkey", List.of("vk", "v"), List.of("caches")));
    private static final ApplicationKind KAFKA = Definitions.like(
            Kinds.redis(),
            "streams.test.example.com",
            "v1beta1",
            new KindNames("Kafka", "KafkaList", "kafkas", "kafka", List.of(), List.of()));

    private final PublishedDocuments documents = publisher().documents();

    static Stream<StoredDocument> everyDiscoveryDocument() {
        PublishedDocuments documents = publisher().documents();
        return Stream.of(
                documents.groupList(),
                documents.group(Kinds.GROUP).orElseThrow(),
                documents.resources("apis/" + Kinds.GROUP + "/v1").orElseThrow(),
                documents.resources("apis/" + Kinds.GROUP + "/v1alpha1").orElseThrow(),
                documents.aggregated("v2").orElseThrow(),
                documents.aggregated("v2beta1").orElseThrow(),
                publisher().version());
    }

    @ParameterizedTest
    @MethodSource("everyDiscoveryDocument")
    void discoveryDocumentsContainNoNulls(StoredDocument document) {
        Json.assertNoNulls(Json.object(document.body()));
    }

    @ParameterizedTest
    @MethodSource("everyDiscoveryDocument")
    void theEtagIsTheQuotedHashOfTheBody(StoredDocument document) {
        assertThat(document.etag()).matches("\"[0-9A-F]{128}\"").isEqualTo('"' + document.hash() + '"');
        assertThat(document.etag())
                .isEqualTo(StoredDocument.of(document.body(), "text/plain").etag());
    }

    @Test
    void groupListHasAllGroupsWithThePreferredVersionFirst() {
        JsonObject list = Json.object(documents.groupList().body());

        assertThat(documents.groupList().contentType()).isEqualTo("application/json");
        assertThat(list.without("groups")).isEqualTo(Json.object("{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\"}"));
        assertThat(Json.objects(list.arrayOrEmpty("groups"))).containsExactly(Json.object("""
                        {"name":"apps.test.example.com",
                         "versions":[{"groupVersion":"apps.test.example.com/v1","version":"v1"},
                                     {"groupVersion":"apps.test.example.com/v1alpha1","version":"v1alpha1"}],
                         "preferredVersion":{"groupVersion":"apps.test.example.com/v1","version":"v1"}}
                        """), Json.object("""
                        {"name":"streams.test.example.com",
                         "versions":[{"groupVersion":"streams.test.example.com/v1beta1","version":"v1beta1"}],
                         "preferredVersion":{"groupVersion":"streams.test.example.com/v1beta1","version":"v1beta1"}}
                        """));
    }

    @Test
    void singleGroupDocumentHasKindAndApiVersion() {
        JsonObject list = Json.object(documents.groupList().body());
        JsonObject group =
                Json.object(documents.group(Kinds.GROUP).orElseThrow().body());

        assertThat(group.stringOrEmpty("kind")).isEqualTo("APIGroup");
        assertThat(group.stringOrEmpty("apiVersion")).isEqualTo("v1");
        assertThat(group.without("kind").without("apiVersion"))
                .isEqualTo(list.arrayOrEmpty("groups").get(0));
        assertThat(documents.group("other.example.com")).isEmpty();
    }

    @Test
    void aGroupVersionListsItsResources() {
        JsonObject list = Json.object(documents
                .resources("apis/" + Kinds.GROUP + "/v1alpha1")
                .orElseThrow()
                .body());

        assertThat(list.without("resources")).isEqualTo(Json.object("""
                {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"apps.test.example.com/v1alpha1"}
                """));
        assertThat(Json.objects(list.arrayOrEmpty("resources")).stream()
                        .map(resource -> resource.stringOrEmpty("name")))
                .containsExactly("postgreses", "postgreses/status", "redises", "redises/status");
        assertThat(documents.resources("apis/" + Kinds.GROUP + "/v2")).isEmpty();
    }

    @Test
    void resourceHasNamesAndVerbsAndNoEmptyLists() {
        JsonObject redis = resource(Kinds.GROUP + "/v1alpha1", 2);
        JsonObject valkey = resource(Kinds.GROUP + "/v1", 0);

        assertThat(redis.names())
                .containsExactlyInAnyOrder("name", "singularName", "namespaced", "kind", "verbs", "storageVersionHash");
        assertThat(redis.stringOrEmpty("singularName")).isEqualTo("redis");
        assertThat(redis.stringOrEmpty("kind")).isEqualTo("Redis");
        assertThat(redis.get("namespaced")).isEqualTo(JsonBoolean.TRUE);
        assertThat(Json.strings(redis.arrayOrEmpty("verbs"))).isEqualTo(VERBS);
        assertThat(redis.stringOrEmpty("storageVersionHash")).isEqualTo("RUT0BCO7PlE=");
        assertThat(Json.strings(valkey.arrayOrEmpty("shortNames"))).containsExactly("vk", "v");
        assertThat(Json.strings(valkey.arrayOrEmpty("categories"))).containsExactly("caches");
    }

    /** Wire contract A10. */
    @Test
    void statusIsListedAsASubresource() {
        assertThat(resource(Kinds.GROUP + "/v1alpha1", 3)).isEqualTo(Json.object("""
                {"name":"redises/status","singularName":"","namespaced":true,"kind":"Redis",
                 "verbs":["get","patch","update"]}
                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v2", "v2beta1"})
    void aggregatedDiscoveryHasEveryResource(String version) {
        StoredDocument document = documents.aggregated(version).orElseThrow();
        JsonObject list = Json.object(document.body());

        assertThat(document.contentType())
                .isEqualTo("application/json;g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList");
        assertThat(list.without("items")).isEqualTo(Json.object("""
                {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/%s","metadata":{}}
                """.formatted(version)));
        List<JsonObject> groups = Json.objects(list.arrayOrEmpty("items"));
        assertThat(groups.stream().map(group -> group.objectOrEmpty("metadata")))
                .containsExactly(
                        Json.object("{\"name\":\"apps.test.example.com\"}"),
                        Json.object("{\"name\":\"streams.test.example.com\"}"));
        List<JsonObject> versions = Json.objects(groups.getFirst().arrayOrEmpty("versions"));
        assertThat(versions.stream().map(v -> v.stringOrEmpty("version"))).containsExactly("v1", "v1alpha1");
        assertThat(versions)
                .allSatisfy(v -> assertThat(v.stringOrEmpty("freshness")).isEqualTo("Current"));
        assertThat(versions.getFirst().arrayOrEmpty("resources").get(0)).isEqualTo(Json.object("""
                {"resource":"valkeys","responseKind":{"group":"apps.test.example.com","version":"v1","kind":"Valkey"},
                 "scope":"Namespaced","singularResource":"valkey","shortNames":["vk","v"],"categories":["caches"],
                 "verbs":["delete","deletecollection","get","list","patch","create","update","watch"],
                 "subresources":[{"subresource":"status","verbs":["get","patch","update"],
                  "responseKind":{"group":"apps.test.example.com","version":"v1","kind":"Valkey"}}]}
                """));
    }

    @Test
    void everyResponseKindIsComplete() {
        List<JsonObject> kinds = new ArrayList<>();
        for (JsonObject group : Json.objects(
                Json.object(documents.aggregated("v2").orElseThrow().body()).arrayOrEmpty("items"))) {
            for (JsonObject version : Json.objects(group.arrayOrEmpty("versions"))) {
                Json.objects(version.arrayOrEmpty("resources"))
                        .forEach(resource -> kinds.add(resource.objectOrEmpty("responseKind")));
            }
        }

        assertThat(kinds).hasSize(4).allSatisfy(kind -> {
            assertThat(kind.stringOrEmpty("group")).isNotEmpty();
            assertThat(kind.stringOrEmpty("version")).isNotEmpty();
            assertThat(kind.stringOrEmpty("kind")).isNotEmpty();
        });
    }

    @Test
    void unknownAggregatedDiscoveryVersionsAreAbsent() {
        assertThat(documents.aggregated("v3")).isEmpty();
        assertThat(documents.aggregated("")).isEmpty();
    }

    @Test
    void theSameKindsGiveTheSameEtagsOnEveryReplica() {
        PublishedDocuments replica = publisher().documents();

        assertThat(replica.groupList().etag()).isEqualTo(documents.groupList().etag());
        assertThat(replica.aggregated("v2").orElseThrow().etag())
                .isEqualTo(documents.aggregated("v2").orElseThrow().etag())
                .isNotEqualTo(documents.aggregated("v2beta1").orElseThrow().etag());
        assertThat(replica.openApiV3Root().body())
                .isEqualTo(documents.openApiV3Root().body());
    }

    @Test
    void differentKindsGiveDifferentEtags() {
        PublishedDocuments other =
                new Publisher(Definitions.catalogue(Kinds.redis()), Json.CODEC, "v0.1.0").documents();

        assertThat(other.aggregated("v2").orElseThrow().etag())
                .isNotEqualTo(documents.aggregated("v2").orElseThrow().etag());
    }

    @Test
    void groupVersionDigestChangesOnlyWithItsKinds() {
        ApplicationKind described = Definitions.like(
                Kinds.redis(),
                Kinds.GROUP,
                "v1",
                new KindNames("Valkey", "ValkeyList", "valkeys", "valkey", List.of(), List.of()));
        Map<GroupVersion, String> before = documents.digests();
        Map<GroupVersion, String> same = publisher().documents().digests();
        Map<GroupVersion, String> after = new Publisher(
                        Definitions.catalogue(Kinds.redis(), KAFKA, described, Kinds.postgres()), Json.CODEC, "v0.1.0")
                .documents()
                .digests();

        GroupVersion changed = new GroupVersion(Kinds.GROUP, "v1");
        assertThat(same).isEqualTo(before);
        assertThat(after).containsOnlyKeys(before.keySet());
        assertThat(after.get(changed)).as("without its short names").isNotEqualTo(before.get(changed));
        after.remove(changed);
        assertThat(before).containsAllEntriesOf(after);
    }

    @Test
    void onPublishNotifiesAtOnceAndAfterEachChange() {
        ScriptedKindSource source = new ScriptedKindSource(Definitions.documents(Kinds.redis()));
        List<Set<GroupVersion>> told = new CopyOnWriteArrayList<>();
        try (KindCatalogue catalogue = Definitions.catalogue(source)) {
            Publisher publisher = new Publisher(catalogue, Json.CODEC, "v0.1.0");
            publisher.onPublish(published -> told.add(published.digests().keySet()));
            catalogue.start();

            source.declare(List.of(Definitions.documents(Kinds.redis(), KAFKA)));

            await().until(() -> told.size() == 2);
            assertThat(told.getFirst()).containsExactly(Kinds.redis().groupVersion());
            assertThat(told.getLast()).containsExactlyInAnyOrder(Kinds.redis().groupVersion(), KAFKA.groupVersion());
        }
    }

    @Test
    void documentsAreBuiltOncePerSnapshot() {
        Publisher publisher = publisher();

        assertThat(publisher.documents()).isSameAs(publisher.documents());
    }

    @Test
    void schemasOfUnchangedGroupVersionsAreReused() {
        String group = Kinds.GROUP + "/v1alpha1";
        ApplicationKind bucket =
                Definitions.like(Kinds.redis(), "storage.example.com", "v1", Definitions.names("Bucket", "buckets"));
        ScriptedKindSource source = new ScriptedKindSource(Definitions.documents(Kinds.redis()));
        try (KindCatalogue catalogue = Definitions.catalogue(source)) {
            Publisher publisher = new Publisher(catalogue, Json.CODEC, "v0.1.0");
            catalogue.start();
            Document before = publisher.documents().openApiV3("apis/" + group).orElseThrow();

            source.declare(List.of(Definitions.documents(Kinds.redis(), bucket)));
            await().until(() -> publisher
                    .documents()
                    .openApiV3("apis/storage.example.com/v1")
                    .isPresent());
            assertThat(publisher.documents().openApiV3("apis/" + group))
                    .hasValueSatisfying(document -> assertThat(document).isSameAs(before));

            source.declare(List.of(Definitions.documents(Kinds.redis(), Kinds.postgres())));
            await().untilAsserted(() -> assertThat(publisher.documents().openApiV3("apis/" + group))
                    .hasValueSatisfying(document -> assertThat(text(document)).contains("Postgres")));
        }
    }

    /**
     * A user who writes definitions can cause this. The documents take a second or two to build, and each client then
     * fetches them.
     */
    @Test
    @Timeout(60)
    void maximumNumberOfKindsIsPublished() {
        ApplicationKind[] kinds = IntStream.range(0, KindRegistry.MAX_KINDS)
                .mapToObj(i -> Definitions.like(
                        Kinds.redis(),
                        Kinds.GROUP,
                        "v1alpha1",
                        new KindNames(
                                "Redis" + i,
                                "Redis" + i + "List",
                                "redis" + i + "s",
                                "redis" + i,
                                List.of(),
                                List.of())))
                .toArray(ApplicationKind[]::new);

        PublishedDocuments many = new Publisher(Definitions.catalogue(kinds), Json.CODEC, "v0.1.0").documents();

        JsonObject list = Json.object(many.resources("apis/" + Kinds.GROUP + "/v1alpha1")
                .orElseThrow()
                .body());
        assertThat(list.arrayOrEmpty("resources").values()).hasSize(2 * KindRegistry.MAX_KINDS);
        assertThat(text(many.openApiV3("apis/" + Kinds.GROUP + "/v1alpha1").orElseThrow()))
                .contains("\"Redis0\"", "\"Redis" + (KindRegistry.MAX_KINDS - 1) + "\"");
    }

    @Test
    void withoutKindsTheListsAreEmptyArrays() {
        PublishedDocuments none = new Publisher(Definitions.catalogue(), Json.CODEC, "v0.1.0").documents();

        assertThat(Json.object(none.groupList().body()))
                .isEqualTo(Json.object("{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[]}"));
        assertThat(Json.object(none.aggregated("v2").orElseThrow().body()).get("items"))
                .isEqualTo(Json.value("[]"));
    }

    @Test
    void registeredVersionsWithoutKindsAreInEachDocument() {
        GroupVersion served = new GroupVersion(Kinds.GROUP, "v1alpha1");
        GroupVersion newer = new GroupVersion(Kinds.GROUP, "v2");
        GroupVersion alone = new GroupVersion("alone.example.com", "v1");

        PublishedDocuments published = new Publisher(
                        Definitions.catalogue(Kinds.redis()), Json.CODEC, "v0.1.0", Set.of(newer, served, alone))
                .documents();

        assertThat(published.digests()).containsOnlyKeys(alone, served, newer);
        assertThat(published.paths()).contains("/apis/alone.example.com/v1", "/" + newer.path(), "/" + served.path());
        assertThat(Json.object(published.resources(newer.path()).orElseThrow().body()))
                .isEqualTo(Json.object("{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"" + newer
                        + "\",\"resources\":[]}"));
        assertThat(text(published.openApiV3(alone.path()).orElseThrow())).contains("\"paths\":{");
        assertThat(published
                        .group(Kinds.GROUP)
                        .map(group -> Json.object(group.body())
                                .objectOrEmpty("preferredVersion")
                                .stringOrEmpty("version")))
                .contains("v1alpha1");
        assertThat(text(published.aggregated("v2").orElseThrow()))
                .contains(
                        "{\"metadata\":{\"name\":\"alone.example.com\"},\"versions\":[{\"version\":\"v1\",\"resources\":[]")
                .containsSubsequence("\"version\":\"v1alpha1\"", "{\"version\":\"v2\",\"resources\":[]");
    }

    @Test
    void versionDocumentHasTheServerVersion() {
        JsonObject version = Json.object(publisher().version().body());

        assertThat(version.names())
                .containsExactly(
                        "major",
                        "minor",
                        "gitVersion",
                        "gitCommit",
                        "gitTreeState",
                        "buildDate",
                        "goVersion",
                        "compiler",
                        "platform");
        assertThat(version.stringOrEmpty("major")).isEqualTo("0");
        assertThat(version.stringOrEmpty("minor")).isEqualTo("1");
        assertThat(version.stringOrEmpty("gitVersion")).isEqualTo("v0.1.0");
    }

    private JsonObject resource(String groupVersion, int index) {
        return Json.objects(Json.object(documents
                                .resources("apis/" + groupVersion)
                                .orElseThrow()
                                .body())
                        .arrayOrEmpty("resources"))
                .get(index);
    }

    private static String text(Document document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            document.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Publisher publisher() {
        return new Publisher(
                Definitions.catalogue(Kinds.redis(), KAFKA, VALKEY, Kinds.postgres()), Json.CODEC, "v0.1.0");
    }
}
