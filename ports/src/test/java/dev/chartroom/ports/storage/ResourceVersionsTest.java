package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceVersionsTest {

    @Test
    void requestWithoutAVersionRequestsNoMinimum() {
        assertThat(ResourceVersions.requested("")).isEqualTo(ResourceVersion.ZERO);
        assertThat(ResourceVersions.requested("17")).isEqualTo(new ResourceVersion(17));
    }

    /** The last number is a uint64, but no int64. */
    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "18446744073709551615"})
    void malformedVersionIsABadRequest(String text) {
        assertThatThrownBy(() -> ResourceVersions.requested(text))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        e -> assertThat(e.error())
                                .isEqualTo(ApiError.badRequest("invalid resource version \"" + text + "\"")));
    }

    @Test
    void expiredWatchNamesBothVersions() {
        assertThat(ResourceVersions.watchExpired(new ResourceVersion(7), new ResourceVersion(20))
                        .error())
                .isEqualTo(ApiError.expired("too old resource version: 7 (20)"));
    }
}
