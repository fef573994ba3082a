package dev.chartroom.adapters.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InFlightLimitsTest {
    private static final UserInfo ALICE = UserInfo.of("alice", List.of());
    private static final String REDISES = "/apis/g/v1/namespaces/ns/redises";

    private final InFlightLimits limits = new InFlightLimits(2, 2, 2);

    @ParameterizedTest
    @CsvSource({
        "GET, /x, GET",
        "GET, '', GET",
        "GET, /x, HEAD",
        "POST, '', PUT",
        "PATCH, /x, DELETE",
        "DELETE, '', DELETE",
    })
    void readsShareOneLimitAndWritesAnother(String method, String rest, String other) {
        assertThat(isFree(method, REDISES + rest, ALICE)).isTrue();
        assertThat(isFree(other, REDISES + "/y", ALICE)).isFalse();
    }

    @Test
    void readLimitAndWriteLimitAreIndependent() {
        assertThat(isFree("GET", REDISES, ALICE)).isTrue();
        assertThat(isFree("GET", REDISES, ALICE)).isFalse();
        assertThat(isFree("POST", REDISES, ALICE)).isTrue();
        assertThat(isFree("POST", REDISES, ALICE)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"/apis/g/v1", "/apis", "/healthz", "/readyz/x", "/openapi/v3", "/metrics"})
    void responsesFromMemoryAreNotCounted(String path) {
        for (int i = 0; i < 10; i++) {
            assertThat(isFree("GET", path, ALICE)).isTrue();
        }
    }

    @Test
    void watchesHaveALimitOfTheirOwn() {
        assertThat(isFree("GET", REDISES + "?watch=1", ALICE)).isTrue();
        assertThat(isFree("GET", REDISES + "?watch=1", ALICE)).isFalse();
        assertThat(isFree("GET", REDISES, ALICE)).isTrue();
    }

    @Test
    void serviceAccountsOfANamespaceShareOneLimit() {
        assertThat(isFree("GET", REDISES, UserInfo.of("system:serviceaccount:a:x", List.of())))
                .isTrue();
        assertThat(isFree("GET", REDISES, UserInfo.of("system:serviceaccount:a:y", List.of())))
                .isFalse();
        assertThat(isFree("GET", REDISES, UserInfo.of("system:serviceaccount:b:x", List.of())))
                .isTrue();
    }

    @Test
    void mastersAreNotLimited() {
        UserInfo master = UserInfo.of("admin", List.of(UserInfo.MASTERS_GROUP));
        for (int i = 0; i < 10; i++) {
            assertThat(isFree("GET", REDISES, master)).isTrue();
        }
    }

    private boolean isFree(String method, String path, UserInfo user) {
        String[] parts = path.split("\\?", 2);
        QueryParameters query = QueryParameters.parse(parts.length > 1 ? parts[1] : "");
        try {
            var _ = limits.acquire(user, RequestInfo.of(method, parts[0], query, false));
            return true;
        } catch (ApiException _) {
            return false;
        }
    }
}
