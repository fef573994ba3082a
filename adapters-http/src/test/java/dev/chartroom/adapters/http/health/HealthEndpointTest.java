package dev.chartroom.adapters.http.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.health.HealthEndpoint.Answer;
import dev.chartroom.adapters.http.request.QueryParameters;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract A12. */
class HealthEndpointTest {
    private final AtomicBoolean storeFails = new AtomicBoolean();
    private final HealthEndpoint readyz = new HealthEndpoint(
            "readyz",
            List.of(
                    HealthCheck.ping(),
                    HealthCheck.of(
                            "store", () -> storeFails.get() ? Optional.of("connection refused") : Optional.empty()),
                    new HealthCheck("kinds", Optional::empty, () -> "12 kinds")));

    @Test
    void healthyEndpointReturnsOnlyOk() {
        assertThat(answer("")).isEqualTo(new Answer(200, "ok"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"verbose", "verbose=", "verbose=1", "verbose=false"})
    void verboseListsEveryCheck(String query) {
        assertThat(answer(query)).isEqualTo(new Answer(200, """
                [+]ping ok
                [+]store ok
                [+]kinds ok
                readyz check passed
                """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "verbose", "exclude=ping-pong"})
    void failureListsEveryCheckAndWithholdsTheReason(String query) {
        storeFails.set(true);

        Answer answer = answer(query);

        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.text())
                .startsWith("[+]ping ok\n[-]store failed: reason withheld\n[+]kinds ok\n")
                .endsWith("readyz check failed\n")
                .doesNotContain("refused");
    }

    @Test
    void excludedCheckDoesNotFailTheEndpoint() {
        storeFails.set(true);

        assertThat(answer("exclude=store")).isEqualTo(new Answer(200, "ok"));
        assertThat(answer("verbose&exclude=store&exclude=ping")).isEqualTo(new Answer(200, """
                [+]ping excluded: ok
                [+]store excluded: ok
                [+]kinds ok
                readyz check passed
                """));
    }

    @Test
    void excludingAnUnknownCheckGivesOnlyAWarning() {
        assertThat(answer("exclude=etcd")).isEqualTo(new Answer(200, "ok"));
        assertThat(answer("verbose&exclude=etcd")).isEqualTo(new Answer(200, """
                [+]ping ok
                [+]store ok
                [+]kinds ok
                warn: some health checks cannot be excluded: no matches for "etcd"
                readyz check passed
                """));
        assertThat(answer("verbose&exclude=etcd&exclude=log").text()).contains("no matches for \"etcd\",\"log\"\n");
    }

    @Test
    void singleCheckReturnsItsDetailOrItsFailure() {
        assertThat(readyz.answer("ping")).contains(new Answer(200, "ok"));
        assertThat(readyz.answer("kinds")).contains(new Answer(200, "ok\n12 kinds"));
        assertThat(readyz.answer("store")).contains(new Answer(200, "ok"));
        storeFails.set(true);
        assertThat(readyz.answer("store")).contains(new Answer(500, "internal server error: connection refused"));
        assertThat(readyz.answer("etcd")).isEmpty();
    }

    @Test
    void anEndpointWithoutChecksIsHealthy() {
        HealthEndpoint livez = new HealthEndpoint("livez", List.of());

        assertThat(livez.answer(QueryParameters.parse("verbose"))).isEqualTo(new Answer(200, "livez check passed\n"));
    }

    private Answer answer(String query) {
        return readyz.answer(QueryParameters.parse(query));
    }
}
