package dev.chartroom.ports.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredApplicationTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # whether the kind is projected, the condition Suspended; the name of the suspended release
            true,  True,  redis-a
            true,  False, ''
            true,  '',    ''
            false, True,  ''
            """)
    void suspendedReleaseOfAStoreWithoutReleasesIsThatOfTheStatus(
            boolean isProjected, String suspended, String release) {
        ApplicationKind kind = isProjected ? Kinds.projectedRedis().build() : Kinds.redis();
        JsonObject condition =
                JsonObject.of("type", new JsonString("Suspended")).with("status", new JsonString(suspended));
        Application application = new Application(
                kind.gvk(),
                ObjectMeta.of("default", "a"),
                JsonObject.EMPTY,
                JsonObject.of("conditions", new JsonArray(List.of(condition))));

        assertThat(new StoredApplication(kind, application, new TextCodec())
                        .suspendedRelease()
                        .orElse(""))
                .isEqualTo(release);
    }
}
