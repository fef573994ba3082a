package dev.chartroom.domain.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each folder in {@code src/test/resources/conversion} is a case. {@code create-*} converts {@code application.json} to
 * {@code release.json}, {@code read-*} converts the other way. {@code update-*} converts {@code live.json} and
 * {@code application.json} to {@code release.json}. A {@code kind.json} has the kind's differences from the default.
 */
class ReleaseConverterGoldenTest {
    private static final Path CASES = Path.of("src/test/resources/conversion");

    @ParameterizedTest
    @MethodSource("creates")
    void applicationBecomesNewRelease(String name) {
        ApplicationKind kind = kind(name);

        JsonObject release = ReleaseConverter.newRelease(kind, application(kind, name));

        assertSame(release, file(name, "release.json"));
        assertThat(ReleaseConverter.isOf(kind, release)).isTrue();
        assertThat(ReleaseConverter.isLabelledWithItsName(kind, release)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("reads")
    void releaseConvertsToApplication(String name) {
        ApplicationKind kind = kind(name);
        JsonObject release = file(name, "release.json");

        assertThat(ReleaseConverter.isOf(kind, release)).isTrue();
        assertSame(ReleaseConverter.toApplication(kind, release).toJson(), file(name, "application.json"));
    }

    @ParameterizedTest
    @MethodSource("updates")
    void updateChangesOnlyFieldsThatTheApplicationOwns(String name) {
        ApplicationKind kind = kind(name);
        JsonObject expected = file(name, "release.json");

        JsonObject updated = ReleaseConverter.updatedRelease(kind, file(name, "live.json"), application(kind, name));

        assertSame(updated, expected);
        assertSame(ReleaseConverter.updatedRelease(kind, updated, application(kind, name)), expected);
    }

    static List<String> creates() throws IOException {
        return cases("create-");
    }

    static List<String> reads() throws IOException {
        return cases("read-");
    }

    static List<String> updates() throws IOException {
        return cases("update-");
    }

    private static List<String> cases(String prefix) throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            List<String> cases = folders.map(folder -> folder.getFileName().toString())
                    .filter(name -> name.startsWith(prefix))
                    .sorted()
                    .toList();
            assertThat(cases).as("cases of %s in %s", prefix, CASES).hasSizeGreaterThan(2);
            return cases;
        }
    }

    /** Asserts that the content and the order of members are equal. */
    private static void assertSame(JsonObject actual, JsonObject expected) {
        assertThat(actual).isEqualTo(expected);
        assertThat(actual.toString()).isEqualTo(expected.toString());
    }

    private static ApplicationKind kind(String name) {
        Path file = CASES.resolve(name).resolve("kind.json");
        return TestKinds.of(Files.exists(file) ? TestJson.readObject(file) : JsonObject.EMPTY);
    }

    private static Application application(ApplicationKind kind, String name) {
        JsonObject json = file(name, "application.json");
        return new Application(
                kind.gvk(),
                ObjectMeta.fromJson(json.objectOrEmpty("metadata")),
                json.object("spec").orElse(null),
                json.objectOrEmpty("status"));
    }

    private static JsonObject file(String name, String file) {
        return TestJson.readObject(CASES.resolve(name).resolve(file));
    }
}
