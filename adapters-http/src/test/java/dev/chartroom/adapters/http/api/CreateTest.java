package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.ports.storage.Kinds;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D6, D12, D13, D15, D23 to D26. */
class CreateTest extends ApiTest {

    @Test
    void createReturnsTheWholeObject() {
        TestResponse answer = post("""
                {"apiVersion":"%s","kind":"Redis","metadata":{"name":"cart","namespace":"%s","labels":{"a":"b"}},
                 "spec":{"name":"é"}}
                """.formatted(API_VERSION, namespace), "Content-Type", "application/json");

        answer.assertCode(201);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.header("Audit-Id")).isNotEmpty();
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache, private");
        assertThat(answer.text()).endsWith("}\n");
        assertThat(answer.json().names()).containsExactly("apiVersion", "kind", "metadata", "spec", "status");
        assertThat(answer.json().get("status")).hasToString("{\"observedGeneration\":-1}");
        assertThat(answer.json().stringOrEmpty("apiVersion")).isEqualTo(API_VERSION);
        assertThat(answer.json().stringOrEmpty("kind")).isEqualTo("Redis");
        assertThat(answer.spec())
                .isEqualTo(Json.object("{\"name\":\"é\",\"replicas\":2,\"cache\":{\"size\":\"1Gi\"}}"));
        JsonObject metadata = answer.metadata();
        assertThat(metadata.stringOrEmpty("name")).isEqualTo("cart");
        assertThat(metadata.stringOrEmpty("namespace")).isEqualTo(namespace);
        assertThat(metadata.get("labels")).hasToString("{\"a\":\"b\"}");
        assertThat(metadata.stringOrEmpty("uid")).hasSize(36);
        assertThat(metadata.get("generation")).hasToString("1");
        assertThat(metadata.stringOrEmpty("resourceVersion")).matches("[1-9][0-9]*");
        assertThat(Instant.parse(metadata.stringOrEmpty("creationTimestamp")))
                .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now());
        assertThat(get(path("cart")).json()).isEqualTo(answer.json());
    }

    @Test
    void createWithoutApiVersionKindAndContentTypeSucceeds() {
        TestResponse answer = post("{\"metadata\":{\"name\":\"cart\"}}");

        assertThat(answer.assertCode(201).json().stringOrEmpty("kind")).isEqualTo("Redis");
    }

    @Test
    void createAcceptsYaml() {
        TestResponse answer =
                post("metadata:\n  name: cart\nspec:\n  replicas: 5\n", "Content-Type", "application/yaml");

        assertThat(answer.assertCode(201).spec().get("replicas")).hasToString("5");
    }

    @Test
    void createOfAnExistingNameConflicts() {
        created("cart", "{}");

        TestResponse answer = post("{\"metadata\":{\"name\":\"cart\"}}").assertStatus(409, "AlreadyExists");

        assertThat(answer.message()).isEqualTo("redises.apps.test.example.com \"cart\" already exists");
        assertThat(answer.json().get("details"))
                .isEqualTo(Json.value("{\"name\":\"cart\",\"group\":\"apps.test.example.com\",\"kind\":\"redises\"}"));
    }

    @Test
    void conflictMessageSaysThatTheObjectIsBeingDeleted() {
        createdWithFinalizer("cart");
        delete(path("cart")).assertCode(200);

        TestResponse answer = post("{\"metadata\":{\"name\":\"cart\"}}").assertStatus(409, "AlreadyExists");

        assertThat(answer.message())
                .isEqualTo("object is being deleted: redises.apps.test.example.com \"cart\" already exists");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"apiVersion\":\"apps.test.example.com/v1\",\"metadata\":{\"name\":\"a\"}} | the API version in the data"
                        + " (apps.test.example.com/v1) does not match the expected API version"
                        + " (apps.test.example.com/v1alpha1)",
                "{\"metadata\":{\"name\":\"a\",\"namespace\":\"other\"}} | the namespace of the provided object does not"
                        + " match the namespace sent on the request",
                "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}} | resourceVersion should not be set on objects"
                        + " to be created",
                "{\"metadata\":{\"name\":5}} | Redis in version \"v1alpha1\" cannot be handled as a Redis",
                "{\"metadata\":{\"name\":\"a\",\"labels\":{\"b\":1}}} | labels",
                "{\"metadata\":[]} | ObjectMeta",
                "[] | object",
                "{\"metadata\": | not valid JSON",
                "'' | empty",
            })
    void createWithAMismatchedOrMalformedBodyGets400(String body, String message) {
        assertThat(post(body).assertStatus(400, "BadRequest").message()).contains(message);
        assertThat(get(collection()).items()).isEmpty();
    }

    @Test
    void fieldValidationIgnoresRefusesOrWarnsAboutUnknownFields() {
        String body = "{\"metadata\":{\"name\":\"a\",\"foo\":1},\"spec\":{\"replicas\":3,\"replicas\":4,\"x\":\"\"}}";

        TestResponse warned =
                server.send("POST", collection() + "?dryRun=All", body).assertCode(201);
        TestResponse silent = server.send("POST", collection() + "?dryRun=All&fieldValidation=Ignore", body);
        TestResponse strict = server.send("POST", collection() + "?fieldValidation=Strict", body);

        assertThat(warned.headers().allValues("Warning"))
                .containsExactly(
                        "299 - \"duplicate field \\\"spec.replicas\\\"\"",
                        "299 - \"unknown field \\\"metadata.foo\\\"\"",
                        "299 - \"unknown field \\\"spec.x\\\"\"");
        assertThat(warned.spec().names()).doesNotContain("x");
        assertThat(silent.assertCode(201).headers().allValues("Warning")).isEmpty();
        assertThat(strict.assertStatus(400, "BadRequest").message())
                .endsWith("strict decoding error: duplicate field \"spec.replicas\", unknown field \"metadata.foo\","
                        + " unknown field \"spec.x\"");
        assertThat(get(collection()).items()).isEmpty();
    }

    @Test
    void generateNameGetsARandomSuffix() {
        String body = "{\"metadata\":{\"generateName\":\"cart-\"}}";

        TestResponse first = post(body).assertCode(201);
        TestResponse second = post(body).assertCode(201);

        assertThat(first.metadata().stringOrEmpty("name")).matches("cart-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(first.metadata().stringOrEmpty("generateName")).isEqualTo("cart-");
        assertThat(second.metadata().stringOrEmpty("name"))
                .isNotEqualTo(first.metadata().stringOrEmpty("name"));
    }

    @Test
    void nameTakesPrecedenceOverGenerateName() {
        TestResponse answer = post("{\"metadata\":{\"name\":\"cart\",\"generateName\":\"x-\"}}");

        assertThat(answer.assertCode(201).metadata().stringOrEmpty("name")).isEqualTo("cart");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"metadata\":{}}", "{\"metadata\":null}", "{\"metadata\":{\"name\":\"\"}}"})
    void createWithoutANameGets422(String body) {
        TestResponse answer = post(body).assertStatus(422, "Invalid");

        assertThat(answer.message())
                .startsWith("Redis.apps.test.example.com \"\" is invalid: metadata.name: Required value");
        assertThat(answer.json().get("details")).isEqualTo(Json.value("""
                {"group":"apps.test.example.com","kind":"Redis","causes":[
                  {"reason":"FieldValueRequired","message":"Required value: name or generateName is required",
                   "field":"metadata.name"}]}
                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cart", "1cart", "cart-", "ca.rt", "ca/rt", "..", "ca rt"})
    void nameThatNoReleaseCanHaveGets422(String name) {
        TestResponse answer = post("{\"metadata\":{\"name\":\"" + name + "\"}}").assertStatus(422, "Invalid");

        assertThat(answer.message()).contains("\"" + name + "\" is invalid: metadata.name: Invalid value");
    }

    @Test
    void specThatIsNotAnObjectGets422() {
        post("{\"metadata\":{\"name\":\"cart\"},\"spec\":[]}").assertStatus(422, "Invalid");
    }

    @Test
    void createIgnoresServerOwnedFields() {
        TestResponse answer = post("""
                {"metadata":{"name":"cart","uid":"mine","creationTimestamp":"2001-01-01T00:00:00Z","generation":7,
                  "deletionTimestamp":"2001-01-01T00:00:00Z","deletionGracePeriodSeconds":5},
                 "spec":{},"status":{"phase":"mine"}}
                """).assertCode(201);

        assertThat(answer.text()).doesNotContain("mine").doesNotContain("2001").doesNotContain("deletion");
        assertThat(answer.metadata().get("generation")).hasToString("1");
    }

    @Test
    void createWithoutANamespaceOrOnTheStatusSubresourceIsRefused() {
        String body = "{\"metadata\":{\"name\":\"cart\",\"namespace\":\"" + namespace + "\"}}";

        server.send("POST", ROOT + "/redises", body).assertCode(404);
        server.send("POST", path("cart") + "/status", body).assertStatus(405, "MethodNotAllowed");
        assertThat(get(collection()).items()).isEmpty();
    }

    /** Upstream ignores the name, too. */
    @Test
    void theNameInThePathOfACreateIsIgnored() {
        server.send("POST", path("other"), "{\"metadata\":{\"name\":\"cart\"}}").assertCode(201);

        assertThat(get(collection()).itemNames()).containsExactly("cart");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/vnd.kubernetes.protobuf", "application/cbor", "text/plain", "text/yaml"})
    void unknownContentTypeGets415(String contentType) {
        TestResponse answer = post("{\"metadata\":{\"name\":\"cart\"}}", "Content-Type", contentType)
                .assertStatus(415, "UnsupportedMediaType");

        assertThat(answer.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json, application/yaml");
    }

    @Test
    void createReturnsATableOrMetadataOnRequest() {
        String body = "{\"metadata\":{\"name\":\"%s\"}}";
        TestResponse table = post(body.formatted("a"), "Accept", "application/json;as=Table;v=v1;g=meta.k8s.io");
        TestResponse partial =
                post(body.formatted("b"), "Accept", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");

        assertThat(table.assertCode(201).json().stringOrEmpty("kind")).isEqualTo("Table");
        assertThat(partial.assertCode(201).json().stringOrEmpty("kind")).isEqualTo("PartialObjectMetadata");
    }

    @Test
    void createWithUnacceptableAcceptHeaderStoresNothing() {
        post("{\"metadata\":{\"name\":\"cart\"}}", "Accept", "text/plain").assertStatus(406, "NotAcceptable");

        assertThat(get(collection()).items()).isEmpty();
    }

    @Test
    void everyKindHasItsOwnCollection() {
        created("cart", "{}");
        String postgreses = ROOT + "/namespaces/" + namespace + "/postgreses";

        assertThat(server.send("POST", postgreses, "{\"metadata\":{\"name\":\"cart\"}}")
                        .assertCode(201)
                        .json()
                        .stringOrEmpty("kind"))
                .isEqualTo(Kinds.postgres().names().kind());
        assertThat(get(collection()).itemNames()).containsExactly("cart");
    }
}
