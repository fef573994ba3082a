package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.storage.DeleteRequest;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D65. */
class DeleteParametersTest {
    private static final String API_VERSION = "apps.example.com/v1alpha1";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"meta.k8s.io/v1\"}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps.example.com/v1alpha1\"}",
                "{\"kind\":\"DeleteOptions\"}",
                "{\"apiVersion\":\"v1\"}",
                "{\"gracePeriodSeconds\":0,\"ignoreStoreReadErrorWithClusterBreakingPotential\":false}",
                "{\"preconditions\":null,\"propagationPolicy\":null,\"orphanDependents\":null,\"dryRun\":null}",
            })
    void defaultDeleteOptionsOfEachTypeAreAccepted(String body) {
        assertThat(of(body, "")).isEqualTo(new DeleteRequest("", "", "", false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"Redis\",\"apiVersion\":\"apps.example.com/v1alpha1\"}",
                "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"apps.example.com/v1\"}",
                "{\"kind\":\"Status\"}",
                "{\"apiVersion\":\"v2\"}",
                "[]",
                "\"Background\"",
                "null",
            })
    void bodyOtherThanDeleteOptionsIsABadRequest(String body) {
        assertThat(refusal(body, "").reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    /** A precondition or a dry run that the server cannot read must not become a plain delete. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":1}",
                "{\"apiVersion\":{}}",
                "{\"preconditions\":\"u\"}",
                "{\"preconditions\":[]}",
                "{\"preconditions\":{\"uid\":5}}",
                "{\"preconditions\":{\"resourceVersion\":5}}",
                "{\"propagationPolicy\":true}",
                "{\"orphanDependents\":\"true\"}",
                "{\"dryRun\":\"All\"}",
                "{\"dryRun\":true}",
                "{\"dryRun\":[1]}",
            })
    void aFieldOfTheWrongTypeIsABadRequest(String body) {
        assertThat(refusal(body, "").reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void preconditionsAreRead() {
        assertThat(of("{\"preconditions\":{\"uid\":\"u\",\"resourceVersion\":\"7\"}}", ""))
                .isEqualTo(new DeleteRequest("u", "7", "", false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"propagationPolicy\":\"Background\"} | '' | Background",
                "{\"propagationPolicy\":\"Foreground\"} | '' | Foreground",
                "{\"propagationPolicy\":\"Orphan\"} | '' | Orphan",
                "{\"orphanDependents\":true} | '' | Orphan",
                "{\"orphanDependents\":false} | '' | Background",
                "'' | propagationPolicy=Foreground | Foreground",
                "'' | orphanDependents=true | Orphan",
                "'' | orphanDependents=1 | Orphan",
                "'' | orphanDependents=false | Background",
                "'' | orphanDependents=0 | Background",
                "'' | '' | ''",
                "{} | propagationPolicy=Foreground | ''",
            })
    void propagationPolicyComesFromTheBodyOrElseTheQuery(String body, String query, String policy) {
        assertThat(of(body, query).propagationPolicy()).isEqualTo(policy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"propagationPolicy\":\"Background\",\"orphanDependents\":false} | '' | propagationPolicy",
                "{\"propagationPolicy\":\"Sideways\"} | '' | propagationPolicy",
                "{\"propagationPolicy\":\"background\"} | '' | propagationPolicy",
                "'' | propagationPolicy=Orphan&orphanDependents=true | propagationPolicy",
                "'' | propagationPolicy=Sideways | propagationPolicy",
                "{\"dryRun\":[\"Some\"]} | '' | dryRun",
                "{\"dryRun\":[\"All\",\"\"]} | '' | dryRun",
                "'' | dryRun=Some | dryRun",
            })
    void forbiddenDeleteOptionsAreInvalid(String body, String query, String field) {
        Status status = refusal(body, query);

        assertThat(status.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(status.message()).startsWith("DeleteOptions.meta.k8s.io \"\" is invalid: ");
        assertThat(Failures.fields(status)).containsExactly(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"dryRun\":[\"All\"]} | '' | true",
                "{\"dryRun\":[]} | '' | false",
                "'' | dryRun=All | true",
                "'' | '' | false",
            })
    void dryRunComesFromTheBodyOrElseTheQuery(String body, String query, boolean dryRun) {
        assertThat(of(body, query).dryRun()).isEqualTo(dryRun);
    }

    private static DeleteRequest of(String body, String query) {
        Optional<JsonValue> options = body.isEmpty() ? Optional.empty() : Optional.of(Json.value(body));
        return DeleteParameters.of(options, QueryParameters.parse(query), API_VERSION)
                .request();
    }

    private static Status refusal(String body, String query) {
        return Failures.of(() -> of(body, query));
    }
}
