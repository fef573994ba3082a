package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchRequest.InitialEvents;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListParametersTest {

    /** The matrix of wire contract D36. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "limit=5",
                "continue=t",
                "limit=5&continue=t",
                "resourceVersion=0",
                "resourceVersion=0&limit=5",
                "resourceVersion=0&continue=t",
                "resourceVersion=7",
                "resourceVersion=7&limit=5",
                "resourceVersion=7&resourceVersionMatch=Exact",
                "resourceVersion=7&resourceVersionMatch=Exact&limit=5",
                "resourceVersion=0&resourceVersionMatch=NotOlderThan",
                "resourceVersion=7&resourceVersionMatch=NotOlderThan",
            })
    void validParameterCombinationsAreAccepted(String query) {
        QueryParameters parameters = QueryParameters.parse(query);
        ListRequest request = ListParameters.list("ns", parameters);

        assertThat(request.namespace()).isEqualTo("ns");
        assertThat(request.resourceVersion()).isEqualTo(parameters.text("resourceVersion"));
        assertThat(request.resourceVersionMatch()).isEqualTo(parameters.text("resourceVersionMatch"));
        assertThat(request.continueToken()).isEqualTo(parameters.text("continue"));
        assertThat(request.limit()).isEqualTo(query.contains("limit") ? 5 : 0);
    }

    @ParameterizedTest
    @CsvSource({
        "resourceVersionMatch=Exact, FieldValueForbidden",
        "resourceVersionMatch=Exact&resourceVersion=0, FieldValueForbidden",
        "resourceVersionMatch=NotOlderThan, FieldValueForbidden",
        "resourceVersionMatch=Exact&continue=t&resourceVersion=7, FieldValueForbidden",
        "resourceVersionMatch=NotOlderThan&continue=t&resourceVersion=0, FieldValueForbidden",
        "resourceVersionMatch=NotOlderThan&continue=t&resourceVersion=7, FieldValueForbidden",
        "resourceVersionMatch=Newest, FieldValueNotSupported",
        "resourceVersionMatch=Newest&resourceVersion=0, FieldValueNotSupported",
        "resourceVersionMatch=exact&resourceVersion=7, FieldValueNotSupported",
    })
    void invalidResourceVersionMatchIsRefused(String query, String cause) {
        Status status = refusal(query);

        assertThat(status.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(status.message())
                .startsWith("ListOptions.meta.k8s.io \"\" is invalid: ")
                .contains("resourceVersionMatch: ");
        assertThat(Failures.fields(status)).containsOnly("resourceVersionMatch");
        assertThat(status.details().toString())
                .contains("\"kind\":\"ListOptions\"")
                .contains(cause);
    }

    @Test
    void resourceVersionMatchWithContinueAndNoVersionHasTwoErrors() {
        assertThat(Failures.fields(refusal("resourceVersionMatch=Exact&continue=t")))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sendInitialEvents=true", "sendInitialEvents=false", "sendInitialEvents"})
    void listWithSendInitialEventsIsInvalid(String query) {
        Status status = refusal(query);

        assertThat(status.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(Failures.fields(status)).containsExactly("sendInitialEvents");
        assertThat(status.details().toString()).contains("FieldValueForbidden");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "continue=t&resourceVersion=7 | specifying resource version is not allowed when using continue",
                "resourceVersion=abc | resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax",
                "resourceVersion=-1 | strconv.ParseUint: parsing \"-1\": invalid syntax",
                "resourceVersion=1.5 | invalid syntax",
                "resourceVersion=%20 | invalid syntax",
                "resourceVersion=%D9%A1 | invalid syntax",
                "resourceVersion=18446744073709551616 | value out of range",
                "limit=abc | strconv.ParseInt: parsing \"abc\": invalid syntax",
                "limit= | strconv.ParseInt: parsing \"\": invalid syntax",
                "limit=1.5 | strconv.ParseInt: parsing \"1.5\": invalid syntax",
                "limit=99999999999999999999 | strconv.ParseInt: parsing \"99999999999999999999\": value out of range",
                "timeoutSeconds=abc | strconv.ParseInt: parsing \"abc\": invalid syntax",
                "labelSelector=a%3D%28 | unable to parse requirement",
                "labelSelector=a%3D%3D%3Db | unable to parse requirement: found '=', expected: identifier",
                "fieldSelector=spec.x%3D1 | field label not supported: spec.x",
                "fieldSelector=metadata.name | invalid selector",
            })
    void malformedValuesAreBadRequests(String query, String message) {
        assertBadRequest(refusal(query), message);
        if (!query.startsWith("continue")) {
            assertBadRequest(watchRefusal(query), message);
        }
    }

    @Test
    void negativeLimitMeansNoLimit() {
        assertThat(list("limit=-1").limit()).isZero();
    }

    @Test
    void selectorsAreParsed() {
        String query = "labelSelector=a%3Db,!c&fieldSelector=metadata.name%3Dn,metadata.namespace!%3Dm";

        assertThat(list(query).labelSelector()).isEqualTo(LabelSelector.parse("a=b,!c"));
        assertThat(list(query).fieldSelector()).isEqualTo(FieldSelector.parse("metadata.name=n,metadata.namespace!=m"));
        assertThat(watch(query).labelSelector()).isEqualTo(LabelSelector.parse("a=b,!c"));
        assertThat(watch(query).fieldSelector())
                .isEqualTo(FieldSelector.parse("metadata.name=n,metadata.namespace!=m"));
        assertThat(list("").labelSelector()).isEqualTo(LabelSelector.EVERYTHING);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', false, UNSET",
        "resourceVersion=0, 0, false, UNSET",
        "resourceVersion=7&allowWatchBookmarks=true, 7, true, UNSET",
        "allowWatchBookmarks=false, '', false, UNSET",
        "limit=5, '', false, UNSET",
        "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1, '', true, SEND",
        "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=7, 7, false, SEND",
        "sendInitialEvents&resourceVersionMatch=NotOlderThan, '', false, SEND",
        "sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0, 0, false, SKIP",
    })
    void queryDeterminesTheWatchStart(String query, String version, boolean bookmarks, InitialEvents initialEvents) {
        WatchRequest request = watch(query);

        assertThat(request.namespace()).isEqualTo("ns");
        assertThat(request.resourceVersion()).isEqualTo(version);
        assertThat(request.bookmarks()).isEqualTo(bookmarks);
        assertThat(request.initialEvents()).isEqualTo(initialEvents);
    }

    /** Wire contract D46. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sendInitialEvents=true",
                "sendInitialEvents=false",
                "sendInitialEvents=true&resourceVersionMatch=Exact",
                "sendInitialEvents=true&resourceVersionMatch=Newest",
                "resourceVersionMatch=NotOlderThan",
                "resourceVersionMatch=Exact&resourceVersion=7",
            })
    void invalidWatchParametersAreRefused(String query) {
        Status status = watchRefusal(query);

        assertThat(status.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(Failures.fields(status)).containsOnly("resourceVersionMatch");
    }

    @ParameterizedTest
    @CsvSource({"labelSelector, a", "fieldSelector, metadata.name!%3Da"})
    void selectorLongerThan64KiBIsRefused(String parameter, String term) {
        String query = parameter + "=" + term;
        int length = term.replace("%3D", "=").length();
        String more = ("," + term).repeat((64 * 1024 - length) / (length + 1));

        assertThat(list(query + more).namespace()).isEqualTo("ns");
        for (Status status : List.of(refusal(query + more + more), watchRefusal(query + more + more))) {
            assertBadRequest(status, parameter + " is longer than 65536 characters");
        }
    }

    /** Matching a long selector against all objects takes as long as a large body. */
    @ParameterizedTest
    @CsvSource({"300, true", "3, false"})
    void onlyAListWithALongSelectorWaitsForCapacity(int requirements, boolean waits) {
        String query = "labelSelector=" + "!abc,".repeat(requirements) + "!abc";
        ServerCapacity capacity = new ServerCapacity(2, 1 << 20);
        capacity.during(() -> {
            ServerCapacity.current().orElseThrow().acquireTurn(Long.MAX_VALUE);
            capacity.during(() -> RequestDeadline.in(Duration.ofMillis(100)).during(() -> {
                if (waits) {
                    assertThatThrownBy(() -> list(query)).isInstanceOf(ApiException.class);
                } else {
                    assertThat(list(query).namespace()).isEqualTo("ns");
                }
                return true;
            }));
        });
    }

    private static void assertBadRequest(Status status, String message) {
        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
        assertThat(status.message()).contains(message);
    }

    private static ListRequest list(String query) {
        return ListParameters.list("ns", QueryParameters.parse(query));
    }

    private static WatchRequest watch(String query) {
        return ListParameters.watch("ns", "", QueryParameters.parse(query));
    }

    private static Status refusal(String query) {
        return Failures.of(() -> list(query));
    }

    private static Status watchRefusal(String query) {
        return Failures.of(() -> watch(query));
    }
}
