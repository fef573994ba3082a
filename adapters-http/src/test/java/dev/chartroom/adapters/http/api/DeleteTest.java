package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D65 to D71. */
class DeleteTest extends ApiTest {

    @Test
    void deleteReturnsAStatusWithTheUid() {
        JsonObject cart = created("cart", "{}");

        TestResponse answer = delete(path("cart")).assertCode(200);

        assertThat(answer.json()).isEqualTo(Json.object("""
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success",
                 "details":{"name":"cart","group":"apps.test.example.com","kind":"redises","uid":"%s"}}
                """.formatted(uid(cart))));
        get(path("cart")).assertStatus(404, "NotFound");
        delete(path("cart")).assertStatus(404, "NotFound");
    }

    @Test
    void deleteOfAnObjectWithFinalizersOnlyMarksIt() {
        JsonObject cart = createdWithFinalizer("cart");

        TestResponse first = delete(path("cart")).assertCode(200);
        TestResponse second = delete(path("cart")).assertCode(200);

        assertThat(first.json().stringOrEmpty("kind")).isEqualTo("Redis");
        assertThat(uid(first.json())).isEqualTo(uid(cart));
        assertThat(first.metadata().stringOrEmpty("deletionTimestamp")).endsWith("Z");
        assertThat(first.metadata().get("deletionGracePeriodSeconds")).hasToString("0");
        assertThat(first.metadata().get("generation")).hasToString("2");
        assertThat(first.resourceVersion()).isNotEqualTo(resourceVersion(cart));
        assertThat(second.json()).isEqualTo(first.json());
        assertThat(get(path("cart")).json()).isEqualTo(first.json());
    }

    /** kubectl sends the first of these bodies (wire contract N3). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"propagationPolicy\":\"Background\"}",
                "{}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"propagationPolicy\":\"Background\"}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"meta.k8s.io/v1\",\"gracePeriodSeconds\":0}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps.test.example.com/v1alpha1\",\"orphanDependents\":false}",
            })
    void deleteAcceptsOptionsInTheBody(String body) {
        created("cart", "{}");

        delete("cart", body).assertCode(200);

        get(path("cart")).assertStatus(404, "NotFound");
    }

    @Test
    void deleteAcceptsOptionsInYaml() {
        created("cart", "{}");

        server.send("DELETE", path("cart"), "preconditions: {uid: x}", "Content-Type", "application/yaml")
                .assertStatus(409, "Conflict");
    }

    @Test
    void deleteWithUnmetPreconditionsConflicts() {
        JsonObject cart = created("cart", "{}");
        patch("cart", MERGE, "{\"spec\":{\"replicas\":4}}").assertCode(200);

        TestResponse uid =
                delete("cart", "{\"preconditions\":{\"uid\":\"other\"}}").assertStatus(409, "Conflict");
        TestResponse version =
                delete("cart", preconditions(uid(cart), resourceVersion(cart))).assertStatus(409, "Conflict");

        assertThat(uid.message())
                .contains("the UID in the precondition (other) does not match the UID in record (" + uid(cart) + ")");
        assertThat(version.message())
                .contains("the ResourceVersion in the precondition (" + resourceVersion(cart) + ") does not match");
        get(path("cart")).assertCode(200);
    }

    @Test
    void deleteWithMetPreconditionsSucceeds() {
        JsonObject cart = created("cart", "{}");

        delete("cart", preconditions(uid(cart), resourceVersion(cart))).assertCode(200);

        get(path("cart")).assertStatus(404, "NotFound");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"kind\":\"Redis\"} | 400 | BadRequest",
                "{\"preconditions\":{\"uid\":5}} | 400 | BadRequest",
                "{ | 400 | BadRequest",
                "[] | 400 | BadRequest",
                "{\"propagationPolicy\":\"Sideways\"} | 422 | Invalid",
                "{\"propagationPolicy\":\"Orphan\",\"orphanDependents\":true} | 422 | Invalid",
                "{\"dryRun\":[\"Some\"]} | 422 | Invalid",
            })
    void invalidDeleteOptionsDeleteNothing(String body, int code, String reason) {
        created("cart", "{}");

        delete("cart", body).assertStatus(code, reason);
        server.send("DELETE", collection(), body).assertStatus(code, reason);
        assertThat(get(collection()).itemNames()).containsExactly("cart");
    }

    @Test
    void deleteCollectionReturnsTheListedObjects() {
        created("a", "{}");
        createdWithFinalizer("b");
        String first = namespace;
        nameNamespace();
        created("c", "{}");

        TestResponse answer = server.send(
                "DELETE",
                ROOT + "/namespaces/" + first + "/redises",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"propagationPolicy\":\"Background\"}");

        assertThat(answer.assertCode(200).json().stringOrEmpty("kind")).isEqualTo("RedisList");
        assertThat(answer.json().stringOrEmpty("apiVersion")).isEqualTo(API_VERSION);
        assertThat(answer.itemNames()).containsExactly("a", "b");
        assertThat(get(ROOT + "/namespaces/" + first + "/redises").itemNames()).containsExactly("b");
        assertThat(get(collection()).itemNames()).containsExactly("c");
    }

    @ParameterizedTest
    @CsvSource({
        "labelSelector=tier%3Dweb, a, b c",
        "fieldSelector=metadata.name%3Db, b, a c",
        "labelSelector=none, '', a b c",
        "limit=1, a, b c"
    })
    void deleteCollectionDeletesOnlySelectedObjects(String query, String deleted, String left) {
        post("{\"metadata\":{\"name\":\"a\",\"labels\":{\"tier\":\"web\"}}}").assertCode(201);
        created("b", "{}");
        created("c", "{}");

        assertThat(delete(collection() + "?" + query).assertCode(200).itemNames())
                .isEqualTo(words(deleted));
        assertThat(get(collection()).itemNames()).isEqualTo(words(left));
    }

    @Test
    void invalidSelectorDeletesNothing() {
        created("a", "{}");

        delete(collection() + "?labelSelector=a%3D%28").assertStatus(400, "BadRequest");
        delete(collection() + "?fieldSelector=spec.x%3D1").assertStatus(400, "BadRequest");
        assertThat(get(collection()).itemNames()).containsExactly("a");
    }

    @Test
    void deleteOfAnEmptyCollectionReturnsAnEmptyList() {
        assertThat(delete(collection()).assertCode(200).text()).contains("\"items\":[]");
    }

    @Test
    void deleteAcrossNamespacesGets404() {
        created("a", "{}");

        delete(ROOT + "/redises").assertCode(404);
        assertThat(get(collection()).itemNames()).containsExactly("a");
    }

    private TestResponse delete(String name, String body) {
        return server.send("DELETE", path(name), body, "Content-Type", "application/json");
    }

    private static String preconditions(String uid, String resourceVersion) {
        return "{\"preconditions\":{\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + resourceVersion + "\"}}";
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }
}
