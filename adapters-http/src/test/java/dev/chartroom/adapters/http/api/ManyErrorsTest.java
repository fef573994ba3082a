package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.apimachinery.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An object of 3 MiB can have half a million errors. The response lists the first ones and states that more exist. */
class ManyErrorsTest extends ApiTest {
    private static final int SIZE = 2_900_000;
    private static final int LONGEST = 4 * 1024 * 1024;
    private static final String MORE =
            "there are more errors than can be listed; correct the listed errors to see the others";

    /** On a busy machine, the largest objects take longer than the usual timeout of tests. */
    @BeforeAll
    static void startWithMoreTime() {
        server.close();
        server = TestServer.startWithRequestTimeout(Duration.ofSeconds(25));
    }

    @ParameterizedTest
    @CsvSource({"labels", "annotations"})
    void createWithBadKeys_listsTheFirstErrors(String field) {
        assertCut(post(object("bad", members(field))));
    }

    @ParameterizedTest
    @CsvSource({"labels", "annotations"})
    void updateWithBadKeys_listsTheFirstErrors(String field) {
        assertCut(update(members(field)));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void badFinalizers_listTheFirstErrors(boolean update) {
        String finalizers = Growth.repeated("\"finalizers\":[", i -> "\"_" + i + "\",", "\"_\"]")
                .apply(SIZE);

        assertCut(update ? update(finalizers) : post(object("bad", finalizers)));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void badOwners_listTheFirstErrors(boolean update) {
        String owners = Growth.repeated(
                        "\"ownerReferences\":[",
                        i -> "{\"apiVersion\":\"v1\",\"kind\":\"\",\"name\":\"" + i + "\"},",
                        "{}]")
                .apply(SIZE);

        assertCut(update ? update(owners) : post(object("bad", owners)));
    }

    private TestResponse update(String field) {
        JsonObject metadata = created("good", "{}").objectOrEmpty("metadata");
        return server.send(
                "PUT",
                path("good"),
                object("good", "\"resourceVersion\":\"" + metadata.stringOrEmpty("resourceVersion") + "\"," + field),
                "Content-Type",
                "application/json");
    }

    private static void assertCut(TestResponse answer) {
        // Without a description, because the text is long.
        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.text().length()).isLessThan(LONGEST);
        String message = answer.message();
        assertThat(message.substring(message.length() - MORE.length() - 1)).isEqualTo(MORE + "]");
    }

    private static String members(String field) {
        return Growth.repeated("\"" + field + "\":{", i -> "\"_" + i + "\":\"_\",", "\"_\":\"_\"}")
                .apply(SIZE);
    }

    private static String object(String name, String metadata) {
        return "{\"apiVersion\":\"" + API_VERSION + "\",\"kind\":\"Redis\",\"metadata\":{\"name\":\"" + name + "\","
                + metadata + "},\"spec\":{}}";
    }
}
